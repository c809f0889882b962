// A registry of npm packages on this machine: verdaccio, which anyone on it may publish to.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { freePort } from "../../lib/ports.mjs";

/**
 * Starts a registry.
 *
 * @param {string} folder where it keeps what it has
 * @param {string} upstream where it gets the packages of others from
 * @returns {Promise<{ env: Record<string, string>, stop: () => Promise<void> }>} the environment in which npm uses it
 */
export async function startRegistry(folder, upstream) {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const config = join(folder, "config.yaml");
  const own = "{ access: $all, publish: $all, unpublish: $all }";
  writeFileSync(
    config,
    `storage: ${join(folder, "storage")}
# An addon that is not optimised is larger than the 10 MB that it takes by itself.
max_body_size: 500mb
uplinks: { upstream: { url: "${upstream}" } }
packages:
  "@uipilot/*": ${own}
  "uipilot-mcp": ${own}
  "**": { access: $all, proxy: upstream }
log: { type: stdout, format: json, level: warn }
`,
  );
  const program = createRequire(import.meta.url).resolve("verdaccio/bin/verdaccio");
  const child = spawn(process.execPath, [program, "--config", config, "--listen", `127.0.0.1:${port}`], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (said += text));
  const ended = once(child, "exit");
  const url = `http://127.0.0.1:${port}/`;
  await Promise.race([
    answers(url),
    ended.then(([code]) => {
      throw new Error(`verdaccio ended with ${code}: ${said}`);
    }),
  ]);
  const npmrc = join(folder, "npmrc");
  // npm asks for a token before it publishes, whatever the registry wants.
  writeFileSync(npmrc, `registry=${url}\n//127.0.0.1:${port}/:_authToken=anyone\nfetch-retries=0\n`);
  return {
    env: { npm_config_userconfig: npmrc, npm_config_registry: url, npm_config_cache: join(folder, "cache") },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill();
      await ended;
    },
  };
}

async function answers(url) {
  for (;;) {
    try {
      if ((await fetch(`${url}-/ping`)).ok) return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
