// The commands that README and docs/ tell readers to type. Each is run, or it says where else, or why not.
// A command without an entry fails the check.

/**
 * @typedef {object} Command
 * @property {keyof typeof import("./runs.mjs").runs} [run] how `scripts/docs/run.mjs` runs it
 * @property {string} [elsewhere] what runs it, or why nothing does
 */

/** @type {Record<string, Command>} */
export const commands = {
  "npm run demo": { run: "demo" },
  "npm run demo -- https://example.org": { run: "demoOfPage" },
  "npm run demo -- --browser firefox": { run: "demoInFirefox" },
  "npm run demo:workspace": { run: "demoWorkspace" },
  "npm run demo:desktop": { run: "demoDesktop" },
  "node ts-mcp/dist/index.js --port 8931": { run: "http" },
  "npx uipilot-mcp --port 8931": {
    elsewhere: "is of the package: in a clone, npm links the program only if it was built before",
  },
  "node ts-mcp/dist/index.js doctor": { run: "doctor" },
  "node ts-mcp/dist/index.js init --dry-run": { run: "initDryRun" },
  "cargo run -p uipilot-engine --example snapshot_and_click": { elsewhere: "crates/engine/tests/examples.rs" },
  "cargo run -p uipilot-engine --example fill_form": { elsewhere: "crates/engine/tests/examples.rs" },
  "cargo run -p uipilot-engine --example adopt_webdriver": { elsewhere: "crates/engine/tests/examples.rs" },
  "npm run setup": { elsewhere: "`npm test` and `.ci/run` begin with it" },
  "npm test": { elsewhere: "is CI itself" },
  "npm run test:desktop": { elsewhere: "the step `desktop` of `npm test`" },
  "npm run bench:desktop": { elsewhere: "takes minutes on an idle machine; its figures are in docs/benchmarks.md" },
  "npm run test:grid": { elsewhere: "takes minutes; the step `grid` of `npm test` runs a smaller grid" },
  "npm run build:ts": { elsewhere: "the set-up of `npm test` runs each of its parts" },
  "node ts-mcp/dist/index.js init": { elsewhere: "tests/specs/init.spec.ts" },
  "node ts-mcp/dist/index.js init --client cursor -- --headed": { elsewhere: "tests/specs/init.spec.ts" },
  "node ts-mcp/dist/index.js init --remove": { elsewhere: "tests/specs/init.spec.ts" },
  'node examples/click.mjs https://example.org "Learn more"': {
    elsewhere: "tests/specs/example.spec.ts, on another page",
  },
};

/** The commands of a shell block, without comments. */
export function commandsOf(text) {
  return text
    .split("\n")
    .map((line) => line.replace(/(^|\s)#\s.*$/, "").trim())
    .filter((line) => line !== "");
}
