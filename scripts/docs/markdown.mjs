// The pages of the repository, with their headings, links and code blocks.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lib/paths.mjs";
import { slug } from "./slug.mjs";

/** Files that others wrote, or that tests read. */
const notPages = /(^|\/)(corpus|fixtures|node_modules)\/|^THIRD_PARTY\.md$/;

/** @typedef {{ language: string, text: string, line: number }} Block */
/** @typedef {{ path: string, text: string, anchors: Set<string>, links: { to: string, line: number }[], blocks: Block[] }} Page */

/** Every page that Git knows, or is about to. @returns {Page[]} */
export function pages() {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.md"], {
    cwd: root,
    encoding: "utf8",
  });
  return [...new Set(listed.split("\0"))]
    .filter((path) => path !== "" && !notPages.test(path) && existsSync(join(root, path)))
    .map((path) => pageOf(path, readFileSync(join(root, path), "utf8")));
}

/** @returns {Page} */
export function pageOf(path, text) {
  const page = { path, text, anchors: new Set(), links: [], blocks: [] };
  let open;
  for (const [index, line] of text.split("\n").entries()) {
    const fence = /^(\s*)(```+|~~~+)\s*(\S*)/.exec(line);
    if (open) {
      if (fence?.[2].startsWith(open.fence) && fence[3] === "") {
        page.blocks.push({ language: open.language, text: `${open.lines.join("\n")}\n`, line: open.line });
        open = undefined;
      } else open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
    } else if (fence) {
      open = { indent: fence[1], fence: fence[2], language: fence[3], lines: [], line: index + 1 };
    } else inspect(page, line, index + 1);
  }
  if (open) throw new Error(`${path}:${open.line}: the code block has no end`);
  return page;
}

/** Notes the heading or the links of a line outside of code. */
function inspect(page, line, number) {
  const heading = /^#{1,6}\s+(.*?)\s*#*$/.exec(line)?.[1];
  if (heading) addAnchor(page.anchors, slug(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("`", "")));
  for (const [, id] of line.matchAll(/<a (?:id|name)="([^"]+)"/g)) page.anchors.add(id);
  const plain = line.replace(/`[^`]*`/g, (code) => "x".repeat(code.length));
  for (const { index, 1: to } of plain.matchAll(/\]\(([^()\s]+(?:\([^()]*\))?)(?:\s+"[^"]*")?\)/g)) {
    // Code inside of the address was hidden above; take it as it stands.
    const start = line.indexOf("](", index) + 2;
    page.links.push({ to: line.slice(start, start + to.length), line: number });
  }
  const home = /^\s+link: (\/\S*)$/.exec(line)?.[1];
  if (home) page.links.push({ to: home, line: number });
}

/** GitHub and the site number headings of the same text. */
function addAnchor(anchors, id) {
  let free = id;
  for (let count = 1; anchors.has(free); count += 1) free = `${id}-${count}`;
  anchors.add(free);
}
