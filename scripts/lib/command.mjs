// Runs other programs.
import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { Failure } from "./failure.mjs";
import { root } from "./paths.mjs";

// npm is a batch file on Windows, and Node starts those only through a shell.
const needsShell = (program) => process.platform === "win32" && /^(npm|npx)$/.test(program);

/**
 * Runs a program in the repository and waits for it.
 *
 * @param {string[]} command the program and its arguments
 * @param {{ env?: Record<string, string>, onOutput?: (chunk: Buffer) => void, yields?: boolean }} [options]
 *   `onOutput` takes what the program prints; without it, the program prints to this terminal. With `yields`, it and
 *   its children get the processor only when other programs leave it free.
 * @returns {Promise<number>} its exit code; 127 where it does not exist, 128 and more where a signal ended it
 */
export function execute([program, ...args], { env = {}, onOutput, yields = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: onOutput ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
      shell: needsShell(program),
    });
    if (yields && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    if (onOutput) {
      child.stdout.on("data", onOutput);
      child.stderr.on("data", onOutput);
    }
    child.once("error", (error) => {
      if (error.code === "ENOENT") resolve(127);
      else reject(error);
    });
    child.once("close", (code, signal) => resolve(signal ? 128 : (code ?? 1)));
  });
}

/** Runs a program that must succeed. */
export async function must(command, nextStep, options) {
  const code = await execute(command, options);
  if (code !== 0) throw new Failure(`\`${command.join(" ")}\` failed with exit code ${code}`, nextStep);
}
