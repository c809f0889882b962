// `uipilot`: the tools of the server as commands of a shell. It reads the command line, and leaves the work to a daemon.

import { createReadStream } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { isCoded, isSystemError, ToolError } from "../error.ts";
import { brief, shorten } from "../quote.ts";
import { NoRegularFile, openRegular } from "../regular-file.ts";
import { VERSION } from "../version.ts";
import { type Invocation, readCommand } from "./args.ts";
import { completion } from "./completion.ts";
import { Connection } from "./connect.ts";
import { EXIT } from "./exit-codes.ts";
import { help, helpFor } from "./help.ts";
import { complain, NotWritten, Output } from "./output.ts";
import { openPlace } from "./place.ts";
import { requestOf } from "./request.ts";
import { shellWords } from "./shell-words.ts";
import { GLOBALS, table } from "./table.ts";
import { WrongUsage } from "./usage.ts";
import type { Reply, Request } from "./wire.ts";

/** One run of the program. */
class Program {
  #connection: Connection | undefined;

  /** Runs a command line. @returns the exit code */
  async run(words: readonly string[], inFile = false): Promise<number> {
    // An error of the command line is written in the form that it asks for.
    let output = new Output(words.includes("--json"));
    try {
      const invocation = readCommand(table(), words, workingFolder());
      output = new Output(invocation.globals.has("json"));
      return await this.#do(invocation, output, inFile);
    } catch (error) {
      if (error instanceof WrongUsage) {
        const step = `see \`uipilot help${error.command === undefined ? "" : ` ${error.command}`}\``;
        return output.failed(new ToolError("INVALID_INPUT", error.message, step));
      }
      // What could not be written is told where there is still a place.
      if (isCoded(error)) return (error instanceof NotWritten ? new Output(false) : output).failed(error);
      throw error;
    }
  }

  close(): void {
    this.#connection?.close();
  }

  async #do(invocation: Invocation, output: Output, inFile: boolean): Promise<number> {
    const { command } = invocation;
    if (command.kind === "tool") return output.reply(await this.#ask(requestOf(invocation), true));
    const [word, more] = command.words;
    if (more !== undefined)
      throw new WrongUsage(`${command.name} takes no further argument ${brief(more, 60)}`, command.name);
    switch (command.name) {
      case "version":
        output.text(VERSION);
        return EXIT.ok;
      case "help":
        output.text(word === undefined ? help(table()) : helpFor(table(), word));
        return EXIT.ok;
      case "completion":
        if (word === undefined) throw new WrongUsage("completion needs a shell: bash, zsh or fish", "completion");
        output.text(completion(table(), word));
        return EXIT.ok;
      case "run":
        if (inFile) throw new WrongUsage("run cannot be used in a file");
        if (word === undefined) throw new WrongUsage("run needs a FILE, or - for standard input", "run");
        return this.#runFile(word, invocation, output);
      default:
        if (word !== undefined)
          throw new WrongUsage(`${command.name} takes no argument ${brief(word, 60)}`, command.name);
        // What is left asks about a daemon, and starts none.
        return output.reply(await this.#ask(requestOf(invocation), false));
    }
  }

  async #ask(request: Request, start: boolean): Promise<Reply> {
    this.#connection ??= new Connection(openPlace());
    const none: Reply = {
      ok: true,
      text: "No session is open, and no daemon runs.",
      structured: { running: false, sessions: [] },
    };
    return (await this.#connection.ask(request, start)) ?? none;
  }

  /** Runs the commands of a file. Each line has the options of the whole run before its own. */
  async #runFile(file: string, { command, globals, options }: Invocation, output: Output): Promise<number> {
    const goOn = command.kind === "own" && command.flags.has("keep-going");
    const all = [...GLOBALS, ...table().options];
    const common = [...globals, ...options].flatMap(([name, values]) => {
      const takesValue = all.some((option) => option.name === name && option.value !== undefined);
      return values.map((value) => (takesValue ? `--${name}=${value}` : `--${name}`));
    });
    let first: number = EXIT.ok;
    let number = 0;
    try {
      for await (const line of linesOf(file)) {
        number++;
        const code = await this.#line(line, common, output);
        if (code === EXIT.ok) continue;
        complain(`${file === "-" ? "standard input" : file}:${number}: ${shorten(line.trim(), 200)}`);
        if (first === EXIT.ok) first = code;
        if (!goOn) break;
      }
    } catch (error) {
      const what = brief(path.resolve(file), 1_000);
      if (error instanceof NoRegularFile) {
        const step = "name a file, or give the commands on standard input: `uipilot run -`";
        throw new ToolError("IO", `${what} is not a file`, step);
      }
      if (!isSystemError(error)) throw error;
      throw new ToolError("IO", `Could not read ${what}: ${error.code}`, "check the path");
    }
    return first;
  }

  async #line(line: string, common: readonly string[], output: Output): Promise<number> {
    let words: string[];
    try {
      words = shellWords(line);
    } catch (error) {
      if (!(error instanceof WrongUsage)) throw error;
      return output.failed(new ToolError("INVALID_INPUT", error.message, "correct the line"));
    }
    if (words[0] === "uipilot") words.shift();
    return words.length === 0 ? EXIT.ok : this.run([...common, ...words], true);
  }
}

/** The folder that relative paths start in. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    throw new ToolError("IO", "the working folder does not exist any more", "go to another folder");
  }
}

/** What a shell has opened already, as for `<(…)`. */
const OPEN = /^\/dev\/(?:stdin|fd\/(\d+))$/;

/** A file to read. @throws NoRegularFile, or the system's error */
async function opened(file: string): Promise<Readable> {
  const [shells, number = "0"] = OPEN.exec(file) ?? [];
  if (file === "-" || (shells !== undefined && number === "0")) return process.stdin;
  if (shells !== undefined) return createReadStream("", { fd: Number(number), encoding: "utf8" });
  return (await openRegular(file)).createReadStream({ encoding: "utf8" });
}

/** The lines of a file, as they come. */
async function* linesOf(file: string): AsyncIterable<string> {
  const { createInterface } = await import("node:readline");
  const input = await opened(file);
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  } finally {
    // Standard input that stays open would keep the process.
    input.destroy();
  }
}

const failed = (error: unknown): number => {
  complain(`uipilot failed: ${error instanceof Error ? error.stack : error}`);
  return EXIT.internal;
};

// What an event throws would end the program with 1, as if an action had failed.
process.on("uncaughtException", (error) => process.exit(failed(error)));
const program = new Program();
void program
  .run(process.argv.slice(2))
  .catch(failed)
  .then((code) => {
    process.exitCode = code;
    program.close();
  });
