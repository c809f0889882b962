// Circles among the imports of TypeScript modules.
import { posix } from "node:path";

/** An import or re-export of another file, with what it names. */
const statement = /^(?:import|export)\s+(?:([^;"']*?)\s*from\s*)?"(\.[^"]+)"/gm;

/** Whether a clause such as `type { A }` or `{ type A, type B }` is erased before the code runs. */
function isTypeOnly(clause) {
  if (clause === undefined) return false;
  if (/^type\b/.test(clause)) return true;
  const names = /^\{(.*)\}$/s
    .exec(clause)?.[1]
    .split(",")
    .filter((name) => name.trim() !== "");
  return names?.every((name) => /^\s*type\s/.test(name)) ?? false;
}

/** The files that a file imports at run time. */
function importsOf({ path, lines }) {
  return [...lines.join("\n").matchAll(statement)]
    .filter(([, clause]) => !isTypeOnly(clause))
    .map(([, , from]) => posix.join(posix.dirname(path), from).replace(/\.js$/, ".ts"));
}

/** A circle for each import that closes one, as its paths in order. `files`: `path` and `lines` of each. */
export function importCircles(files) {
  const imports = new Map(files.map((file) => [file.path, importsOf(file)]));
  const circles = [];
  const done = new Set();
  const visit = (path, trail) => {
    const start = trail.indexOf(path);
    if (start >= 0) circles.push([...trail.slice(start), path]);
    if (start >= 0 || done.has(path)) return;
    for (const next of imports.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
  return circles;
}
