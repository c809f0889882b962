// Finds and loads the addon for this platform.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type * as Binding from "../binding.js";
import { raise } from "./error.js";

const require = createRequire(import.meta.url);

let loaded: typeof Binding | undefined;

/** The addon. It is loaded on first use, so that importing this package is cheap. */
export function binding(): typeof Binding {
  loaded ??= load();
  return loaded;
}

/** Names of this platform, as in the names of the packages that hold the addon. */
function platforms(): string[] {
  const name = `${process.platform}-${process.arch}`;
  // npm installs only the package for the C library in use, so both names are tried.
  if (process.platform === "linux") return [`${name}-gnu`, `${name}-musl`];
  return [process.platform === "win32" ? `${name}-msvc` : name];
}

function load(): typeof Binding {
  const tried: string[] = [];
  for (const platform of platforms()) {
    // In a checkout, the addon is beside this package. When installed, it has its own package.
    const local = fileURLToPath(new URL(`../uipilot.${platform}.node`, import.meta.url));
    if (existsSync(local)) return require(local);
    const name = `@uipilot/core-${platform}`;
    try {
      return require(name);
    } catch (error) {
      // Only a missing package means that another may fit. Any other error explains itself.
      if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
      tried.push(name);
    }
  }
  return raise({
    code: "UNSUPPORTED",
    message: `No engine is installed for ${process.platform} on ${process.arch}; looked for ${tried.join(" and ")}`,
    nextStep: "install @uipilot/core with its optional dependencies, on a platform that it is published for",
  });
}
