// Packages of registries that only checks need, such as schemas and linters. Each is fetched once, by npm or pip, and kept.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, findProgram } from "./paths.mjs";

const folder = join(cacheFolder, "published");

/** The folder of an npm package without its dependencies. */
export function npmPackage(name, version) {
  return fetched(`${name.replaceAll(/[@/]/g, "_")}-${version}`, (into) => {
    execFileSync("npm", ["pack", "--silent", "--pack-destination", into, `${name}@${version}`], {
      stdio: ["ignore", "ignore", "inherit"],
      shell: process.platform === "win32",
    });
    const [tarball] = readdirSync(into);
    execFileSync("tar", ["-xzf", join(into, tarball), "-C", into, "--strip-components=1"]);
  });
}

/** The folder of a Python wheel for this platform; `undefined` where there is no pip. */
export function wheel(name, version) {
  const python = findProgram("python3");
  if (python === undefined) return undefined;
  try {
    execFileSync(python, ["-m", "pip", "--version"], { stdio: "ignore" });
  } catch {
    return undefined;
  }
  return fetched(`${name}-${version}`, (into) => {
    const pip = ["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--dest", into];
    execFileSync(python, [...pip, `${name}==${version}`], { stdio: ["ignore", "ignore", "inherit"] });
    const [file] = readdirSync(into);
    execFileSync(python, ["-m", "zipfile", "-e", join(into, file), into]);
  });
}

/** A folder that is filled once. An interrupted fetch leaves none. */
function fetched(name, fill) {
  const place = join(folder, name);
  if (existsSync(place)) return place;
  mkdirSync(folder, { recursive: true });
  const temporary = mkdtempSync(`${place}-`);
  try {
    fill(temporary);
    renameSync(temporary, place);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    // Another process was faster.
    if (!existsSync(place)) throw error;
  }
  return place;
}
