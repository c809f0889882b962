// Finds and loads the addon for this platform.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type * as Binding from "../binding.js";
import { raise } from "./error.js";

const require = createRequire(import.meta.url);

let loaded: typeof Binding | undefined;

/** The addon. Loaded on first use, so that importing this package costs next to nothing. */
export function binding(): typeof Binding {
  loaded ??= load();
  return loaded;
}

/** Names of this platform, as in the names of the packages that hold the addon. */
function platforms(): string[] {
  const name = `${process.platform}-${process.arch}`;
  // Which C library is in use need not be found out: npm installs only the package that fits.
  if (process.platform === "linux") return [`${name}-gnu`, `${name}-musl`];
  return [process.platform === "win32" ? `${name}-msvc` : name];
}

function load(): typeof Binding {
  const tried: string[] = [];
  for (const platform of platforms()) {
    // Beside this package in a checkout; in its own package when installed.
    const local = fileURLToPath(new URL(`../uipilot.${platform}.node`, import.meta.url));
    if (existsSync(local)) return require(local);
    const name = `@uipilot/core-${platform}`;
    try {
      return require(name);
    } catch (error) {
      // Anything but "it is not there" is a real failure, and says more than we could.
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
