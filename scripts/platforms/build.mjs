// Builds the addon for one platform, on a Linux machine or on the platform itself.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { layOut } from "../darwin/link.mjs";
import { libraryLinker, linker } from "../darwin/toolchain.mjs";
import { must } from "../lib/command.mjs";
import { root } from "../lib/paths.mjs";
import { ensureTargets } from "../lib/rust-targets.mjs";
import { ensurePrograms } from "../lib/system.mjs";
import { fromWheel } from "../lib/wheels.mjs";
import { zig } from "../lib/zig.mjs";
import { oldestGlibc } from "./table.mjs";

const crate = "uipilot-node";

/** Cargo's folder, which other builds share. */
const targetFolder = () => process.env.CARGO_TARGET_DIR ?? join(root, "target");

/** Cargo's name of a profile, and the folder that it builds into. */
const profileFolder = (profile) => (profile === "dev" ? "debug" : profile);

/** The addons, one file for each platform. */
export const addonsFolder = join(root, "target", "platforms");

/** cargo-zigbuild with the arguments of `cargo`. */
async function zigbuild() {
  const program = await fromWheel("cargo-zigbuild", "0.24.0", "bin/cargo-zigbuild", {
    why: "building for another Linux",
  });
  return { program, env: { CARGO_ZIGBUILD_ZIG_PATH: await zig() } };
}

/**
 * The platform's own tools, where the addon is built on the platform itself: Apple's and Microsoft's linkers. Linux is
 * linked with zig everywhere, so that an old glibc is enough.
 */
const native = {
  darwin: ({ target, oldestSystem }) => ({
    command: ["cargo", "build"],
    target,
    flags: [],
    env: { MACOSX_DEPLOYMENT_TARGET: oldestSystem },
  }),
  win32: ({ nativeTarget }) => ({
    command: ["cargo", "build"],
    target: nativeTarget,
    // Without Microsoft's run-time library beside it, which not every Windows has.
    flags: ["-C", "target-feature=+crt-static"],
    env: {},
  }),
};

const builders = {
  zig: async ({ target, libc }, { isStatic }) => {
    const { program, env } = await zigbuild();
    return {
      command: [program, "zigbuild"],
      // cargo-zigbuild takes the version of glibc from the name of the target.
      target: libc === "glibc" ? `${target}.${oldestGlibc}` : target,
      // A library for Node to load cannot hold a C library of its own.
      flags: libc === "musl" && !isStatic ? ["-C", "target-feature=-crt-static"] : [],
      env,
    };
  },
  darwin: async ({ target, oldestSystem }) => {
    const libraries = join(targetFolder(), "darwin-stubs");
    layOut(libraries);
    const { linker: program, libraries: system } = await libraryLinker(target);
    // LLVM's linker refuses a list with processors that it does not know. They are none of ours.
    const symbols = readFileSync(join(system, "libSystem.tbd"), "utf8").replace(/,?\s*arm64e\.x1-\w+/g, "");
    for (const name of ["System", "c", "m"]) writeFileSync(join(libraries, `lib${name}.tbd`), symbols);
    const compilers = await linker(target, oldestSystem);
    return {
      command: ["cargo", "build"],
      target,
      // Without a name of its own, the library would have the path that it is built at.
      flags: [
        ...[`-Lframework=${libraries}`, `-Lnative=${libraries}`],
        ...["-C", "link-arg=-install_name", "-C", "link-arg=@rpath/uipilot.node"],
      ],
      env: {
        ...compilers,
        [`CARGO_TARGET_${target.replaceAll("-", "_").toUpperCase()}_LINKER`]: program,
        MACOSX_DEPLOYMENT_TARGET: oldestSystem,
      },
    };
  },
  mingw: async ({ target }) => {
    await ensurePrograms(["mingw"]);
    // napi-build asks for a libnode.dll to link, which no registry has. This empty one satisfies it: the addon looks
    // for the functions of Node-API in its host when it is loaded.
    const libraries = join(targetFolder(), "mingw");
    mkdirSync(libraries, { recursive: true });
    writeFileSync(join(libraries, "libnode.dll"), "!<arch>\n");
    return {
      command: ["cargo", "build"],
      target,
      // Without MinGW's own libraries beside it, and the same bytes whenever it is built.
      flags: ["-C", "target-feature=+crt-static", "-C", "link-arg=-Wl,--no-insert-timestamp"],
      env: { LIBNODE_PATH: libraries },
    };
  },
};

/** Flags that keep folders of this machine out of the file: panics would name the sources by their paths. */
export function remapped() {
  const cargo = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  const sysroot = execFileSync("rustc", ["--print", "sysroot"], { cwd: root, encoding: "utf8" }).trim();
  return [
    [join(cargo, "registry", "src"), "/cargo"],
    [root, "/uipilot"],
    [sysroot, "/rust"],
  ].map(([from, to]) => `--remap-path-prefix=${from}=${to}`);
}

/**
 * How cargo is run for a platform: the start of its command, its environment, and the names of the target, as
 * the command takes it and as Rust does.
 *
 * @param {import("./table.mjs").Platform} platform
 * @param {{ isStatic?: boolean }} [options] `isStatic`: programs with musl in them instead of libraries
 */
export async function toolchain(platform, { isStatic = false } = {}) {
  const own = platform.os === process.platform ? native[platform.os]?.(platform) : undefined;
  const rustTarget = own?.target ?? platform.target;
  await ensureTargets([rustTarget]);
  const { command, target, flags, env } = own ?? (await builders[platform.builder](platform, { isStatic }));
  return {
    command,
    target,
    rustTarget,
    env: { ...env, CARGO_ENCODED_RUSTFLAGS: [...remapped(), ...flags].join("\x1f") },
  };
}

const library = ({ os }) =>
  ({ linux: "libuipilot_node.so", darwin: "libuipilot_node.dylib", win32: "uipilot_node.dll" })[os];

/**
 * Builds the addon.
 *
 * @param {import("./table.mjs").Platform} platform
 * @param {{ profile: string }} options
 * @returns {Promise<string>} the file
 */
export async function buildAddon(platform, { profile }) {
  const { command, target, rustTarget, env } = await toolchain(platform);
  await must(
    [...command, "--locked", "--package", crate, "--profile", profile, "--target", target],
    `correct what the compiler or linker says above; repeat with \`npm run pack -- --platform ${platform.name}\``,
    { env },
  );
  mkdirSync(addonsFolder, { recursive: true });
  const addon = join(addonsFolder, `uipilot.${platform.name}.node`);
  copyFileSync(join(targetFolder(), rustTarget, profileFolder(profile), library(platform)), addon);
  return addon;
}
