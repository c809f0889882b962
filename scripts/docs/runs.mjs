// Runs the commands of the documentation as a reader would, and looks at what they print.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram, root } from "../lib/paths.mjs";
import { freePort, waitFor } from "../lib/ports.mjs";
import { startSite } from "./site.mjs";

/** Ends what hangs, in milliseconds. */
const longest = 180_000;

/** How to run each command. Each resolves to why it was skipped, or to nothing; it rejects if the command failed. */
export const runs = {
  demo: () => passes(["npm", "run", "demo"], /Thank you, Ada[\s\S]*✓ done/),
  demoInFirefox: () => passes(["npm", "run", "demo", "--", "--browser", "firefox"], /Thank you, Ada[\s\S]*✓ done/),
  demoOfPage: async () => {
    const site = await startSite();
    try {
      await expects(["npm", "run", "demo", "--", `${site.url}/contacts`], /"Contacts"[\s\S]*✓ done/);
    } finally {
      await site.close();
    }
  },
  demoWorkspace: () => passes(["npm", "run", "demo:workspace"], /✓ done/),
  demoDesktop: async () => {
    if (process.platform !== "linux" || !findProgram("Xvfb", "Xorg")) return "there is no X server";
    await expects(["npm", "run", "demo:desktop"], /✓ done/);
  },
  doctor: () => passes([process.execPath, "ts-mcp/dist/index.js", "doctor"], /^ok +browsers?\b/m, { codes: [0, 1] }),
  initDryRun: async () => {
    const home = mkdtempSync(join(tmpdir(), "uipilot-docs-"));
    mkdirSync(join(home, ".cursor"));
    try {
      const env = { HOME: home, XDG_CONFIG_HOME: join(home, ".config"), CLAUDE_CONFIG_DIR: "", CODEX_HOME: "" };
      await expects([process.execPath, "ts-mcp/dist/index.js", "init", "--dry-run"], /"uipilot": \{/, { env });
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  },
  shell,
  http,
};

/** The command line: what one command has opened, the next one reads, presses and draws. */
async function shell() {
  const site = await startSite();
  const folder = mkdtempSync(join(tmpdir(), "uipilot-docs-"));
  const program = join(root, "ts-mcp/dist/uipilot.cjs");
  const uipilot = (args, expected) =>
    expects([process.execPath, program, ...args], expected, { cwd: folder, env: { XDG_RUNTIME_DIR: folder } });
  try {
    await uipilot(["open", `${site.url}/contacts`], /Went to/);
    const text = await uipilot(["snapshot"], /Delete person 1/);
    const [, uid] = /uid=(\d+_\d+) button "Delete person 1"/.exec(text) ?? [];
    await uipilot(["click", uid ?? "?"], /Clicked button "Delete person 1"/);
    await uipilot(["screenshot", "page.png"], /Wrote .*page\.png/);
    if (!existsSync(join(folder, "page.png"))) throw new Error("there is no picture");
    await uipilot(["stop"], /Stopped\. 1 session closed/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await site.close();
  }
}

/** The server answers on its addresses, and ends with SIGTERM. */
async function http() {
  const port = (await answers("http://127.0.0.1:8931/health")) ? await freePort() : 8931;
  const server = spawn(process.execPath, ["ts-mcp/dist/index.js", "--port", String(port)], {
    cwd: root,
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => server.once("close", resolve));
  try {
    await waitFor(`http://127.0.0.1:${port}/health`);
    const health = await fetch(`http://127.0.0.1:${port}/health`);
    if (!health.ok) throw new Error(`/health answered ${health.status}`);
  } finally {
    server.kill("SIGTERM");
    await ended;
  }
}

async function answers(url) {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

/** Runs a command that has to print what is expected. */
async function passes(command, expected, options) {
  await expects(command, expected, options);
}

/** Runs a command to its end, and returns what it printed. It has to end with one of `codes`, and print what is expected. */
async function expects([program, ...args], expected, { cwd = root, env = {}, codes = [0] } = {}) {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  const output = [];
  child.stdout.on("data", (chunk) => output.push(chunk));
  child.stderr.on("data", (chunk) => output.push(chunk));
  const limit = setTimeout(() => child.kill("SIGTERM"), longest);
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(signal ?? code));
  });
  clearTimeout(limit);
  const text = Buffer.concat(output).toString();
  if (!codes.includes(code)) throw new Error(`ended with ${code}:\n${text}`);
  if (!expected.test(text)) throw new Error(`did not print ${expected}:\n${text}`);
  return text;
}
