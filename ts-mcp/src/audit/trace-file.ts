// Takes a trace from the browser part by part: into a file, and into a summary.

import { rm } from "node:fs/promises";
import { promisify } from "node:util";
import { createGzip, type Gzip } from "node:zlib";
import type { Session } from "@uipilot/core";
import { openAppending, save } from "../files.ts";
import { masker } from "../secrets/mask.ts";
import { TraceEvents } from "./trace-events.ts";
import { TraceFilter } from "./trace-filter.ts";
import { TraceSummary } from "./trace-summary.ts";

/** Where the trace goes. */
export interface TraceTarget {
  /** Resolved before; compressed if it ends in `.gz`. */
  file?: string | undefined;
  overwrite?: boolean | undefined;
}

/** A trace that was taken. */
export interface TakenTrace {
  summary: TraceSummary;
  /** Of all that the browser told. */
  bytes: number;
  /** Of the file. */
  written: number;
  replaced: boolean;
  /** Events that are too long or broken, and left out. */
  unread: number;
}

/**
 * Takes the trace that was ended.
 *
 * @throws `IO`, `PATH_NOT_ALLOWED`; a new file is removed again then
 */
export async function takeTrace(
  session: Session,
  { file, overwrite }: TraceTarget,
  signal: AbortSignal,
): Promise<TakenTrace> {
  // Before anything is read: the browser gives each part once.
  const saved = file === undefined ? undefined : await save(file, "", { overwrite });
  const summary = new TraceSummary();
  const filter = new TraceFilter();
  let kept: string[] = [];
  const events = new TraceEvents((event, json) => {
    if (!filter.keeps(event)) return;
    summary.add(event);
    if (file !== undefined) kept.push(masker.text(json));
  });
  const taken = { summary, bytes: 0, written: 0, replaced: saved?.replaced === true, unread: 0 };
  const sink = file === undefined ? undefined : await Sink.open(file);
  try {
    for (;;) {
      const { data } = await session.readTrace({ signal });
      if (data.byteLength === 0) break;
      taken.bytes += data.byteLength;
      events.add(data);
      await sink?.write(kept);
      kept = [];
    }
    taken.written = (await sink?.end()) ?? 0;
  } catch (error) {
    if (file !== undefined && !taken.replaced) await rm(file, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    await sink?.close();
  }
  taken.unread = events.unread;
  return taken;
}

type Handle = Awaited<ReturnType<typeof openAppending>>;

/** A file that grows: `{"traceEvents":[…]}`, an event a line. */
class Sink {
  readonly #handle: Handle;
  readonly #gzip: Gzip | undefined;
  #written = 0;
  #zipped: Buffer[] = [];
  #separator = '{"traceEvents":[\n';

  private constructor(handle: Handle, gzip: Gzip | undefined) {
    this.#handle = handle;
    this.#gzip = gzip;
    gzip?.on("data", (part: Buffer) => this.#zipped.push(part));
  }

  static async open(file: string): Promise<Sink> {
    return new Sink(await openAppending(file), file.endsWith(".gz") ? createGzip() : undefined);
  }

  async write(events: readonly string[]): Promise<void> {
    if (events.length === 0) return;
    await this.#put(this.#separator + events.join(",\n"));
    this.#separator = ",\n";
  }

  async #put(text: string): Promise<void> {
    if (this.#gzip === undefined) return this.#append(Buffer.from(text));
    const gzip = this.#gzip;
    await promisify((done: (error?: Error | null) => void) => gzip.write(text, done))();
    await this.#append(Buffer.concat(this.#zipped.splice(0)));
  }

  async #append(bytes: Buffer): Promise<void> {
    await this.#handle.appendFile(bytes);
    this.#written += bytes.byteLength;
  }

  /** Writes the rest. Returns the size of the file. */
  async end(): Promise<number> {
    await this.#put(this.#separator.startsWith(",") ? "\n]}\n" : `${this.#separator}]}\n`);
    if (this.#gzip !== undefined) {
      const gzip = this.#gzip;
      const ended = new Promise<void>((resolve, reject) => gzip.once("end", resolve).once("error", reject));
      gzip.end();
      await ended;
      await this.#append(Buffer.concat(this.#zipped.splice(0)));
    }
    return this.#written;
  }

  async close(): Promise<void> {
    this.#gzip?.destroy();
    await this.#handle.close();
  }
}
