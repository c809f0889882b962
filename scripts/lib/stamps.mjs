// Remembers the inputs of completed steps, so that they do not run again for the same inputs.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, root } from "./paths.mjs";

const file = join(cacheFolder, "setup.json");

/**
 * A digest of files and of all files below folders, by content. What does not exist counts as empty.
 *
 * @param {string[]} paths relative to the root
 * @param {string} [salt] anything else that the step depends on
 */
export function digest(paths, salt = "") {
  const hash = createHash("sha256").update(salt);
  for (const path of paths) add(hash, path);
  return hash.digest("hex");
}

function add(hash, path) {
  const full = join(root, path);
  const stats = statSync(full, { throwIfNoEntry: false });
  if (stats?.isDirectory()) {
    for (const name of readdirSync(full).sort()) if (name !== "node_modules") add(hash, `${path}/${name}`);
  } else {
    hash.update(`\0${path}\0`);
    if (stats) hash.update(readFileSync(full));
  }
}

/** Identifies an output without reading it. A rebuilt or edited file differs. */
function trace(path) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  return stats ? `${stats.size}:${stats.mtimeMs}` : undefined;
}

function load() {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // The file is missing or damaged, so every step runs again.
    return {};
  }
}

/** Whether a step was done for these inputs and its outputs are still as it left them. */
export function isDone(step, inputs, outputs) {
  const stamp = load()[step];
  return stamp?.inputs === inputs && outputs.every((path) => trace(path) && stamp.outputs[path] === trace(path));
}

/** Remembers that a step was done. */
export function remember(step, inputs, outputs) {
  const stamps = load();
  stamps[step] = { inputs, outputs: Object.fromEntries(outputs.map((path) => [path, trace(path)])) };
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(stamps, undefined, 2)}\n`);
}
