// The files that the tools share: text by path, with a hash so that nothing is overwritten unseen.

import { FileFault } from "./fault.js";

export { type FaultStatus, FileFault } from "./fault.js";

/** The text of a file. */
export interface FileText {
  /** Decoded as UTF-8. A byte order mark stays its first character. */
  text: string;
  /** SHA-256 of the file's bytes, in hexadecimal. */
  hash: string;
  /** The file's size. */
  bytes: number;
}

/** The files inside the allowed folders. Made once for all tools; opens nothing before the first call. */
export class FileSpace {
  /**
   * Reads a text file.
   *
   * @param path relative to the base folder, with `/` between folders
   * @throws {FileFault} also if the file is not valid UTF-8 or larger than `maxBytes`
   * @throws the signal's reason if it is aborted
   */
  async read(_path: string, _signal: AbortSignal): Promise<FileText> {
    throw new FileFault("ERROR_UNKNOWN", "not built yet");
  }

  /**
   * Writes a text file, whole or not at all. Its folder must exist.
   *
   * @param options.expectedHash of the file as the caller has read it; a file that is different, or gone, is not overwritten
   * @throws {FileFault} and then the file is as it was
   * @throws the signal's reason if it is aborted before the file is replaced
   */
  async write(
    _path: string,
    _text: string,
    _options: { expectedHash?: string | undefined },
    _signal: AbortSignal,
  ): Promise<{ hash: string }> {
    throw new FileFault("ERROR_UNKNOWN", "not built yet");
  }

  /** The same files, with their accesses logged under a tool's name. */
  as(_tool: string): FileSpace {
    return this;
  }
}
