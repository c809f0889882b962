// The samples of TypeScript and JavaScript in the pages: their types are checked against the packages, and those that are whole
// programs are run.
import { spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { transform } from "esbuild";
import { cacheFolder, root } from "../lib/paths.mjs";

const folder = join(cacheFolder, "docs-samples");

/** What a sample that is a part of a program leaves out, by a line of it. */
const preludes = {
  "const driver = await new Builder": 'import { Builder } from "selenium-webdriver";\n',
  "sessionId: driver.sessionId":
    'declare const driver: { sessionId: string };\nimport { Session } from "@uipilot/core";\n',
  "session: driver.sessionId":
    'declare const driver: { sessionId: string };\nimport { Session } from "@uipilot/core";\n',
  "registerTools(server": 'declare const server: import("@modelcontextprotocol/server").McpServer;\n',
};

/** Samples that are run, by page and number, with what they print. */
const programs = {
  "docs/start/typescript.md 1": /uid=1_2 button "Pay"[\s\S]*Clicked button "Pay"[\s\S]*Paid/,
  "docs/start/typescript.md 2": /^NOT_ENABLED – do what the page needs to enable it first, or wait for it$/m,
  "docs/start/typescript.md 3": tryServer,
};

/** Ends what hangs, in milliseconds. */
const longest = 120_000;

/** @param {import("./markdown.mjs").Page[]} pages @returns {Promise<string[]>} what is wrong */
export async function checkSamples(pages) {
  rmSync(folder, { recursive: true, force: true });
  for (const language of Object.keys(strictness)) mkdirSync(join(folder, language), { recursive: true });
  const samples = pages.flatMap(({ path, blocks }) =>
    blocks
      .map((block, index) => ({ ...block, next: blocks[index + 1] }))
      .filter(({ language }) => language === "js" || language === "ts")
      .map(({ text, language, next }, index) => ({
        text,
        // A block of text after a program is what it prints.
        printed: next?.language === "text" ? next.text.trim() : "",
        name: `${path} ${index + 1}`,
        file: join(language, fileOf(path, index + 1)),
      })),
  );
  for (const { text, file } of samples) {
    const prelude = Object.entries(preludes).find(([part]) => text.includes(part))?.[1] ?? "";
    const missing = prelude.split("\n").filter((line) => line !== "" && !hasImport(text, line));
    writeFileSync(join(folder, `${file}.ts`), `${[...missing, text].join("\n")}\nexport {};\n`);
  }
  const wrong = [];
  for (const [language, strict] of Object.entries(strictness)) {
    const project = join(folder, language);
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify(configOf(strict)));
    const { code, text } = await output([
      process.execPath,
      "node_modules/typescript/bin/tsc",
      "--noEmit",
      "-p",
      project,
    ]);
    if (code !== 0) wrong.push(`samples do not fit the types:\n${text}`);
  }
  for (const [name, expected] of Object.entries(programs)) {
    const sample = samples.find((sample) => sample.name === name);
    const fault = sample ? await run(sample, expected) : "there is no such sample";
    if (fault) wrong.push(`${name}: ${fault}`);
  }
  return wrong;
}

/** Samples of JavaScript leave out what only types ask for. */
const strictness = { js: false, ts: true };

const configOf = (strict) => ({
  extends: "../../../tsconfig.base.json",
  compilerOptions: {
    strict,
    exactOptionalPropertyTypes: strict,
    noUnusedLocals: false,
    noEmit: true,
    types: ["node"],
    lib: ["ES2023", "DOM"],
  },
  include: ["*.ts"],
});

const fileOf = (path, number) => `${path.replace(/\.md$/, "").replace(/\W+/g, "-")}-${number}`;

/** Whether a sample has what an import of its prelude brings. */
const hasImport = (text, line) => {
  const from = /^import .* from ("[^"]+");$/.exec(line)?.[1];
  return from !== undefined && text.includes(`from ${from}`);
};

async function run({ text, file, printed: shown }, expected) {
  const program = join(folder, `${file}.mjs`);
  writeFileSync(program, (await transform(text, { loader: "ts", format: "esm", target: "node20" })).code);
  if (typeof expected === "function") return expected(program).catch((error) => `failed: ${error.message}`);
  const { code, text: printed } = await output([process.execPath, program]);
  const right = expected.test(printed) && printed.includes(shown);
  return code === 0 && right ? undefined : `ended with ${code} and printed:\n${printed}`;
}

/** The sample server opens a page, clicks in it, and words an error. */
async function tryServer(program) {
  const client = new Client({ name: "uipilot-docs", version: "1.0.0" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [program], stderr: "ignore" }));
  try {
    const call = async (name, args) => (await client.callTool({ name, arguments: args })).content[0].text;
    const page = await call("open", { url: "data:text/html,<button onclick='this.textContent=`Paid`'>Pay</button>" });
    const uid = /uid=(\S+) button "Pay"/.exec(page)?.[1];
    const clicked = await call("click", { uid: uid ?? "none" });
    if (!/Clicked button "Pay"[\s\S]*Paid/.test(clicked)) return `click answered ${clicked}`;
    const refused = await call("click", { uid: "9_99" });
    return refused.startsWith("[UNKNOWN_UID] ") ? undefined : `click answered ${refused}`;
  } finally {
    await client.close();
  }
}

/** Runs a program to its end. */
async function output([program, ...args]) {
  const child = spawn(program, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  const chunks = [];
  child.stdout.on("data", (chunk) => chunks.push(chunk));
  child.stderr.on("data", (chunk) => chunks.push(chunk));
  const limit = setTimeout(() => child.kill("SIGTERM"), longest);
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(signal ?? code));
  });
  clearTimeout(limit);
  return { code, text: Buffer.concat(chunks).toString() };
}
