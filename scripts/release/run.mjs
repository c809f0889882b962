// Runs the programs of a release.
import { spawn } from "node:child_process";
import { Failure } from "../lib/failure.mjs";

/**
 * Runs a program and waits for it.
 *
 * @param {string[]} command the program and its arguments
 * @param {{ cwd: string, env?: Record<string, string>, next?: string }} options `next`: what to do if it fails
 * @returns {Promise<string>} what it printed to its standard output
 */
export async function run(command, { next = "read its message above", ...options }) {
  const { code, out, err } = await attempt(command, options);
  if (code === 0) return out;
  const said = `${out}\n${err}`.trim().split("\n").slice(-25).join("\n");
  throw new Failure(`\`${command.join(" ")}\` failed (${code}):\n${said}`, next);
}

/** The same for a program that may fail. `code` is its exit code, or the reason why it has none. */
export function attempt([program, ...args], { cwd, env = {} }) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      // npm is a batch file on Windows, and Node starts those only through a shell.
      shell: process.platform === "win32" && program === "npm",
    });
    const read = { out: "", err: "" };
    child.stdout.setEncoding("utf8").on("data", (text) => (read.out += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (read.err += text));
    child.once("error", ({ message }) => resolve({ code: message, ...read }));
    child.once("close", (code, signal) => resolve({ code: code ?? signal, ...read }));
  });
}

/** Runs git in a folder. */
export async function git(cwd, ...args) {
  return (await run(["git", ...args], { cwd })).trimEnd();
}
