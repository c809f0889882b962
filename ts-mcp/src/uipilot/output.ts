// What the program prints.

import { writeSync } from "node:fs";
import { type CodedError, isSystemError, ToolError } from "../error.ts";
import { jsonText } from "../quote.ts";
import { EXIT, exitCode } from "./exit-codes.ts";
import type { Reply, ReplyError } from "./wire.ts";

/** An answer that could not be written. */
export class NotWritten extends ToolError {}

/** Errors that an option of the session can prevent. */
const OPTIONS: Readonly<Record<string, string>> = {
  PATH_NOT_ALLOWED: "--allow-root DIR",
  URL_NOT_ALLOWED: "--allow-file-urls or --allow-browser-pages",
};

/** Prints answers. */
export class Output {
  /** @param json whether each answer is one JSON object */
  constructor(readonly json: boolean) {}

  /** Prints an answer. @returns the exit code */
  reply({ ok, text, file, structured, error, note }: Reply): number {
    if (note !== undefined) complain(`note: ${note}`);
    if (this.json) {
      this.#print(
        jsonText({
          ok,
          text,
          ...(file === undefined ? {} : { file }),
          ...(structured && { structured }),
          ...(error && { error }),
        }),
      );
      return error === undefined ? EXIT.ok : exitCode(error.code);
    }
    if (error === undefined) {
      this.#print(text);
      return EXIT.ok;
    }
    complain(text);
    hint(error);
    return exitCode(error.code);
  }

  /** Prints an error of the program itself. @returns the exit code */
  failed({ code, message, nextStep }: CodedError): number {
    const error = { code, message, nextStep };
    return this.reply({ ok: false, text: `[${code}] ${message} – ${nextStep}`, error });
  }

  /** Prints a text that is no answer. */
  text(text: string): void {
    this.#print(text);
  }

  #print(text: string): void {
    if (text !== "") write(1, text.endsWith("\n") ? text : `${text}\n`);
  }
}

function hint({ code }: ReplyError): void {
  const option = OPTIONS[code];
  if (option !== undefined)
    complain(`hint: options are given when a session begins: uipilot close, then a command with ${option}`);
}

/** Writes a line for the user, who may not be the reader of the answers. */
export function complain(line: string): void {
  write(2, `${line}\n`);
}

/** Writes to an output of the process. Node's streams would take milliseconds to load. */
function write(descriptor: 1 | 2, text: string): void {
  const bytes = Buffer.from(text);
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(descriptor, bytes, written);
  } catch (error) {
    const code = isSystemError(error) ? error.code : "";
    // The output does not wait for its reader, so that this process has to.
    if (code === "EAGAIN") (descriptor === 1 ? process.stdout : process.stderr).write(bytes.subarray(written));
    // EPIPE means that the reader has ended, as `head` does. Errors of standard error cannot be told.
    else if (code !== "EPIPE" && descriptor === 1) {
      const what = `${written} of ${bytes.length} bytes of the answer were written: ${code}`;
      throw new NotWritten("IO", what, "free some space, or write elsewhere; the command itself was done");
    }
  }
}
