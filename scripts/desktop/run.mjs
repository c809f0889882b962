// Runs a command on a desktop of its own.
//
//   node scripts/desktop/run.mjs COMMAND [ARGUMENT…]
import { spawn } from "node:child_process";
import { Desktop } from "../lib/desktop.mjs";
import { main } from "../lib/failure.mjs";

await main(async () => {
  const [command, ...args] = process.argv.slice(2);
  const desktop = await Desktop.start();
  try {
    const child = spawn(command, args, { env: desktop.env, stdio: "inherit" });
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
    process.exitCode = await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => resolve(code ?? 1));
    });
  } finally {
    await desktop.stop();
  }
});
