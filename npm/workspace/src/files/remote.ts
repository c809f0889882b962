// Files that another MCP server has. What it cannot say is found out from what it can: its errors are texts, and texts
// decide nothing here.

import path from "node:path";
import type { CallToolResult } from "@modelcontextprotocol/client";
import { decodeText, hashOf, tooLarge } from "./bytes.js";
import type { FilesConfig } from "./config.js";
import { FileFault, withheldFault } from "./fault.js";
import { Allowed, isTemporary, type Names } from "./path.js";
import { quoted } from "./quote.js";
import type { FileServer } from "./server.js";
import type { Entry, Listing, ListOptions, Store, Target } from "./store.js";
import { type Kind, kindOf, noFolder, Tree } from "./tree.js";
import { Turns } from "./turns.js";
import type { Withheld } from "./withheld.js";
import { changedFault } from "./write.js";

/** Where the files of a server are. */
export interface Whereabouts {
  /** The base folder as the server knows it. */
  root: string;
  /** The base folder on this machine, if the server has the same disk. */
  base: string | undefined;
  withheld: Withheld;
}

/** Files of a server with the tools of `@modelcontextprotocol/server-filesystem`. */
export class RemoteStore implements Store {
  readonly #server: FileServer;
  readonly #config: FilesConfig;
  readonly #root: string;
  readonly #allowed: Allowed;
  readonly #tree: Tree | undefined;
  readonly #withheld: Withheld;
  readonly #turns = new Turns();

  constructor(server: FileServer, config: FilesConfig, { root, base, withheld }: Whereabouts) {
    this.#server = server;
    this.#config = config;
    this.#root = root;
    this.#withheld = withheld;
    this.#allowed = new Allowed(config.allowed);
    this.#tree = base === undefined ? undefined : new Tree(base, this.#allowed);
  }

  async read(target: Target, signal: AbortSignal): Promise<Buffer> {
    const real = await this.#resolve(target, signal, "file");
    const tools = await this.#server.tools(signal);
    if (tools.has("get_file_info")) {
      const info = await this.#call("get_file_info", real, {}, signal);
      if (info.isError) throw await this.#reasonOf(info, target, real, "read", signal);
      const size = Number(/^size: ([0-9]+)$/m.exec(textOf(info))?.[1] ?? 0);
      if (size > this.#config.maxBytes) throw tooLarge(target.path, size, this.#config.maxBytes);
    }
    // Text would be decoded by the server, which says nothing about bytes that it could not decode.
    const tool = ["read_media_file", "read_text_file", "read_file"].find((name) => tools.has(name));
    if (tool === undefined) throw lacks("read_text_file", "ERROR_READ_FAILED");
    const result = await this.#call(tool, real, {}, signal);
    if (result.isError) throw await this.#reasonOf(result, target, real, "read", signal);
    const bytes = tool === "read_media_file" ? bytesOf(result, target) : exactText(result, target);
    if (bytes.byteLength > this.#config.maxBytes) throw tooLarge(target.path, bytes.byteLength, this.#config.maxBytes);
    return bytes;
  }

  async write(target: Target, bytes: Buffer, expectedHash: string | undefined, signal: AbortSignal): Promise<void> {
    const content = textToWrite(bytes, target);
    const real = await this.#resolve(target, signal, "file");
    await this.#turns.take(real.join("/"), signal, async () => {
      if (expectedHash !== undefined) {
        const hash = hashOf(await this.read(target, signal));
        if (hash !== expectedHash) throw changedFault(target.path, `its hash is ${hash}`);
      }
      const result = await this.#change("write_file", target, real, { content }, signal);
      if (result.isError) throw await this.#reasonOf(result, target, real, "write", signal);
    });
  }

  async list(target: Target, { type, depth }: ListOptions, signal: AbortSignal): Promise<Listing> {
    const real = await this.#resolve(target, signal, "directory");
    const listing: Listing = { entries: [], truncated: false, omitted: 0 };
    const into = async (names: Names, prefix: string, level: number): Promise<void> => {
      const { entries, omitted } = await this.#listOne(target, names, prefix === "", signal);
      listing.omitted += omitted;
      for (const { name, type: kind, isLink } of entries) {
        if (kind === type) {
          if (listing.entries.length >= this.#config.maxEntries) {
            listing.truncated = true;
            return;
          }
          listing.entries.push({ name: prefix + name, type: kind });
        }
        if (kind !== "directory" || isLink || level >= depth) continue;
        if (level >= this.#config.maxDepth) listing.truncated = true;
        else await into([...names, name], `${prefix}${name}/`, level + 1);
        if (listing.entries.length >= this.#config.maxEntries) break;
      }
    };
    await into(real, "", 1);
    listing.entries.sort((one, other) => (one.name < other.name ? -1 : 1));
    return listing;
  }

  async makeFolder(target: Target, recursive: boolean, signal: AbortSignal): Promise<void> {
    const kind = await this.#kindOrNothing(target, signal);
    if (kind === "directory" && recursive) return;
    if (kind !== undefined) {
      const step = kind === "directory" ? "With recursive: true that is no error" : "Choose another name";
      throw new FileFault("ERROR_WRITE_FAILED", `${quoted(target.path)} exists already. Nothing was changed. ${step}`);
    }
    const parent = target.names.slice(0, -1);
    if (!recursive && this.#allowed.has(parent)) {
      const above = await this.#kindOrNothing({ path: parent.join("/") || ".", names: parent }, signal);
      if (above !== "directory") throw notThere(target.path, "its folder is missing: use recursive: true");
    }
    const real = await this.#resolveStart(target, signal);
    const result = await this.#change("create_directory", target, real, {}, signal);
    if (result.isError) throw await this.#reasonOf(result, target, real, "write", signal);
  }

  async remove(target: Target, signal: AbortSignal): Promise<void> {
    if (!(await this.#server.tools(signal)).has("delete_file")) throw lacks("delete_file", "ERROR_WRITE_FAILED");
    const real = await this.#resolve(target, signal, "file");
    const result = await this.#change("delete_file", target, real, {}, signal);
    if (result.isError) throw await this.#reasonOf(result, target, real, "write", signal);
  }

  async kind(target: Target, signal: AbortSignal): Promise<Kind | undefined> {
    const real = await this.#resolve(target, signal);
    if (!(await this.#server.tools(signal)).has("get_file_info")) {
      const parent = real.slice(0, -1);
      const isTop = real.length === 0 || !this.#allowed.has(parent);
      const { entries } = await this.#listOne(target, isTop ? real : parent, true, signal);
      return isTop ? "directory" : entries.find(({ name }) => name === real.at(-1))?.type;
    }
    const info = await this.#call("get_file_info", real, {}, signal);
    if (info.isError) throw await this.#reasonOf(info, target, real, "read", signal);
    return /^isDirectory: true$/m.test(textOf(info)) ? "directory" : "file";
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  async #kindOrNothing(target: Target, signal: AbortSignal): Promise<Kind | undefined> {
    try {
      return await this.kind(target, signal);
    } catch (error) {
      if (error instanceof FileFault && error.status === "ERROR_PATH_NOT_FOUND") return undefined;
      throw error;
    }
  }

  /** The real names of a path, where this machine has the same disk; else the path's own. */
  async #resolve({ names, path: shown }: Target, signal: AbortSignal, expected?: Kind): Promise<Names> {
    if (this.#tree === undefined) {
      // A server elsewhere can have the same disk all the same.
      if (await this.#withheld.isAt(path.join(this.#root, ...names))) throw withheldFault(shown);
      return names;
    }
    return this.#tree.use(names, shown, signal, async ({ folder, name }) => {
      if (name !== undefined && expected === "file" && (await this.#withheld.isAt(folder.at(name)))) {
        throw withheldFault(shown);
      }
      const kind = name === undefined ? "directory" : await kindOf(folder, name);
      if (kind === "other" || (expected === "file" && kind === "directory")) {
        throw new FileFault("ERROR_INVALID_PATH", `${quoted(shown)} is not a file. Name a file`);
      }
      if (expected === "directory" && kind === "file") throw noFolder(shown);
      return name === undefined ? folder.names : [...folder.names, name];
    });
  }

  /** Resolves as many names as are there, for a folder that is to be created. */
  async #resolveStart({ names, path: shown }: Target, signal: AbortSignal): Promise<Names> {
    for (let count = names.length; count > 0; count -= 1) {
      const start = names.slice(0, count);
      if (!this.#allowed.has(start)) break;
      try {
        return [...(await this.#resolve({ names: start, path: shown }, signal)), ...names.slice(count)];
      } catch (error) {
        if (!(error instanceof FileFault) || error.status !== "ERROR_PATH_NOT_FOUND") throw error;
      }
    }
    return names;
  }

  #call(tool: string, names: Names, args: Record<string, unknown>, signal: AbortSignal): Promise<CallToolResult> {
    return this.#server.call(tool, { path: path.posix.join(this.#root, ...names), ...args }, signal);
  }

  /** A call that changes something. If the server goes away in it, the change may have come about. */
  async #change(tool: string, target: Target, names: Names, args: Record<string, unknown>, signal: AbortSignal) {
    if (!(await this.#server.tools(signal)).has(tool)) throw lacks(tool, "ERROR_WRITE_FAILED");
    return this.#call(tool, names, args, signal).catch((error) => {
      if (!(error instanceof FileFault)) throw error;
      const unknown = `Whether ${quoted(target.path)} was changed is not known: read it to see`;
      throw new FileFault(error.status, `${error.message}. ${unknown}`);
    });
  }

  async #listOne(target: Target, names: Names, isFirst: boolean, signal: AbortSignal) {
    const result = await this.#call("list_directory", names, {}, signal);
    if (result.isError) {
      if (!isFirst) return { entries: [], omitted: 1 };
      throw await this.#reasonOf(result, target, names, "read", signal, "directory");
    }
    const entries: (Entry & { isLink: boolean })[] = [];
    let omitted = 0;
    for (const { name, type } of linesOf(result)) {
      if (isTemporary(name)) continue;
      const real = await this.#behind([...names, name], signal);
      const kind = real === "same" ? type : real;
      if (kind === "file" || kind === "directory") entries.push({ name, type: kind, isLink: kind !== type });
      else omitted += 1;
    }
    return { entries, omitted };
  }

  /** What a listed name is on this machine's disk. A server calls all that is no folder a file, links to folders too. */
  async #behind(names: Names, signal: AbortSignal): Promise<Kind | undefined | "same"> {
    if (this.#tree === undefined) return "same";
    try {
      return await this.#tree.use(names, names.join("/"), signal, async ({ folder, name }) =>
        name === undefined ? "directory" : kindOf(folder, name),
      );
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  }

  /** Why a server has refused a call, found out by listing the folders on the way. */
  async #reasonOf(
    refusal: CallToolResult,
    { path: shown }: Target,
    names: Names,
    doing: "read" | "write",
    signal: AbortSignal,
    expected: Entry["type"] = "file",
  ): Promise<FileFault> {
    const text = textOf(refusal);
    const said = quoted(this.#root.length > 1 ? text.replaceAll(this.#root, ".") : text, 300);
    const start = this.#allowed.folderOf(names)?.length ?? 0;
    for (let count = start; count < names.length; count += 1) {
      const listed = await this.#call("list_directory", names.slice(0, count), {}, signal);
      if (listed.isError && count === start) break;
      const entry = listed.isError ? undefined : linesOf(listed).find(({ name }) => name === names[count]);
      if (entry === undefined) return notThere(shown, "list the folder to see what is");
      const isLast = count === names.length - 1;
      if (entry.type === "file" && !isLast) return notThere(shown, `${quoted(entry.name)} is a file and not a folder`);
      if (entry.type === "file" && expected === "directory") return noFolder(shown);
      if (entry.type === "directory" && isLast && expected === "file" && doing === "read") {
        return new FileFault("ERROR_INVALID_PATH", `${quoted(shown)} is a folder, and not a file. Name a file`);
      }
      if (isLast) {
        const status = doing === "read" ? "ERROR_READ_FAILED" : "ERROR_WRITE_FAILED";
        return new FileFault(status, `The file server could not ${doing} ${quoted(shown)}. It said ${said}`);
      }
    }
    return new FileFault(
      "ERROR_PERMISSION_DENIED",
      `The file server gives no access to ${quoted(shown)}. It said ${said}. The operator lets it have the same folders as ` +
        "`filesystem.allowed`",
    );
  }
}

/** The lines of a listing. A line that is none is left out: a name may have a line break in it. */
function linesOf(result: CallToolResult): Entry[] {
  return textOf(result)
    .split("\n")
    .flatMap((line) => {
      const [, label, name] = /^\[(FILE|DIR)\] (.+)$/.exec(line) ?? [];
      return name === undefined ? [] : [{ name, type: label === "DIR" ? "directory" : "file" }];
    });
}

function textOf(result: CallToolResult): string {
  const structured: unknown = result.structuredContent;
  if (typeof structured === "object" && structured !== null && "content" in structured) {
    if (typeof structured.content === "string") return structured.content;
  }
  return result.content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

function bytesOf(result: CallToolResult, { path: shown }: Target): Buffer {
  const [part] = result.content;
  let data: string | undefined;
  if (part?.type === "image" || part?.type === "audio") data = part.data;
  else if (part?.type === "resource" && "blob" in part.resource) data = part.resource.blob;
  if (data !== undefined) {
    const bytes = Buffer.from(data, "base64");
    if (bytes.toString("base64") === data) return bytes;
  }
  throw new FileFault("ERROR_READ_FAILED", `The file server's answer for ${quoted(shown)} is not base64`);
}

/** The bytes of text that a server has decoded, unless it had to replace some. */
function exactText(result: CallToolResult, { path: shown }: Target): Buffer {
  const text = textOf(result);
  if (!text.includes("\ufffd")) return Buffer.from(text, "utf8");
  throw new FileFault(
    "ERROR_READ_FAILED",
    `${quoted(shown)} may not be valid UTF-8, and the file server gives no exact bytes: it has no tool read_media_file`,
  );
}

function textToWrite(bytes: Buffer, { path: shown }: Target): string {
  try {
    return decodeText(bytes, shown);
  } catch {
    throw new FileFault(
      "ERROR_WRITE_FAILED",
      `The bytes for ${quoted(shown)} are not UTF-8, and the file server writes text only. Nothing was changed`,
    );
  }
}

function lacks(tool: string, status: "ERROR_READ_FAILED" | "ERROR_WRITE_FAILED"): FileFault {
  return new FileFault(
    status,
    `The file server of the configuration cannot do that: it has no tool ${tool}. Nothing was changed`,
  );
}

function notThere(path: string, step: string): FileFault {
  return new FileFault("ERROR_PATH_NOT_FOUND", `${quoted(path)} is not there: ${step}`);
}
