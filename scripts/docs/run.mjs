// Runs the commands of README and docs/ that commands.mjs says are run here.
//
//   node scripts/docs/run.mjs [command…]
import { commands } from "./commands.mjs";
import { runs } from "./runs.mjs";

const asked = process.argv.slice(2);
let failed = 0;
for (const [command, { run }] of Object.entries(commands)) {
  if (!run || (asked.length > 0 && !asked.includes(run))) continue;
  const began = performance.now();
  try {
    const skipped = await runs[run]();
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(skipped ? `skipped: ${command}: ${skipped}` : `✓ ${command} (${seconds} s)`);
  } catch (error) {
    failed += 1;
    console.log(`✗ ${command}: ${error instanceof Error ? error.message : error}`);
  }
}
if (failed > 0) process.exitCode = 1;
