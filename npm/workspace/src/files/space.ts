// The files that the tools share: text by path, with a hash so that nothing is overwritten unseen.

import path from "node:path";
import { DeadlinePassed, withDeadline } from "../deadline.js";
import type { Log } from "../log.js";
import { decodeText, encodeText, hashOf } from "./bytes.js";
import type { FilesConfig } from "./config.js";
import { type Doing, FileFault, faultOf } from "./fault.js";
import { LocalStore } from "./local.js";
import { Allowed, parsePath, refuseGit } from "./path.js";
import { quoted } from "./quote.js";
import { RemoteStore } from "./remote.js";
import { FileServer } from "./server.js";
import type { Listing, ListOptions, Store, Target } from "./store.js";
import { Withheld } from "./withheld.js";

export { type FaultStatus, FileFault } from "./fault.js";
export type { Entry, Listing } from "./store.js";

/** The text of a file. */
export interface FileText {
  /** Decoded as UTF-8. A byte order mark stays its first character. */
  text: string;
  /** SHA-256 of the file's bytes, in hexadecimal. */
  hash: string;
  /** The file's size. */
  bytes: number;
}

/** The tool whose name accesses are logged under, unless another one is set. */
export const FILE_TOOL = "fileSystemAccessTool";

/** What a file space is made from. */
export interface SpaceParts {
  config: FilesConfig;
  /** The folder that `config.base` is relative to. */
  folder: string;
  log: Log;
  /** Where the token of a file server comes from. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Files that are neither read nor changed. */
  withheld?: Withheld;
}

/** An access, for the log and for errors. */
interface Access {
  action: string;
  path: string;
  doing: Doing;
  /** Whether the path names a folder. */
  folder: boolean;
}

/** The files inside the allowed folders. Made once for all tools; opens nothing before the first call. */
export class FileSpace {
  readonly #config: FilesConfig;
  readonly #allowed: Allowed;
  readonly #store: Store;
  readonly #tell: (text: string) => void;

  constructor(parts: SpaceParts, store: Store = makeStore(parts), tool: string = FILE_TOOL) {
    this.#config = parts.config;
    this.#allowed = new Allowed(parts.config.allowed);
    this.#store = store;
    this.#tell = teller(parts.log, tool);
    this.as = (name) => new FileSpace(parts, store, name);
  }

  /** The same files, with their accesses logged under a tool's name. */
  readonly as: (tool: string) => FileSpace;

  /**
   * Reads a text file.
   *
   * @param path relative to the base folder, with `/` between folders
   * @throws {FileFault} also if the file is not valid UTF-8 or larger than `maxBytes`
   * @throws the signal's reason if it is aborted
   */
  read(path: string, signal: AbortSignal): Promise<FileText> {
    return this.#access({ action: "readFile", path, doing: "read", folder: false }, signal, async (target, inner) => {
      const bytes = await this.#store.read(target, inner);
      return { text: decodeText(bytes, path), hash: hashOf(bytes), bytes: bytes.byteLength };
    });
  }

  /** Reads a file's bytes. Fails like `read`. */
  readBytes(path: string, signal: AbortSignal): Promise<{ content: Buffer; hash: string }> {
    return this.#access({ action: "readFile", path, doing: "read", folder: false }, signal, async (target, inner) => {
      const content = await this.#store.read(target, inner);
      return { content, hash: hashOf(content) };
    });
  }

  /**
   * Writes a text file, whole or not at all. Its folder must exist.
   *
   * @param options.expectedHash of the file as the caller has read it; a file that is different, or gone, is not overwritten
   * @throws {FileFault} and then the file is as it was, unless the message says that this is not known
   * @throws the signal's reason if it is aborted before the file is replaced
   */
  write(
    path: string,
    text: string,
    { expectedHash }: { expectedHash?: string | undefined },
    signal: AbortSignal,
  ): Promise<{ hash: string }> {
    return this.#write(path, () => encodeText(text, path), expectedHash, signal);
  }

  /** Writes a file's bytes. Fails like `write`. */
  writeBytes(
    path: string,
    decode: () => Buffer,
    { expectedHash }: { expectedHash?: string | undefined },
    signal: AbortSignal,
  ): Promise<{ hash: string; bytes: number }> {
    return this.#write(path, decode, expectedHash, signal);
  }

  #write(path: string, encode: () => Buffer, expectedHash: string | undefined, signal: AbortSignal) {
    return this.#access({ action: "writeFile", path, doing: "write", folder: false }, signal, async (target, inner) => {
      const bytes = encode();
      if (bytes.byteLength > this.#config.maxBytes) throw tooMuch(path, bytes.byteLength, this.#config.maxBytes);
      await this.#store.write(target, bytes, hashText(expectedHash, path), inner);
      return { hash: hashOf(bytes), bytes: bytes.byteLength };
    });
  }

  /** Lists a folder. */
  list(path: string, options: ListOptions, signal: AbortSignal): Promise<Listing> {
    const action = options.type === "file" ? "listFiles" : "listDirectories";
    return this.#access({ action, path, doing: "read", folder: true }, signal, async (target, inner) => {
      if (options.depth < 1) throw new FileFault("ERROR_UNKNOWN", "maxDepth has to be 1 or more. Nothing was listed");
      return this.#store.list(target, options, inner);
    });
  }

  /** Creates a folder; with `recursive` also those on the way, and one that exists is no error. */
  createDirectory(path: string, recursive: boolean, signal: AbortSignal): Promise<void> {
    const access: Access = { action: "createDirectory", path, doing: "create", folder: true };
    return this.#access(access, signal, (target, inner) => this.#store.makeFolder(target, recursive, inner));
  }

  /** Deletes a file, if the configuration allows it. */
  delete(path: string, signal: AbortSignal): Promise<void> {
    return this.#access(
      { action: "deleteFile", path, doing: "write", folder: false },
      signal,
      async (target, inner) => {
        if (!this.#config.allowDelete) throw noDelete(path);
        await this.#store.remove(target, inner);
      },
    );
  }

  /** Whether a file or folder is at a path. A link to nothing is not there. */
  exists(path: string, signal: AbortSignal): Promise<boolean> {
    return this.#access({ action: "checkExists", path, doing: "read", folder: true }, signal, async (target, inner) => {
      const kind = await this.#store.kind(target, inner).catch((error) => {
        const fault = inner.aborted ? undefined : faultOf(error, "read", path);
        if (fault?.status === "ERROR_PATH_NOT_FOUND") return undefined;
        throw error;
      });
      if (kind === "other") throw notAFile(path);
      return kind !== undefined;
    });
  }

  /** Ends the file server, if there is one. */
  close(): Promise<void> {
    return this.#store.close();
  }

  async #access<T>(
    { action, path, doing, folder }: Access,
    signal: AbortSignal,
    run: (target: Target, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    let status = "CANCELLED";
    try {
      signal.throwIfAborted();
      const result = await withDeadline(this.#config.timeoutMs, signal, async (inner) => {
        const names = parsePath(path, { folder });
        this.#allowed.check(names, path);
        if (doing !== "read") refuseGit(names, path);
        return run({ path, names }, inner);
      });
      status = "SUCCESS";
      return result;
    } catch (error) {
      if (signal.aborted && error === signal.reason) throw error;
      const fault = error instanceof DeadlinePassed ? this.#overdue(error, doing, path) : faultOf(error, doing, path);
      status = fault.status;
      throw fault;
    } finally {
      this.#tell(`${action} ${quoted(path)} ${status}`);
    }
  }

  #overdue({ isOver }: DeadlinePassed, doing: Doing, path: string): FileFault {
    const seconds = this.#config.timeoutMs / 1000;
    const failed = `Could not ${doing} ${quoted(path)} within ${seconds} s (\`filesystem.timeoutMs\`).`;
    if (doing === "read") {
      return new FileFault("ERROR_READ_FAILED", `${failed} The disk does not answer, or there is too much to list`);
    }
    const isUnchanged = isOver && doing === "write";
    const effect = isUnchanged ? "Nothing was changed" : "Whether it was changed is not known: read it to see";
    return new FileFault("ERROR_WRITE_FAILED", `${failed} ${effect}`);
  }
}

/** Logs under a tool's name. A log that fails changes nothing about what was done. */
function teller(log: Log, tool: string): (text: string) => void {
  return (text) => {
    try {
      log({ tool, text });
    } catch {
      // The operator's own function has failed.
    }
  };
}

function makeStore({ config, folder, environment, log, withheld = new Withheld([]) }: SpaceParts): Store {
  const base = path.resolve(folder, config.base);
  if (config.mcp === undefined) return new LocalStore(base, config, withheld);
  const { root } = config.mcp;
  const isHere = root === undefined && "command" in config.mcp;
  const server = new FileServer({
    config: config.mcp,
    folder,
    environment,
    timeoutMs: config.timeoutMs,
    // A server may give the content twice, as base64.
    maxMessage: 3 * config.maxBytes + (16 << 20),
    tell: teller(log, FILE_TOOL),
  });
  return new RemoteStore(server, config, {
    root: root ?? (isHere ? base : "/"),
    base: isHere ? base : undefined,
    withheld,
  });
}

function hashText(hash: string | undefined, path: string): string | undefined {
  if (hash === undefined || /^[0-9a-f]{64}$/i.test(hash)) return hash?.toLowerCase();
  throw new FileFault(
    "ERROR_WRITE_FAILED",
    `The expected hash for ${quoted(path)} is not a SHA-256 in hexadecimal. Nothing was changed. Give the hash that reading the ` +
      "file has answered",
  );
}

function tooMuch(path: string, bytes: number, maxBytes: number): FileFault {
  return new FileFault(
    "ERROR_WRITE_FAILED",
    `The content for ${quoted(path)} has ${bytes} bytes; at most ${maxBytes} are written (\`filesystem.maxBytes\`). Nothing was ` +
      "changed",
  );
}

function notAFile(path: string): FileFault {
  return new FileFault(
    "ERROR_INVALID_PATH",
    `${quoted(path)} is a device, a pipe or a socket, and neither a file nor a folder. Name another path`,
  );
}

function noDelete(path: string): FileFault {
  return new FileFault(
    "ERROR_PERMISSION_DENIED",
    `${quoted(path)} was not deleted: deleting is off. The operator allows it with \`filesystem.allowDelete\` in the configuration`,
  );
}
