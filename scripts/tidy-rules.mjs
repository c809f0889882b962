// The rules of scripts/tidy.mjs. Each returns its violations as `path:line: what`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { importCircles } from "./lib/import-circles.mjs";
import { root } from "./lib/paths.mjs";

const generated =
  /(^|\/)(generated\/|binding\.d\.ts$|package-lock\.json$|Cargo\.lock$|THIRD_PARTY\.md$|LICENSE|tool-reference\.md$)/;
const longest = 500;

// The patterns are joined from pieces, so that this file does not break its own rules.
const unfinished = new RegExp(`\\b(${["TO" + "DO", "FIX" + "ME", "X" + "XX"].join("|")})\\b`);
const registryHost = new RegExp(
  [
    "registry\\.npm" + "js",
    "index\\.crates" + "\\.io",
    "static\\.crates" + "\\.io",
    "deb\\.debian" + "\\.org",
    "pypi" + "\\.org",
  ].join("|"),
);
const machinePath = new RegExp(
  `(?<![\\w.$}/])/(${["wo" + "rk", "ro" + "ot", "home/(?!me/)\\w+", "Users/(?!me/)\\w+"].join("|")})/`,
);

/** A rule: no line of the files that match `paths` may match `pattern`; `code` leaves out comments and tests. */
function forbid(name, paths, pattern, { code = false } = {}) {
  return {
    name,
    check: (files) =>
      files
        .filter(({ path }) => paths(path))
        .flatMap(({ path, lines }) =>
          (code ? shipped(path, lines) : lines).flatMap((line, index) => {
            const looked = code ? withoutComment(line) : line;
            return pattern.test(looked) ? [`${path}:${index + 1}: ${line.trim().slice(0, 120)}`] : [];
          }),
        ),
  };
}

/** A line of Rust or TypeScript without its comment. */
function withoutComment(line) {
  return line.replace(/^\s*(\/\/|\*|\/\*).*$/, "").replace(/\s\/\/ .*$/, "");
}

/** The lines of a file without the unit tests at the end of a Rust module. */
function shipped(path, lines) {
  const tests = path.endsWith(".rs") ? lines.indexOf("#[cfg(test)]") : -1;
  return tests < 0 ? lines : lines.slice(0, tests);
}

const isSource = (path) => /\.(rs|ts|mts|mjs|js)$/.test(path);
const under =
  (...folders) =>
  (path) =>
    folders.some((folder) => path.startsWith(folder));
const rust = (path) => path.endsWith(".rs");

const pure = under("crates/engine/src/snapshot", "crates/engine/src/locator", "crates/engine/src/reading");

/** These files quote the user's text, not page text. */
const writesNoPageText = new Set([
  "ts-mcp/src/quote.ts",
  "ts-mcp/src/cli.ts",
  "ts-mcp/src/validate.ts",
  // Composes a script.
  "extension/src/shield/shield.ts",
]);

export const rules = [
  forbid(
    "only crates/node-binding knows napi",
    (path) =>
      (rust(path) || path.endsWith("Cargo.toml")) && path !== "Cargo.toml" && !path.startsWith("crates/node-binding/"),
    /\bnapi/,
    { code: true },
  ),
  forbid(
    "only the servers, the workspace tools, the tests and the scripts know MCP's SDK",
    // The workspace tools are clients of file servers and of Context7.
    (path) => isSource(path) && !under("ts-mcp/", "tests/", "scripts/", "examples/swap-in/", "npm/workspace/")(path),
    /@modelcontextprotocol\//,
  ),
  forbid(
    "snapshot, locator and reading do no I/O",
    pure,
    /\b(tokio|async_trait|reqwest|tungstenite)\b|\bstd::(fs|net|process|io|env)\b|\basync fn\b|\.await\b/,
    { code: true },
  ),
  forbid(
    "only backend/ and session/connect name a protocol or a backend",
    (path) =>
      rust(path) &&
      under("crates/engine/src/", "crates/node-binding/src/")(path) &&
      !under("crates/engine/src/backend/", "crates/engine/src/session/connect")(path),
    /\bProtocol::|\b(cdp|bidi|webdriver|thirtyfour)::|backend::(\{[^}]*\b)?(cdp|bidi|webdriver)\b|\b(Cdp|Bidi|Classic)(Browser|Page)\b/,
    { code: true },
  ),
  forbid(
    "the in-page script imports nothing from outside",
    under("crates/engine/injected/src"),
    // Its folders are one level deep, so that `../../` leaves it.
    /\bfrom\s+"(?:[^.]|\.\.\/\.\.\/)|\bimport\s*\(|\brequire\s*\(/,
    { code: true },
  ),
  {
    name: "no import circle at run time (type-only imports do not count)",
    check: (files) =>
      ["crates/engine/injected/src/", "extension/src/", "npm/core/src/", "npm/workspace/src/", "ts-mcp/src/"].flatMap(
        (folder) =>
          importCircles(files.filter(({ path }) => path.startsWith(folder) && path.endsWith(".ts"))).map(
            (circle) => `${circle[0]}: ${circle.join(" → ")}`,
          ),
      ),
  },
  forbid(
    "TypeScript quotes page text in ts-mcp/src/quote.ts only",
    (path) => under("extension/src/", "ts-mcp/src/")(path) && !writesNoPageText.has(path),
    /\$\{[^}]*JSON\.stringify\(|"\$\{|\\"\$\{/,
    { code: true },
  ),
  forbid(
    "no decision by an error's text",
    (path) => rust(path) && !path.includes("test"),
    /\.to_string\(\)\s*\.(contains|starts_with|ends_with)\(/,
    { code: true },
  ),
  forbid("nothing is left for later in the code", (path) => isSource(path) || path.endsWith(".md"), unfinished),
  forbid("no paths of one machine", (path) => !generated.test(path), machinePath),
  forbid("no hosts of registries", () => true, registryHost),
  { name: "the engine names no tool and no flag of the MCP server", check: serverNames },
  {
    name: `no more than ${longest} lines`,
    check: (files) =>
      files
        .filter(({ path }) => !generated.test(path) && (isSource(path) || path.endsWith(".html")))
        .filter(({ lines }) => lines.length - 1 > longest)
        .map(({ path, lines }) => `${path}: ${lines.length - 1} lines`),
  },
  { name: "one version everywhere", check: versions },
  {
    name: "documented",
    check: () => [
      ...undocumented(
        "crates/engine/src/error/mod.rs",
        /=> "([A-Z_]+)",$/gm,
        "ARCHITECTURE.md",
        (code) => `| \`${code}\` |`,
      ),
      ...undocumented("ts-mcp/src/cli/flags.ts", /^ {2}"?([a-z-]+)"?: \{/gm, "README.md", (flag) => `--${flag}`),
    ],
  },
];

/**
 * The engine's texts reach callers that do not know the MCP server. A tool whose name is a plain word
 * (`scroll`) is recognized only in back quotes. A flag that fills a literal is an argument of a browser.
 */
function serverNames(files) {
  const names = files
    // The names of the suite are fixed, and some are also those of commands of a protocol or calls of a session.
    .filter(({ path }) => path.startsWith("ts-mcp/src/tools/") && !path.endsWith("/suite.ts"))
    .flatMap(({ lines }) => lines.flatMap((line) => /^ {2,4}name: "(\w+)",$/.exec(line)?.[1] ?? []));
  const flags = [
    ...readFileSync(join(root, "ts-mcp/src/cli/flags.ts"), "utf8").matchAll(/^ {2}"?([a-z-]+)"?: \{/gm),
  ].map(([, flag]) => flag);
  if (names.length === 0 || flags.length === 0) return ["no tools or no flags found; correct scripts/tidy-rules.mjs"];
  const compound = names.filter((name) => /_|[a-z][A-Z]/.test(name));
  const tool = new RegExp(`\\b(${compound.join("|")})\\b|\`(${names.join("|")})\``);
  const flag = new RegExp(`(?<![\\w-])--(${flags.join("|")})(?![\\w-])`);
  return files
    .filter(({ path }) => rust(path) && path.startsWith("crates/engine/src/") && !generated.test(path))
    .flatMap(({ path, lines }) =>
      literals(shipped(path, lines).join("\n"))
        .filter(({ text }) => tool.test(text) || (/\s/.test(text) && flag.test(text)))
        .map(({ line, text }) => `${path}:${line}: ${text.slice(0, 120)}`),
    );
}

/** The string literals of Rust code, each with the line on which it begins. */
function literals(code) {
  const token = /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])'|\br(#*)"[\s\S]*?"\1|"(?:\\[\s\S]|[^"\\])*"/g;
  return [...code.matchAll(token)]
    .filter(([text]) => /^r?#*"/.test(text))
    .map(({ 0: text, index }) => ({ text, line: code.slice(0, index).split("\n").length }));
}

/** The crates share the workspace's version. Every package with a version must have the same one. */
function versions(files) {
  const wanted = /^\[workspace\.package\]\n(?:.*\n)*?version = "(.+)"$/m.exec(
    readFileSync(join(root, "Cargo.toml"), "utf8"),
  )?.[1];
  // The versions that containers install.
  const installed = files
    .filter(({ path }) => path.startsWith("deploy/"))
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, index) => {
        const version = /uipilot-mcp@(\d[\w.-]*)|VERSION:-(\d[\w.-]*)|"default": "(\d+\.[\w.-]*)"/
          .exec(line)
          ?.slice(1)
          .find(Boolean);
        return version === undefined || version === wanted
          ? []
          : [`${path}:${index + 1}: ${version}, the workspace ${wanted}`];
      }),
    );
  const declared = files
    .filter(
      ({ path }) =>
        /(^|\/)(package\.json|server\.json|devcontainer-feature\.json|Cargo\.toml)$/.test(path) &&
        path !== "Cargo.toml" &&
        // It has the version of what it stands in for.
        path !== "crates/stringmatch/Cargo.toml" &&
        !path.includes("fixtures/") &&
        !path.startsWith("fuzz/"),
    )
    .flatMap(({ path, lines }) =>
      path.endsWith(".toml") ? crateOffences(path, lines) : packageOffences(path, lines.join("\n"), wanted),
    );
  return [...declared, ...installed];
}

function crateOffences(path, lines) {
  return lines.includes("version.workspace = true") ? [] : [`${path}: no \`version.workspace = true\``];
}

function packageOffences(path, text, wanted) {
  const { name, version, dependencies = {}, optionalDependencies = {}, packages = [] } = JSON.parse(text);
  // In server.json.
  const listed = packages.map((entry) => [entry.identifier, entry.version]);
  const own = Object.entries({ ...dependencies, ...optionalDependencies }).filter(
    ([key]) => key.startsWith("@uipilot/") || key === "uipilot-mcp",
  );
  return [
    ...(version !== undefined && version !== wanted
      ? [`${path}: ${name ?? "it"} is ${version}, the workspace ${wanted}`]
      : []),
    ...[...own, ...listed]
      .filter(([, range]) => range !== wanted)
      .map(([key, range]) => `${path}: wants ${key} ${range}, the workspace is ${wanted}`),
  ];
}

/** The definitions of a file that a document does not name. */
function undocumented(source, pattern, document, written) {
  const text = readFileSync(join(root, document), "utf8");
  const defined = [...readFileSync(join(root, source), "utf8").matchAll(pattern)].map(([, name]) => name);
  if (defined.length === 0)
    return [`${source}: nothing found that ${document} could name; correct scripts/tidy-rules.mjs`];
  return defined.filter((name) => !text.includes(written(name))).map((name) => `${document}: does not mention ${name}`);
}
