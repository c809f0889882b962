// The packages of others that an installed package needs, as package-lock.json has them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../lib/failure.mjs";
import { root } from "../lib/paths.mjs";

/**
 * @param {string} workspace the folder of a package of this repository
 * @returns {string[]} the folders of the packages, from the root
 */
export function closure(workspace) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const found = new Set();
  const visit = (from) => {
    const { dependencies = {}, optionalDependencies = {} } = packages[from];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const folder = lookUp(packages, from, name);
      if (folder === undefined) {
        if (name in optionalDependencies) continue;
        throw new Failure(`${from} needs ${name}, which package-lock.json has not`, "run `npm install`");
      }
      if (packages[folder].link || found.has(folder)) continue;
      const { os, cpu } = packages[folder];
      if (os ?? cpu) {
        throw new Failure(`${folder} is for one platform only`, "teach scripts/bundle/closure.mjs about such packages");
      }
      found.add(folder);
      visit(folder);
    }
  };
  visit(workspace);
  return [...found];
}

/** Where Node finds a package that another one imports. */
function lookUp(packages, from, name) {
  for (let folder = from; ; folder = folder.replace(/\/?(?:node_modules\/)?(?:@[^/]+\/)?[^/]+$/, "")) {
    const inside = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
    if (inside in packages) return inside;
    if (folder === "") return undefined;
  }
}
