// What holds the files: the local disk, or another file server.

import type { Kind } from "./tree.js";

/** A path as the caller wrote it, and its names. */
export interface Target {
  path: string;
  names: readonly string[];
}

export interface Entry {
  /** Relative to the listed folder, with `/` between folders. */
  name: string;
  type: "file" | "directory";
}

export interface Listing {
  /** In the order of their names. */
  entries: Entry[];
  /** Whether more was there than a limit let in. */
  truncated: boolean;
  /** What was left out: devices, links that lead out of the allowed folders or nowhere, names that are not Unicode. */
  omitted: number;
}

export interface ListOptions {
  type: Entry["type"];
  /** 1 lists the folder itself. */
  depth: number;
}

/** Files by path. Every method throws `FileFault`, an error of the system, or the signal's reason. */
export interface Store {
  read(target: Target, signal: AbortSignal): Promise<Buffer>;
  /**
   * Replaces a file or creates one.
   *
   * @param expectedHash the SHA-256 that the file must have
   */
  write(target: Target, bytes: Buffer, expectedHash: string | undefined, signal: AbortSignal): Promise<void>;
  list(target: Target, options: ListOptions, signal: AbortSignal): Promise<Listing>;
  makeFolder(target: Target, recursive: boolean, signal: AbortSignal): Promise<void>;
  remove(target: Target, signal: AbortSignal): Promise<void>;
  /** What is at a path; undefined if nothing is. Never a link. */
  kind(target: Target, signal: AbortSignal): Promise<Kind | undefined>;
  close(): Promise<void>;
}
