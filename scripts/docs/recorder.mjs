// Plays a story: starts real servers and programs, and writes down what was called and what was answered.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Failure } from "../lib/failure.mjs";
import { root } from "../lib/paths.mjs";

/** A program that says nothing for so long hangs. */
const longest = 120_000;

/** What readers with an account of their own do not see. */
const ofThisMachine = /^The browser runs without its sandbox/;

/** Writes one recording. */
export class Recorder {
  #lines = [];
  #places = new Map();

  /** Shows `shown` wherever `real` would stand: a temporary folder, a port that the system chose. */
  replace(real, shown) {
    this.#places.set(real, shown);
  }

  /** The transcript so far. */
  get text() {
    return `${this.#lines.join("\n")}\n`;
  }

  /** Writes lines, the first `limit` of them. */
  write(text, limit = Number.POSITIVE_INFINITY) {
    let shown = text.trimEnd();
    for (const [real, place] of this.#places) shown = shown.replaceAll(real, place);
    const lines = shown.split("\n").filter((line) => !ofThisMachine.test(line));
    this.#lines.push(...lines.slice(0, limit));
    if (lines.length > limit) this.#lines.push(`… ${lines.length - limit} more lines`);
  }

  /**
   * Starts a server with its client, plays `body` and ends it.
   *
   * @param {string[]} args the server's
   * @param {(server: RecordedServer) => Promise<void>} body
   * @param {{ env?: Record<string, string>, cwd?: string }} [options]
   */
  async server(args, body, { env = {}, cwd = root } = {}) {
    const entry = join(root, "ts-mcp/dist/index.js");
    const client = new Client({ name: "uipilot-docs", version: "1.0.0" });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [entry, ...args],
      cwd,
      env: { ...process.env, ...env },
      stderr: "pipe",
    });
    const said = [];
    transport.stderr?.on("data", (chunk) => said.push(chunk));
    await client.connect(transport).catch((error) => {
      throw new Failure(`the server did not start: ${error.message}\n${Buffer.concat(said)}`, "correct the story");
    });
    this.write(["$ uipilot-mcp", ...args].join(" "));
    try {
      await body(new RecordedServer(client, this));
    } finally {
      await client.close();
    }
  }

  /** Runs a command and writes what it prints. Fails unless its exit code is one of `codes`. */
  async command(shown, program, args, { limit, codes = [0], env = {}, cwd = root } = {}) {
    this.write(`$ ${shown}`);
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, NO_COLOR: "1", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const limitOfTime = setTimeout(() => child.kill("SIGKILL"), longest);
    const output = [];
    child.stdout.on("data", (chunk) => output.push(chunk));
    child.stderr.on("data", (chunk) => output.push(chunk));
    const code = await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    clearTimeout(limitOfTime);
    const text = Buffer.concat(output).toString();
    this.write(text, limit);
    if (!codes.includes(code)) throw new Failure(`${shown} ended with ${code}:\n${text}`, "run it by hand");
    return text;
  }
}

/** A server whose calls are written down. */
export class RecordedServer {
  #client;
  #recorder;

  constructor(client, recorder) {
    this.#client = client;
    this.#recorder = recorder;
  }

  /**
   * Calls a tool and returns the text of its answer. The call must succeed, or fail with `code`.
   *
   * @param {string} name
   * @param {Record<string, unknown>} [args]
   * @param {{ limit?: number, code?: string, silent?: boolean }} [options] `limit`: the longest part of the answer in the recording
   */
  async call(name, args = {}, { limit, code, silent = false } = {}) {
    const { text, said } = await this.answer(name, args);
    if (said !== code)
      throw new Failure(
        `${name} answered ${said ?? "no error"}, not ${code ?? "success"}: ${text}`,
        "correct the story",
      );
    if (!silent) {
      this.#recorder.write(`\n→ ${name} ${JSON.stringify(args)}`);
      this.#recorder.write(text, limit);
    }
    return text;
  }

  /** Calls a tool without writing it down. */
  async answer(name, args = {}) {
    const { content, isError, _meta } = await this.#client.callTool({ name, arguments: args });
    const whole = content.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
    // The marks around what the page says have another number each time.
    const text = whole.replace(/^<\/?page-\d{9}>(?:\n|$)/gm, "").trimEnd();
    const said = isError ? (_meta?.code ?? "an error without a code") : undefined;
    return { text, said, images: content.filter(({ type }) => type === "image") };
  }

  /** The picture of an answer, as bytes. */
  async picture(name, args) {
    const { images } = await this.answer(name, args);
    if (!images[0]) throw new Failure(`the answer to ${name} holds no picture`, "correct the story");
    return Buffer.from(images[0].data, "base64");
  }
}

/** The UID on the first line that shows this role and name. */
export function uidOf(text, role, name) {
  const line = text.split("\n").find((line) => line.includes(` ${role} "${name}"`));
  const uid = /uid=(\S+)/.exec(line ?? "")?.[1];
  if (!uid) throw new Failure(`there is no ${role} ${name} in:\n${text}`, "correct the story");
  return uid;
}
