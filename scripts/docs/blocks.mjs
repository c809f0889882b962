// Whether each block of code in the pages is what it claims: commands with an entry, JSON that parses, excerpts of programs
// that the tests build. Samples of TypeScript are checked in samples.mjs.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lib/paths.mjs";
import { commands, commandsOf } from "./commands.mjs";

/** Where commands are for readers of the product; those of CONTRIBUTING.md are for its authors. */
const forReaders = (path) => path === "README.md" || path.startsWith("docs/");

const shell = ["sh", "bash", "console", "shell"];
/** Blocks that show something and promise nothing. */
const shown = ["text", "toml", "yaml", "diff", "c", ""];

/** @param {import("./markdown.mjs").Page[]} pages @returns {string[]} what is wrong */
export function checkBlocks(pages) {
  const used = new Set();
  const wrong = pages.flatMap((page) =>
    page.blocks.flatMap((block) =>
      faults(page.path, block, used).map((fault) => `${page.path}:${block.line}: ${fault}`),
    ),
  );
  const unused = Object.entries(commands).filter(([command, { run }]) => run && !used.has(command));
  return [
    ...wrong,
    ...unused.map(([command]) => `scripts/docs/commands.mjs: no page has the command ${command} any more`),
    ...pages.flatMap(checkScripts),
    ...pages.filter(({ path }) => path === "README.md").flatMap(checkInline),
  ];
}

function faults(path, { language, text }, used) {
  if (shell.includes(language)) {
    if (!forReaders(path)) return [];
    return commandsOf(text).flatMap((command) => {
      used.add(command);
      const known = commands[command];
      return known?.run || known?.elsewhere
        ? []
        : [`the command \`${command}\` has no entry in scripts/docs/commands.mjs: say there how it is run`];
    });
  }
  if (language === "json") {
    try {
      JSON.parse(text);
      return [];
    } catch (error) {
      return [`no valid JSON: ${error.message}`];
    }
  }
  if (language === "rust") return isExcerpt(text) ? [] : ["is no excerpt of a program in crates/engine/examples"];
  return ["js", "ts", ...shown].includes(language) ? [] : [`nothing checks blocks of ${language}`];
}

/** Whether the lines stand together in an example, which the Rust tests build and run. */
function isExcerpt(text) {
  return ["snapshot_and_click", "fill_form", "adopt_webdriver"].some((name) =>
    readFileSync(join(root, `crates/engine/examples/${name}.rs`), "utf8").includes(text),
  );
}

/** `npm run NAME` anywhere in a page names a script of the repository, or with `-w` of that workspace. */
function checkScripts({ path, text }) {
  // What the changelog tells of may be gone.
  if (path === "CHANGELOG.md") return [];
  return [
    ...text.replaceAll("\n", " ").matchAll(/\bnpm run (?:-s |--silent )*([a-z][\w:-]*)([^`]*?)(?=`|$| {2})/g),
  ].flatMap(([, name, rest]) => {
    const workspace = /\s-w\s+([\w@/-]+)/.exec(rest)?.[1];
    const folder = workspace === undefined ? "." : (folders[workspace] ?? workspace);
    const manifest = join(root, folder, "package.json");
    const scripts = existsSync(manifest) ? JSON.parse(readFileSync(manifest, "utf8")).scripts : {};
    return name in scripts
      ? []
      : [`${path}: there is no script for \`npm run ${name}${workspace ? ` -w ${workspace}` : ""}\``];
  });
}

/** Commands inside of the sentences of README have an entry, too. */
function checkInline({ path, text }) {
  return [...text.matchAll(/`((?:npm|npx|node|cargo) [^`]+)`/g)]
    .filter(([, command]) => !commands[command])
    .map(([, command]) => `${path}: the command \`${command}\` has no entry in scripts/docs/commands.mjs`);
}

/** The folders of workspaces that are named by their package. */
const folders = {
  "@uipilot/core": "npm/core",
  "@uipilot/workspace": "npm/workspace",
  "uipilot-mcp": "ts-mcp",
  "uipilot-extension": "extension",
};
