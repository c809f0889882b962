// Whether pictures are small, used, and drawn from their transcripts.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lib/paths.mjs";
import { titles } from "./stories/titles.mjs";
import { drawTerminal } from "./terminal.mjs";

const folder = "docs/pictures";
/** The largest picture, in bytes. */
const largest = 60_000;

/** @param {import("./markdown.mjs").Page[]} pages @returns {string[]} what is wrong */
export function checkPictures(pages) {
  const used = pages.flatMap(({ links }) => links.map(({ to }) => to.split("/").at(-1)));
  const names = readdirSync(join(root, folder));
  return names.flatMap((name) => {
    const path = `${folder}/${name}`;
    if (name.endsWith(".txt")) return [];
    const drawn = name.endsWith(".svg") ? draw(name.slice(0, -4)) : undefined;
    return [
      ...(used.includes(name) ? [] : [`${path}: no page shows it`]),
      ...(statSync(join(root, path)).size > largest ? [`${path} has more than ${largest} bytes`] : []),
      ...(drawn === undefined || drawn === readFileSync(join(root, path), "utf8")
        ? []
        : [`${path} does not show its transcript: run \`npm run docs:record\``]),
    ];
  });
}

function draw(name) {
  const text = join(root, folder, `${name}.txt`);
  return existsSync(text) && name in titles ? drawTerminal(titles[name], readFileSync(text, "utf8")) : "";
}
