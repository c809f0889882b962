// The file of a film: written frame by frame, and completed at the end.

import type { FileHandle } from "node:fs/promises";
import { isSystemError } from "../../error.ts";
import { openAnywhere, save } from "../../files.ts";
import { VERSION } from "../../version.ts";
import type { FilmChunks } from "./protocol.ts";
import { type Part, WebM } from "./webm.ts";

/** How long the last frame is shown, in milliseconds. */
const LAST_MS = 100;

/** A file that becomes a film. */
export class FilmFile {
  bytes = 0;
  frames = 0;
  width = 0;
  height = 0;
  /** Why no more is written: the system's code. */
  failed: string | undefined;
  readonly #handle: FileHandle;
  #film: WebM | undefined;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /**
   * Creates the file, which is empty until the first frame.
   *
   * @throws `IO`, also if the file exists and `overwrite` is not set
   */
  static async create(file: string, overwrite: boolean | undefined): Promise<FilmFile> {
    await save(file, new Uint8Array(), { overwrite });
    return new FilmFile(await openAnywhere(file));
  }

  /** How long the film is, in milliseconds. */
  get duration(): number {
    return this.#film === undefined ? 0 : this.#film.last + LAST_MS;
  }

  async add({ width, height, chunks }: FilmChunks): Promise<void> {
    for (const { at, key, data } of chunks) {
      if (this.#film === undefined) {
        this.#film = new WebM({ width, height, by: `uipilot ${VERSION}`, began: new Date() });
        this.width = width;
        this.height = height;
        await this.#write([{ position: 0, bytes: this.#film.head }]);
      }
      // What is not in the file is missing to the frames after it.
      if (this.failed !== undefined) return;
      const written = await this.#write(this.#film.frame(at, key, Buffer.from(data, "base64")));
      if (written) this.frames++;
    }
  }

  /** Completes the file, as far as there is room for that. */
  async finish(): Promise<void> {
    if (this.#film !== undefined) {
      const { index, filled } = this.#film.finish(this.duration);
      const indexed = await this.#write([index]);
      // What is there already needs no room.
      if (indexed) await this.#write(filled(true));
      else await this.#fill(filled(false));
    }
    await this.#handle.close().catch(() => undefined);
  }

  /** Writes parts. A failure is kept, and nothing is added after it. */
  async #write(parts: readonly Part[]): Promise<boolean> {
    if (this.failed !== undefined) return false;
    try {
      for (const { position, bytes } of parts) {
        let written = 0;
        while (written < bytes.byteLength) {
          const left = bytes.byteLength - written;
          written += (await this.#handle.write(bytes, written, left, position + written)).bytesWritten;
        }
        this.bytes = Math.max(this.bytes, position + bytes.byteLength);
      }
      return true;
    } catch (error) {
      this.failed = isSystemError(error) ? error.code : String(error);
      // Half of a frame would be shown as garbage.
      await this.#handle.truncate(this.bytes).catch(() => undefined);
      this.#film?.cut(this.bytes);
      return false;
    }
  }

  /** Writes over what is there. */
  async #fill(parts: readonly Part[]): Promise<void> {
    for (const { position, bytes } of parts) {
      if (position + bytes.byteLength > this.bytes) continue;
      await this.#handle.write(bytes, 0, bytes.byteLength, position).catch(() => undefined);
    }
  }
}
