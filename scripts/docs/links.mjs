// Whether links lead to a file and a heading that are there. Addresses of other sites are not asked: CI needs no network.
import { existsSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { root } from "../lib/paths.mjs";

/** @param {import("./markdown.mjs").Page[]} pages @returns {string[]} what is wrong */
export function checkLinks(pages) {
  const known = new Map(pages.map((page) => [page.path, page]));
  return pages.flatMap((page) =>
    page.links.flatMap(({ to, line }) => {
      const wrong = broken(page.path, to, known);
      return wrong ? [`${page.path}:${line}: ${to}: ${wrong}`] : [];
    }),
  );
}

function broken(from, to, known) {
  if (/^https?:\/\//.test(to)) return URL.canParse(to) ? undefined : "no address";
  if (/^[a-z][a-z0-9+.-]*:/i.test(to)) return "only http and https links are allowed";
  const [path, anchor] = to.split("#");
  const target = path === "" ? from : resolve(from, path);
  if (target === undefined) return "there is no such file";
  if (anchor === undefined || !target.endsWith(".md")) return undefined;
  const page = known.get(target);
  return page === undefined || page.anchors.has(decodeURIComponent(anchor)) ? undefined : "there is no such heading";
}

/** The file of a link, relative to the root. Links of the site's first page begin with `/`. */
function resolve(from, path) {
  const decoded = decodeURIComponent(path);
  const places = decoded.startsWith("/")
    ? [`docs${decoded.replace(/\/$/, "")}.md`, `docs${decoded}/index.md`]
    : [join(dirname(from), decoded)];
  return places
    .map(normalize)
    .find(
      (place) =>
        existsSync(join(root, place)) && (decoded.startsWith("/") ? statSync(join(root, place)).isFile() : true),
    );
}
