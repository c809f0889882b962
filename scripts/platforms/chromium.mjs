// The Chromium of this machine, for programs that attach to it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Failure } from "../lib/failure.mjs";
import { ensurePrograms, locate } from "../lib/system.mjs";

/** The program. */
export async function chromium() {
  await ensurePrograms(["chromium"]);
  return locate("chromium");
}

/**
 * Starts a Chromium that can be attached to.
 *
 * @param {string} folder for its data; it is made, and removed at the end
 */
export async function startChromium(folder) {
  mkdirSync(folder, { recursive: true });
  const browser = spawn(
    await chromium(),
    [
      ...["--headless", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--remote-debugging-port=0"],
      ...(process.getuid() === 0 ? ["--no-sandbox"] : []),
      `--user-data-dir=${folder}`,
      "about:blank",
    ],
    { stdio: "ignore" },
  );
  const ended = once(browser, "exit");
  const file = join(folder, "DevToolsActivePort");
  for (let tries = 0; !existsSync(file) || readFileSync(file, "utf8").split("\n").length < 2; tries += 1) {
    if (tries === 300 || browser.exitCode !== null) {
      browser.kill("SIGKILL");
      throw new Failure("Chromium did not start", "try it by hand: chromium --headless --remote-debugging-port=0");
    }
    await wait(100);
  }
  const [port, path] = readFileSync(file, "utf8").split("\n");
  return {
    port,
    path,
    endpoint: `ws://127.0.0.1:${port}${path}`,
    isAlive: () => browser.exitCode === null && browser.signalCode === null,
    close: async () => {
      browser.kill("SIGTERM");
      await Promise.race([ended, wait(5_000)]);
      browser.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}
