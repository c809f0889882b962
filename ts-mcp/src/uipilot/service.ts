// Answers the requests of the program.

import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { coded, errorText, nextStepText } from "../answer.ts";
import { type Called, callTool } from "../call.ts";
import { type CodedError, ToolError } from "../error.ts";
import { save } from "../files.ts";
import type { Log } from "../log.ts";
import { brief } from "../quote.ts";
import { FileRoots } from "../roots.ts";
import { masker } from "../secrets/mask.ts";
import type { ToolContext } from "../tools/define.ts";
import { UsageError } from "../usage-error.ts";
import { VERSION } from "../version.ts";
import { EXIT, exitCode } from "./exit-codes.ts";
import type { NamedSession, NamedSessions } from "./named-sessions.ts";
import type { Place } from "./place.ts";
import { MOST_REQUEST, onLines, type Reply, type Request, send } from "./wire.ts";

/** How long a call that was told to end may take to say so. */
const END_WITHIN_MS = 3_000;

/** What a service works with. */
export interface ServiceParts {
  place: Place;
  sessions: NamedSessions;
  log: Log;
  /** Whether the daemon ends. */
  isEnding(): boolean;
  /** Listens no more, so that the next command starts another daemon. */
  retire(): void;
  /** Ends the daemon. */
  end(why: string): void;
  /** A request has come, or was answered. */
  busy(): void;
}

/** What tells the file that this process began with from another one in its place. */
function program(): string {
  const found = statSync(process.argv[1] ?? "", { throwIfNoEntry: false, bigint: true });
  return found === undefined ? "" : `${found.dev}:${found.ino}:${found.mtimeNs}`;
}

/** Answers requests. */
export class Service {
  readonly #parts: ServiceParts;
  readonly #began = Date.now();
  readonly #program = program();
  #running = 0;
  /** The end of all sessions, once the daemon was told to stop. */
  #stopping: Promise<number> | undefined;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
  }

  /** Whether a request is being answered. */
  get isBusy(): boolean {
    return this.#running > 0;
  }

  /** Answers what comes over a connection. When it closes, its call is cancelled. */
  serve(socket: Socket): void {
    const closed = new AbortController();
    socket.on("close", () => closed.abort());
    socket.on("error", (error) => this.#parts.log.write("debug", "daemon", `a connection failed: ${error.message}`));
    let last = Promise.resolve();
    onLines(
      socket,
      MOST_REQUEST,
      (line) => {
        last = last.then(async () => {
          if (closed.signal.aborted) return;
          const reply = await this.#answer(line, closed.signal);
          // The parts of an error are of their own words, beside the text that is masked already.
          if (!closed.signal.aborted) send(socket, masker.value(reply));
        });
      },
      () => {
        const what = `the request is longer than ${MOST_REQUEST} bytes`;
        send(socket, failure(new ToolError("INVALID_INPUT", what, "send less at once")));
        socket.end();
      },
    );
  }

  async #answer(line: string, closed: AbortSignal): Promise<Reply> {
    const { isEnding, busy, log } = this.#parts;
    if (isEnding()) return { ok: false, text: "", ending: true };
    this.#running++;
    busy();
    try {
      const request = JSON.parse(line) as Request;
      if (request.do === "status") return this.#status();
      if (request.do === "stop") return await this.#stop();
      // What would begin now would be cut off.
      if (this.#stopping !== undefined) return { ok: false, text: "", ending: true };
      if (request.version !== VERSION) return this.#otherVersion(request.version);
      // Parts that are loaded later are gone, or are those of another build.
      if (this.#isIdle && program() !== this.#program) return this.#makeRoom("its files were removed or replaced");
      if (request.do === "sessions") return this.#list();
      if (request.do === "close") return await this.#close(request);
      return await this.#call(request, closed);
    } catch (error) {
      log.write("error", "daemon", `a request failed: ${error instanceof Error ? error.stack : error}`);
      return failure(coded(error));
    } finally {
      this.#running--;
      busy();
    }
  }

  #status(): Reply {
    const { place, sessions } = this.#parts;
    const structured = {
      running: true,
      version: VERSION,
      pid: process.pid,
      socket: place.socket,
      log: place.log,
      ageMs: Date.now() - this.#began,
      sessions: sessions.list().map(({ name }) => name),
    };
    const names = structured.sessions.length === 0 ? "none" : structured.sessions.join(", ");
    const lines = [
      `The daemon runs: process ${process.pid}, version ${VERSION}, for ${age(structured.ageMs)}.`,
      `Sessions: ${names}.`,
      `Socket: ${place.socket}`,
      `Log: ${place.log}`,
    ];
    return { ok: true, text: lines.join("\n"), structured };
  }

  async #stop(): Promise<Reply> {
    const { retire, end } = this.#parts;
    this.#stopping ??= this.#closeAll().catch((error) => {
      this.#stopping = undefined;
      throw error;
    });
    const count = await this.#stopping;
    // Whoever reads the answer finds no daemon here any more.
    retire();
    // The answer is written first.
    setImmediate(() => end("it was told to"));
    return { ok: true, text: `Stopped. ${counted(count)} closed.`, structured: { running: false, closed: count } };
  }

  async #closeAll(): Promise<number> {
    const { sessions } = this.#parts;
    const count = sessions.size;
    await sessions.closeAll();
    return count;
  }

  /** Another version cannot be served. An idle daemon makes room for it. */
  #otherVersion(version: string): Reply {
    if (this.#isIdle) return this.#makeRoom(`version ${version} takes over`);
    const names = this.#parts.sessions
      .list()
      .map(({ name }) => brief(name))
      .join(", ");
    const what = `the daemon is of version ${VERSION}, this program is of ${brief(version, 30)}, and sessions are open: ${names}`;
    return failure(
      new ToolError("DAEMON_FAILED", what, "end them with `uipilot stop`, and the command starts a new daemon"),
    );
  }

  /** Whether only this request would lose something if the daemon ended. */
  get #isIdle(): boolean {
    return this.#parts.sessions.size === 0 && this.#running === 1;
  }

  #makeRoom(why: string): Reply {
    this.#parts.end(why);
    return { ok: false, text: "", ending: true };
  }

  #list(): Reply {
    const now = Date.now();
    const list = this.#parts.sessions.list().map(({ name, options, folder, began, lastCall, running }) => ({
      name,
      options: Object.fromEntries(Object.entries(options).filter(([option]) => option !== "pass-env")),
      folder,
      ageMs: now - began,
      idleMs: running > 0 ? 0 : now - lastCall,
      running,
    }));
    const lines = list.map(({ name, options, folder, ageMs, idleMs, running }) => {
      const given = Object.entries(options).map(
        ([option, values]) => ` --${option} ${values.map((value) => brief(value)).join(" ")}`,
      );
      const state = running > 0 ? `${running} running` : `idle for ${age(idleMs)}`;
      return `${name}: open for ${age(ageMs)}, ${state}, in ${brief(folder)}${given.join("")}`;
    });
    const text = lines.length === 0 ? "No session is open." : lines.join("\n");
    return { ok: true, text, structured: { running: true, sessions: list } };
  }

  async #close({ session, all }: Request): Promise<Reply> {
    const { sessions } = this.#parts;
    if (all) {
      const count = await this.#closeAll();
      return { ok: true, text: `${counted(count)} closed.`, structured: { closed: count } };
    }
    const was = await sessions.close(session);
    const text = was ? `Closed the session ${brief(session)}.` : `No session ${brief(session)} is open.`;
    return { ok: true, text, structured: { closed: was ? 1 : 0 } };
  }

  async #call(request: Request, closed: AbortSignal): Promise<Reply> {
    const { sessions } = this.#parts;
    let session: NamedSession;
    let note: string | undefined;
    try {
      ({ session, note } = sessions.find(request));
    } catch (error) {
      return failure(coded(error));
    }
    const reply = await sessions.use(session, () => this.#run(session, request, closed));
    // An error of the command line, or a missing browser, is no beginning.
    const code = reply.error === undefined ? EXIT.ok : exitCode(reply.error.code);
    if (code !== EXIT.usage && code !== EXIT.noBrowser) session.used = true;
    else await sessions.drop(session);
    return note === undefined ? reply : { ...reply, note };
  }

  async #run(session: NamedSession, request: Request, closed: AbortSignal): Promise<Reply> {
    const running = new AbortController();
    const giveUp = (): void => running.abort();
    closed.addEventListener("abort", giveUp);
    let late = false;
    const roots = new FileRoots({
      working: session.working,
      relativeTo: request.folder,
      allowed: session.command.roots,
      withheld: session.command.session.withheldFiles ?? [],
    });
    let timer: NodeJS.Timeout | undefined;
    try {
      const file = request.out === undefined ? undefined : await roots.resolve(request.out);
      const tool = await session.tool(request.tool ?? "");
      const call = callTool(tool, request.args ?? {}, contextOf(session, roots, running.signal), this.#parts.log);
      const timeout = new Promise<undefined>((resolve) => {
        timer = setTimeout(() => {
          late = true;
          giveUp();
          timer = setTimeout(() => resolve(undefined), END_WITHIN_MS);
        }, request.deadlineMs);
      });
      const called = await Promise.race([call, timeout]);
      if (called === undefined || (late && called.error?.code === "CANCELLED")) {
        const what = `${tool.name} was given up after ${request.deadlineMs} ms`;
        throw new ToolError(
          "TIMEOUT",
          what,
          "look at the page before you repeat it, or give more time with --deadline",
        );
      }
      return await told(called, file);
    } catch (error) {
      if (error instanceof UsageError) return failure(new ToolError("INVALID_INPUT", error.message, "correct it"));
      return failure(coded(error));
    } finally {
      clearTimeout(timer);
      closed.removeEventListener("abort", giveUp);
    }
  }
}

/** What a tool gets. Tools cannot ask the person: the program may run without one. */
function contextOf(session: NamedSession, roots: FileRoots, signal: AbortSignal): ToolContext {
  const { sessions, states, desktop, command } = session;
  return {
    ...sessions.standard,
    sessions,
    states,
    windowless: command.session.launch?.headless === true,
    desktop: () => desktop.desktop(),
    programEnv: command.env,
    signal,
    roots,
    fullPictures: true,
    keepsPictures: command.tools.includes("record"),
    asking: {
      canAsk: false,
      reply: undefined,
      wanted: undefined,
      ask: () =>
        Promise.reject(new ToolError("UNSUPPORTED", "the command line cannot ask the person", "ask the user yourself")),
    },
  };
}

/** The answer of a tool, with its picture in a file. */
async function told({ result, error }: Called, file: string | undefined): Promise<Reply> {
  const text = result.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  const structured = result.structuredContent as Record<string, unknown> | undefined;
  const extra = structured === undefined ? {} : { structured };
  if (error !== undefined) return { ...failure(error), text, ...extra };
  const code = result.isError ? String(result._meta?.["code"] ?? "INTERNAL") : undefined;
  if (code !== undefined) return { ok: false, text, ...extra, error: { code, message: text } };
  const picture = await savePicture(result, file);
  return {
    ok: true,
    text: text + picture.text,
    ...(picture.file === undefined ? {} : { file: picture.file }),
    ...extra,
  };
}

async function savePicture(
  { content }: CallToolResult,
  wanted: string | undefined,
): Promise<{ file?: string; text: string }> {
  const picture = content.find((part) => part.type === "image");
  if (picture === undefined) return { text: "" };
  const bytes = Buffer.from(picture.data, "base64");
  if (wanted !== undefined) {
    // The file's name is that of a picture, so what it replaces is one, too.
    await save(wanted, bytes, { overwrite: true });
    return { file: wanted, text: `\nWrote ${brief(wanted, 1_000)}, ${bytes.byteLength} bytes.` };
  }
  const name = `uipilot-shot-${randomBytes(6).toString("hex")}.${picture.mimeType === "image/png" ? "png" : "jpg"}`;
  const file = path.join(tmpdir(), name);
  await writeFile(file, bytes, { flag: "wx", mode: 0o600 });
  return { file, text: `\nWrote ${brief(file, 1_000)}, ${bytes.byteLength} bytes.` };
}

function failure(error: CodedError): Reply {
  const { code, message } = error;
  const nextStep = nextStepText(error);
  return { ok: false, text: `[${code}] ${errorText(error)}`, error: { code, message, nextStep } };
}

function counted(count: number): string {
  return count === 1 ? "1 session" : `${count} sessions`;
}

function age(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
