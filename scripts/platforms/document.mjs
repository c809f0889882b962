// Writes docs/platforms.md from what was found.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lib/paths.mjs";

/** The steps of a story as readers know them; several may share a column. */
const columns = {
  "installs, loads": ["install", "load"],
  "attaches, snapshot": ["attach", "snapshot", "screenshot"],
  "click, fill, error codes": ["click", "fill", "errors"],
  "closes, browser stays": ["detach"],
  launches: ["launch"],
  "killed: browser ends": ["guard"],
};

const megabytes = (bytes) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** What the checks of a platform found, in a few words. */
function floor({ checks }) {
  const of = (name) => checks.find((check) => check.name === name)?.found;
  if (of("oldest glibc") && of("oldest glibc") !== "none") return `glibc ${of("oldest glibc")}`;
  if (of("oldest macOS")) return `macOS ${of("oldest macOS")}`;
  return of("format") === "PE" ? "Windows 10" : "musl";
}

const row = (cells) => `| ${cells.join(" | ")} |`;

function buildRow(platform) {
  const { title, name, target, builtWith, bytes, packedBytes, checks } = platform;
  const failed = checks.filter(({ ok }) => !ok).map(({ name, found }) => `**${name}: ${found}**`);
  const checked = failed.length > 0 ? failed.join(", ") : `${checks.length} of ${checks.length}`;
  return row([
    title,
    `\`${name}\``,
    `${target}: ${builtWith}`,
    floor(platform),
    megabytes(bytes),
    megabytes(packedBytes),
    checked,
  ]);
}

function runRow({ title, ran, notRun }) {
  if (!ran) return row([title, notRun ?? "not run", ...Object.keys(columns).map(() => "never run")]);
  const cell = (names) => {
    const steps = ran.steps.filter(({ name }) => names.includes(name));
    if (steps.length < names.length) return "not run";
    return steps.every(({ ok }) => ok) ? "yes" : "**no**";
  };
  return row([title, `${ran.how}, Node ${ran.node?.slice(1) ?? "?"}`, ...Object.values(columns).map(cell)]);
}

const browsers = (platforms) => [...new Set(platforms.flatMap(({ ran }) => ran?.browser ?? []))].join(", ") || "none";

/** The static tests of the engine, where they were asked for. */
function engineTests(platforms) {
  const lines = platforms.flatMap(({ title, ran }) =>
    (ran?.steps ?? []).filter(({ name }) => name === "engine tests").map(({ found }) => `- ${title}: ${found}`),
  );
  return lines.length > 0 ? `\nThe engine's own unit tests, as static programs:\n\n${lines.join("\n")}\n` : "";
}

/** The document. */
export function text({ date, version, profile, rust, platforms }) {
  const failures = platforms.flatMap(({ title, ran }) =>
    (ran?.steps ?? []).filter(({ ok }) => !ok).map(({ name, found }) => `- ${title}, ${name}: ${found}`),
  );
  return `# Platforms

Version ${version}, found on ${date} with \`npm run pack -- --all --run --record\` on a Linux x64 machine
(${rust}, profile \`${profile}\`). The script writes this page; do not edit it.

## Built and checked

${row(["platform", "package: `@uipilot/core-…`", "built with", "needs", "addon", "packed", "checks passed"])}
${row(Array(7).fill("---"))}
${platforms.map(buildRow).join("\n")}

Each addon is read, not run: its format and processor, its one exported symbol, the libraries and versions of symbols that
it needs, no search path, no folder of the machine that built it, at most 6 MB packed; for macOS also the oldest system, a
library for every symbol except Node's own, and the digests of the signature.

## Run

${row(["platform", "how", ...Object.keys(columns)])}
${row(Array(2 + Object.keys(columns).length).fill("---"))}
${platforms.map(runRow).join("\n")}

npm installs the packages from a registry on the machine, with \`--os\`, \`--cpu\` and \`--libc\` of the platform, into a folder whose
path has spaces and letters of several alphabets; the profile, the temporary folder and the launched program are in it, too. The
platform's own Node then runs \`scripts/platforms/story\` with the Chromium of the machine (${browsers(platforms)}).
${failures.length > 0 ? `\nWhat failed:\n\n${failures.join("\n")}\n` : ""}${engineTests(platforms)}
## Not run

- macOS: nothing here runs its programs. A Mac's loader, its signature checks, and a browser there have not been tried.
- Windows: Wine is not Windows, and no Chromium or Firefox for Windows was run. What is launched there is a stand-in for a
  browser, a batch file with two processes, which passes everything on to Chromium; what ends it is the job object.
  Wine 8 lacks \`bcryptprimitives.dll\`; \`scripts/platforms/wine\` has what takes its place.
- The package for Windows is published from a build with Microsoft's compiler, by the release workflow; the one above is
  built with MinGW. The two differ in how they are linked, not in their sources.
- arm64: Chromium itself ran on x64. A kernel for arm64, with its page sizes and its sandbox, has not been tried.
- Firefox, WebDriver, the extension and desktop applications were run on Linux x64 with glibc only.
`;
}

/** Writes the document. */
export function write(found) {
  writeFileSync(join(root, "docs/platforms.md"), text(found));
}
