// Links a small Mach-O with every C call of the macOS backend. Lists of symbols, written from Apple's
// headers (`stubs/`), replace the system's libraries: a name that is not in them does not link.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execute } from "../lib/command.mjs";
import { root } from "../lib/paths.mjs";
import { linker, targetFolder } from "./toolchain.mjs";

const stubs = join(root, "scripts", "darwin", "stubs");

/** Writes the lists to the places where the linker expects them: frameworks in folders, libraries as files. */
export function layOut(folder) {
  rmSync(folder, { recursive: true, force: true });
  for (const file of readdirSync(stubs)) {
    const name = file.replace(/\.tbd$/, "");
    const place = name.startsWith("lib") ? folder : join(folder, `${name}.framework`);
    mkdirSync(place, { recursive: true });
    cpSync(join(stubs, file), join(place, file));
  }
}

/** The functions and constants that the backend declares itself. */
function declared(sources) {
  return ["ax", "cg"].flatMap((module) => {
    const text = readFileSync(join(sources, "desktop/macos/sys", `${module}.rs`), "utf8");
    const block = text.slice(text.search(/^unsafe extern /m));
    const functions = [...block.matchAll(/ fn (\w+)\(/g)].map(([, name]) => `sys::${module}::${name} as *const ()`);
    const constants = [...block.matchAll(/ static (\w+):/g)].map(
      ([, name]) => `(&raw const sys::${module}::${name}).cast()`,
    );
    if (functions.length === 0) throw new Error(`no functions were found in sys/${module}.rs`);
    return [...functions, ...constants];
  });
}

/** The functions of Core Foundation that the backend imports. */
function imported(sources) {
  const text = readFileSync(join(sources, "desktop/macos/cf.rs"), "utf8");
  return [...text.matchAll(/^use super::sys::cf::(\w+)::(?:\{([^}]*)\}|(\w+));$/gm)].flatMap(([, module, many, one]) =>
    (many ?? one)
      .split(",")
      .map((name) => name.trim())
      .filter((name) => /^k?CF/.test(name) && !/Ref$|Type$|Encoding|Range$|Float64|SInt64/.test(name))
      .map((name) => `cf::${module}::${name}`)
      .map((path) => (/::k/.test(path) ? `(&raw const ${path}).cast()` : `${path} as *const ()`)),
  );
}

function program(sources) {
  const at = (path) => `#[path = "${join(sources, path)}"]`;
  const calls = [...declared(sources), ...imported(sources)];
  return `#![allow(dead_code, unused_imports)]
mod desktop {
    pub mod macos {
        ${at("desktop/macos/names.rs")}
        pub mod names;
        ${at("desktop/macos/keycodes.rs")}
        pub mod keycodes;
        ${at("desktop/macos/sys/mod.rs")}
        pub mod sys;
    }
}
use desktop::macos::sys::{self, cf};
fn main() {
    let calls: [*const (); ${calls.length}] = [
        ${calls.join(",\n        ")},
    ];
    std::hint::black_box(calls);
    std::hint::black_box(sys::caught(|| 1));
}
`;
}

/**
 * Links for a target.
 *
 * @param {string} target
 * @param {string} sources the engine's sources, relative to the root
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export async function link(target, sources) {
  const folder = join(targetFolder, "link");
  const libraries = join(folder, "stubs");
  mkdirSync(join(folder, "src"), { recursive: true });
  layOut(libraries);
  // The versions are those of the workspace: cargo reduces the workspace's lock file.
  const wanted = readFileSync(join(root, "Cargo.toml"), "utf8");
  const version = (name) => {
    const line = new RegExp(`^${name} = (?:"([^"]+)"|\\{ version = "([^"]+)")`, "m").exec(wanted);
    return `${name} = "${line[1] ?? line[2]}"`;
  };
  const crates = ["accessibility-sys", "core-foundation-sys", "core-graphics", "objc2-exception-helper"].map(version);
  writeFileSync(
    join(folder, "Cargo.toml"),
    `[package]\nname = "darwin-link"\nversion = "0.0.0"\nedition = "2024"\n[workspace]\n[dependencies]\n${crates.join("\n")}\n`,
  );
  cpSync(join(root, "Cargo.lock"), join(folder, "Cargo.lock"));
  writeFileSync(join(folder, "src", "main.rs"), program(join(root, sources)));
  const output = [];
  const code = await execute(
    ["cargo", "build", "--quiet", "--manifest-path", join(folder, "Cargo.toml"), "--target", target],
    {
      env: {
        ...(await linker(target)),
        CARGO_TARGET_DIR: join(folder, "target"),
        RUSTFLAGS: `-Lframework=${libraries} -Lnative=${libraries}`,
      },
      onOutput: (chunk) => output.push(chunk),
    },
  );
  const text = Buffer.concat(output)
    .toString()
    .split("\n")
    .filter((line) => !/cargo:warning|^warning: invoking/.test(line))
    .join("\n");
  return { ok: code === 0, output: text };
}
