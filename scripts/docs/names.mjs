// Whether the names in the pages are those of the product: error codes and statuses, tools, flags, and the peers' tools.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lib/paths.mjs";

const read = (path) => readFileSync(join(root, path), "utf8");
const all = (text, pattern) => [...text.matchAll(pattern)].map(([, found]) => found);

/** @param {import("./markdown.mjs").Page[]} pages @returns {string[]} what is wrong */
export function checkNames(pages) {
  const tools = new Set(all(read("docs/tool-reference.md"), /^### (\w+)$/gm));
  return [
    ...checkFigures(),
    ...checkCodes(),
    ...checkStatuses(),
    ...checkMigration(tools),
    ...checkTools(pages, tools),
    ...checkFlags(pages),
  ];
}

/** Every code has a page with cause and cure and a line in the list, and every page a code. */
function checkCodes() {
  const codes = new Set([
    ...all(read("crates/engine/src/error/mod.rs"), /=> "([A-Z_]+)",$/gm),
    ...sources("ts-mcp/src").flatMap((text) => all(text, /new ToolError\(\s*"([A-Z_]+)"/g)),
  ]);
  const list = read("docs/errors/index.md");
  const pages = readdirSync(join(root, "docs/errors"))
    .filter((name) => !["index.md", "statuses.md"].includes(name))
    .map((name) => name.replace(/\.md$/, ""));
  return [
    ...[...codes]
      .filter((code) => !pages.includes(code))
      .map((code) => `the error code ${code} has no page in docs/errors`),
    ...pages.filter((page) => !codes.has(page)).map((page) => `docs/errors/${page}.md: there is no such error code`),
    ...pages
      .filter((page) => !list.includes(`| [\`${page}\`](${page}.md) |`))
      .map((page) => `docs/errors/index.md does not list ${page}`),
    ...pages.flatMap((page) => {
      const text = read(`docs/errors/${page}.md`);
      const parts = [`# \`${page}\`\n`, "\n## Cause\n", "\n## Cure\n"];
      return parts
        .filter((part) => !text.includes(part))
        .map((part) => `docs/errors/${page}.md lacks "${part.trim()}"`);
    }),
  ];
}

/** Every status and `errorCode` of structured answers stands in the page of statuses. */
function checkStatuses() {
  const page = read("docs/errors/statuses.md");
  const statuses = ["npm/workspace/src", "ts-mcp/src"]
    .flatMap(sources)
    .flatMap((text) => all(text, /"(ERROR_[A-Z_]+|PARTIAL_SUCCESS)"/g));
  const codes = ["data", "markdown"].flatMap((tool) => {
    const union = /FaultCode =([\s\S]*?);/.exec(read(`npm/workspace/src/${tool}/fault.ts`))?.[1] ?? "";
    return all(union, /"([A-Z_]+)"/g);
  });
  if (statuses.length < 20 || codes.length < 20) return ["no statuses were found; correct scripts/docs/names.mjs"];
  return [...new Set([...statuses, ...codes])]
    .filter((status) => !page.includes(`\`${status}\``))
    .map((status) => `docs/errors/statuses.md lacks ${status}`);
}

/** Each tool that a peer listed has a row, and what the rows name of ours exists. */
function checkMigration(tools) {
  return Object.entries(JSON.parse(read("docs/migrate/tools.json"))).flatMap(([name, peer]) => {
    const path = `docs/migrate/${name}.md`;
    const text = read(path);
    const rows = all(text, /^(\|.*\|)$/gm).map((row) => row.split(" | "));
    const theirs = new Set(rows.flatMap(([first]) => all(first, /`(\w+)`/g)));
    const listed = [...peer.tools, ...(peer.optional ?? [])];
    return [
      ...listed.filter((tool) => !theirs.has(tool)).map((tool) => `${path} lacks their tool ${tool}`),
      ...[...theirs].filter((tool) => !listed.includes(tool)).map((tool) => `${path}: they have no tool ${tool}`),
      ...rows
        .flatMap(([, ours = ""]) => all(ours, /`(\w+)`/g))
        .filter((tool) => !tools.has(tool) && !keys.has(tool))
        .map((tool) => `${path}: we have no tool ${tool}`),
      ...[peer.version, peer.asked].filter((part) => !text.includes(part)).map((part) => `${path} lacks ${part}`),
    ];
  });
}

/** Words beside tools in the second column: values of arguments. */
const keys = new Set(["Enter"]);

const ours = (path) => /^docs\/(?:tasks|start|errors)\/|^docs\/(?:troubleshooting|comparison)\.md$/.test(path);

/** Names in code that look like tools are tools. */
function checkTools(pages, tools) {
  return pages
    .filter(({ path }) => ours(path))
    .flatMap(({ path, text }) =>
      all(text.replace(/^```[\s\S]*?^```/gm, ""), /`([a-z]+(?:_[a-z]+)+)`/g)
        .filter((name) => !tools.has(name))
        .map((name) => `${path}: there is no tool ${name}`),
    );
}

/** Flags of other programs, and of the commands beside the server. */
const otherFlags = new Set([
  "remote-debugging-port",
  "user-data-dir",
  "decrypt",
  "fix",
  "json",
  "dry-run",
  "client",
  "replace",
  "shm-size",
  "version",
  "port",
  "open",
  "peers",
]);

/** Flags in code are flags of the server. */
function checkFlags(pages) {
  const flags = new Set(all(read("ts-mcp/src/cli/flags.ts"), /^ {2}"?([a-z-]+)"?: \{/gm));
  return pages
    .filter(({ path }) => ours(path))
    .flatMap(({ path, text }) =>
      all(text.replace(/^```[\s\S]*?^```/gm, ""), /`[^`\n]*?--([a-z][a-z-]+)[^`\n]*`/g)
        .filter((flag) => !flags.has(flag) && !otherFlags.has(flag))
        .map((flag) => `${path}: there is no flag --${flag}`),
    );
}

/** The texts of the TypeScript files of a folder. */
function sources(folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => read(join(folder, name)));
}

/** Pages whose figures come from the pages of the measurements. */
const measured = ["docs/benchmarks.md", "docs/recall.md", "docs/scale.md"];

/** Figures in the comparison stand in the pages of the measurements: they change together. */
function checkFigures() {
  const path = "docs/comparison.md";
  const known = measured.map(read).join("\n");
  return all(
    read(path).replace(/`[^`]*`/g, ""),
    /(?<![\w.,])(\d{1,3}(?:,\d{3})+|\d+\.\d{2,}|\d+\.\d+\.\d+)(?![\w,]*\d)/g,
  )
    .filter((figure) => !known.includes(figure))
    .map((figure) => `${path}: ${figure} stands in none of ${measured.join(", ")}`);
}
