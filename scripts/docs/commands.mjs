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
  'UIPILOT_PROXY_SERVER=http://ann:secret@proxy.example:3128 npx uipilot-mcp --proxy-bypass "localhost,.example.org" --ignore-https-errors':
    { elsewhere: "tests/specs/proxy.spec.ts, with a proxy of its own" },
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
  "node ts-mcp/dist/uipilot.cjs open https://example.org": { run: "shell" },
  ...elsewhere("the run of the first of them", [
    "node ts-mcp/dist/uipilot.cjs snapshot",
    "node ts-mcp/dist/uipilot.cjs click 1_3",
    "node ts-mcp/dist/uipilot.cjs screenshot page.png",
  ]),
  ...elsewhere("tests/specs/cli.spec.ts, with addresses and UIDs of its own", [
    "uipilot open https://example.org/shop",
    "uipilot snapshot",
    "uipilot click 1_8",
    'uipilot fill 1_20 "Ada Lovelace"',
    "uipilot screenshot shop.png",
    "uipilot stop",
    "uipilot --session shop --browser firefox --headed open https://example.org",
    "uipilot --session shop snapshot",
    "uipilot sessions",
    "uipilot --session shop close",
    "open https://example.org/shop",
    'act click "Add bread"',
    'wait "1 item"',
    "screenshot basket.png",
    "source <(uipilot completion bash)",
  ]),
  ...elsewhere("tests/specs/origins.spec.ts, with servers of its own", [
    'uipilot-mcp --allow-origin https://app.example.org --allow-origin "https://*.example-cdn.com"',
    "INTRANET_LOGIN=ann:… uipilot-mcp --http-credentials https://intranet.example=env:INTRANET_LOGIN",
  ]),
  ...elsewhere("tests/specs/certificates.spec.ts, with servers and certificates of its own", [
    "uipilot-mcp --client-certificate https://intranet.example=ann.pem",
  ]),
  ...elsewhere("tests/specs/secrets.spec.ts, with a file of its own", [
    "chmod 600 secrets.json",
    "uipilot fill 1_4 --secret SHOP_PASSWORD",
    "node ts-mcp/dist/index.js --secrets secrets.json",
  ]),
  ...elsewhere("not run by itself: zsh and fish are not on every machine", [
    "source <(uipilot completion zsh)",
    "uipilot completion fish | source",
  ]),
  ...elsewhere("tests/specs/install-browser.spec.ts, from a server of its own", [
    "npx uipilot-mcp install-browser chrome",
    "npx uipilot-mcp install-browser firefox --channel esr",
    "npx uipilot-mcp install-browser chrome --version 156.0.8078.108 --path /srv/browsers",
    "npx uipilot-mcp install-browser --list",
    "npx uipilot-mcp install-browser chrome --remove",
  ]),
  ...elsewhere("tests/specs/skill.spec.ts, in a home folder of its own", [
    "node ts-mcp/dist/index.js skill",
    "node ts-mcp/dist/index.js skill --client codex --project",
    "node ts-mcp/dist/index.js skill --to ~/.agents/skills",
    "node ts-mcp/dist/index.js skill --print",
    "node ts-mcp/dist/index.js skill --remove",
  ]),
  ...elsewhere("needs a container engine; docs/container.md says how the steps were run without one", [
    "docker build -f deploy/container/Containerfile -t uipilot-mcp deploy/container",
    'npm run -s pack && docker build -f deploy/container/Containerfile -t uipilot-mcp --build-arg PACKAGES="./*.tgz" target/packages',
    "docker run --rm -p 127.0.0.1:8931:8931 -e UIPILOT_MCP_TOKEN=… \\",
    '--security-opt seccomp=deploy/container/seccomp.json --shm-size=1g -v "$PWD/files:/files" uipilot-mcp',
    "docker run --rm -i --no-healthcheck --security-opt seccomp=deploy/container/seccomp.json --shm-size=1g uipilot-mcp --browser firefox",
  ]),
  ...elsewhere("tests/packaging/packaging.spec.ts and tests/specs/extension-folder.spec.ts", [
    "npx uipilot-mcp extension",
    "npx uipilot-mcp extension --to DIR",
    "npx uipilot-mcp extension --update",
    "node ts-mcp/dist/index.js extension",
  ]),
  "node scripts/extension-zip.mjs": { elsewhere: "tests/packaging/packaging.spec.ts" },
  "node ts-mcp/dist/index.js install-browser chrome": {
    elsewhere: "tests/specs/install-browser.spec.ts, from a server of its own",
  },
  "npm run docs:site": { elsewhere: "the step `docs` of `npm test` builds the site" },
  "npm run -s bundle": { elsewhere: "tests/packaging/bundle.spec.ts runs its script" },
  'node examples/click.mjs https://example.org "Learn more"': {
    elsewhere: "tests/specs/example.spec.ts, on another page",
  },
};

/** Entries of commands that are run at one place, or not run for one reason. */
function elsewhere(where, names) {
  return Object.fromEntries(names.map((name) => [name, { elsewhere: where }]));
}

/** The commands of a shell block, without comments. */
export function commandsOf(text) {
  return text
    .split("\n")
    .map((line) => line.replace(/(^|\s)#\s.*$/, "").trim())
    .filter((line) => line !== "");
}
