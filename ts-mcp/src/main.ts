// Reads the command line, and starts the server or one of the commands beside it.

import { type Command, help, parse, UsageError } from "./cli.ts";
import { commands } from "./commands.ts";
import { keepCompiled } from "./compile-cache.ts";
import { answersAhead } from "./front.ts";
import { withInstalled } from "./installed.ts";
import { here } from "./places.ts";
import { refuse } from "./refuse.ts";
import { saveMemory } from "./v8.ts";
import { VERSION } from "./version.ts";

/** Runs the program. */
export function main(): void {
  const [name = "", ...rest] = process.argv.slice(2);
  const other = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (other !== undefined) {
    const failed = (error: unknown): number => {
      process.stderr.write(`uipilot-mcp ${name} failed: ${error instanceof Error ? error.stack : error}\n`);
      return 1;
    };
    // The reader may have enough, as `head` has.
    process.stdout.once("error", () => process.exit(1));
    void keepCompiled()
      .then(() => other.run(rest))
      .catch(failed)
      .then((code) => {
        process.exitCode = code;
        // What a command has started may not end.
        setTimeout(() => process.exit(), 1_000).unref();
      });
    return;
  }
  const command = read();
  if (command === "help") process.stdout.write(help());
  else if (command === "version") process.stdout.write(`${VERSION}\n`);
  else void start(command);
}

function read(): Command | "help" | "version" {
  try {
    return parse(process.argv.slice(2), process.env);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return refuse(error.message);
  }
}

async function start(command: Command): Promise<void> {
  const begun = await answersAhead(command);
  // Neither pays for the little that was loaded until here.
  await saveMemory();
  await keepCompiled();
  const { serve } = await import("./serve.ts");
  await serve({ ...command, session: withInstalled(command.session, here()) }, begun);
}
