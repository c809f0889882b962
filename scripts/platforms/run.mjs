// Runs what is packed for a platform, in that platform's Node, on this machine.
import { spawn } from "node:child_process";
import {
  chmodSync,
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { must } from "../lib/command.mjs";
import { root } from "../lib/paths.mjs";
import { chromium, startChromium } from "./chromium.mjs";
import { serveHost } from "./host.mjs";
import { serveRegistry } from "./registry.mjs";
import { runner } from "./runners.mjs";

const storyFolder = join(root, "scripts/platforms/story");

/** How long a story may take. This only ends what hangs: emulated programs are some thirty times slower. */
const limit = 600_000;

/** What is tried; a platform says which of it cannot be. */
const steps = [
  ...["load", "attach", "snapshot", "click", "fill", "screenshot", "errors", "detach"],
  ...["launch", "guard"],
];
/** The codes of the errors that the story makes. */
const codes = ["UNKNOWN_UID", "INVALID_INPUT", "CONNECT_FAILED"];

/** Installs the loader for a platform, as npm chooses its packages there, and returns the addons that it chose. */
export async function install(platform, folder, registry) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "package.json"),
    '{ "name": "app", "version": "1.0.0", "private": true, "type": "module" }\n',
  );
  writeFileSync(join(folder, ".npmrc"), `@uipilot:registry=${registry}\n`);
  await must(
    [
      ...["npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock"],
      ...["--prefix", folder, "--cache", join(folder, ".npm")],
      ...[`--os=${platform.os}`, `--cpu=${platform.cpu}`, ...(platform.libc ? [`--libc=${platform.libc}`] : [])],
      "@uipilot/core",
    ],
    "see what npm says above",
  );
  const lock = JSON.parse(readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8"));
  return Object.keys(lock.packages)
    .map((name) => name.replace("node_modules/@uipilot/core", ""))
    .filter((name) => name.startsWith("-"))
    .map((name) => name.slice(1));
}

/** A program with a path that has spaces and other letters, which is what `launch` starts. */
async function browserProgram({ os }, folder, { node, toPath }, host) {
  mkdirSync(folder, { recursive: true });
  if (os === "win32") {
    const file = join(folder, "browser.cmd");
    cpSync(join(storyFolder, "browser.mjs"), join(folder, "browser.mjs"));
    // cmd reads the file in a code page of its own, so the path of the script comes from its own name.
    writeFileSync(file, `@"${toPath(node)}" "%~dp0browser.mjs" ${host} %*\r\n`);
    return file;
  }
  const file = join(folder, "chromium");
  writeFileSync(file, `#!/bin/sh\nexec '${await chromium()}' "$@"\n`);
  chmodSync(file, 0o755);
  return file;
}

/**
 * @param {import("./table.mjs").Platform} platform
 * @param {string[]} tarballs
 * @returns {Promise<{ how: string, node?: string, browser?: string, chosen: string[], steps: { name: string, ok: boolean, found: string }[] }>}
 */
export async function runStory(platform, tarballs) {
  const { program, node, toPath, env, how, startsItself } = await runner(platform.runner);
  const base = mkdtempSync(join(tmpdir(), "uipilot-platforms-"));
  // Every path that the story sees has a space and letters from several alphabets.
  const folder = join(base, "Büro 日本 ж");
  const marker = `profile-${process.pid}-${platform.name}`;
  const registry = await serveRegistry(tarballs);
  const attached = await startChromium(join(base, "attached"));
  const spares = [];
  // Where a stand-in is launched, it needs a browser that may be closed, once for each launch.
  const spare = async () => {
    spares.push(await startChromium(join(base, `spare-${spares.length}`)));
    return spares.at(-1);
  };
  const host = await serveHost({ browser: attached, spare });
  try {
    const chosen = await install(platform, join(folder, "app"), registry.url);
    cpSync(join(storyFolder, "story.mjs"), join(folder, "app", "story.mjs"));
    const executable = await browserProgram(platform, join(folder, "bin"), { node, toPath }, host.url);
    const config = {
      host: host.url,
      os: platform.os,
      cpu: platform.cpu,
      steps,
      codes,
      marker,
      attach: attached.endpoint,
      temporary: toPath(join(folder, "tmp")),
      launch: { executable: toPath(executable), profile: toPath(join(folder, marker)), timeoutMs: 120_000 },
      ...(startsItself ? {} : { node: [...program, node] }),
    };
    writeFileSync(join(folder, "app", "config.json"), JSON.stringify(config));
    const command = [
      ...program,
      node,
      ...["story.mjs", "config.json"].map((name) => toPath(join(folder, "app", name))),
    ];
    const output = await run(command, { env, folder, host });
    const { steps: found, node: version, browser } = host.report();
    const missing = steps.slice(found.length).map((name) => ({ name, ok: false, found: "not reached" }));
    if (missing.length > 0 && found.every(({ ok }) => ok))
      missing[0].found = `the program ended: ${output.slice(-600)}`;
    return { how, node: version, browser, chosen, steps: [...found, ...missing] };
  } finally {
    host.close();
    registry.close();
    await attached.close();
    for (const browser of spares) await browser.close();
    rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

/** Runs a program until it ends. Its output goes to a file, because pipes are not what Node under Wine can write to. */
async function run([program, ...args], { env, folder }) {
  const log = join(folder, "output.txt");
  const output = openSync(log, "w");
  const child = spawn(program, args, {
    cwd: join(folder, "app"),
    env: { ...process.env, ...env },
    stdio: ["ignore", output, output],
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), limit);
  await new Promise((resolve) => child.once("close", resolve).once("error", resolve));
  clearTimeout(timer);
  closeSync(output);
  return readFileSync(log, "utf8");
}
