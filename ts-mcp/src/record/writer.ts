// The file of a recording: written part by part, within a limit.

import type { FileHandle } from "node:fs/promises";
import { isSystemError } from "../error.ts";
import { openAppending, save } from "../files.ts";

/** A file that grows. */
export class Writer {
  bytes = 0;
  /** Why no more is written: the system's code. */
  failed: string | undefined;
  readonly #handle: FileHandle;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /**
   * Creates the file with its first part.
   *
   * @throws `IO`, also if the file exists and `overwrite` is not set
   */
  static async create(file: string, first: string, overwrite: boolean | undefined): Promise<Writer> {
    const { bytes } = await save(file, first, { overwrite });
    const writer = new Writer(await openAppending(file));
    writer.bytes = bytes;
    return writer;
  }

  /** Appends a part as a whole. A failure is kept, and nothing is written after it. */
  async append(part: string): Promise<boolean> {
    if (this.failed !== undefined) return false;
    const bytes = Buffer.from(part);
    try {
      let written = 0;
      while (written < bytes.byteLength) {
        written += (await this.#handle.write(bytes, written, bytes.byteLength - written)).bytesWritten;
      }
      this.bytes += bytes.byteLength;
      return true;
    } catch (error) {
      this.failed = isSystemError(error) ? error.code : String(error);
      // What was begun would swallow what follows. The disk may be full for that, too.
      await this.#handle.truncate(this.bytes).catch(() => undefined);
      return false;
    }
  }

  async close(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
  }
}
