// How an access to a file fails.

import { quoted } from "./quote.js";

/** What can go wrong with an access, by the names of the tool's answer. */
export const FAULTS = [
  "ERROR_PATH_NOT_FOUND",
  "ERROR_PERMISSION_DENIED",
  "ERROR_INVALID_PATH",
  "ERROR_WRITE_FAILED",
  "ERROR_READ_FAILED",
  "ERROR_MCP_SERVER_UNAVAILABLE",
  "ERROR_UNKNOWN",
] as const;

export type FaultStatus = (typeof FAULTS)[number];

/** An access that failed. The message says what was tried and the next step; paths in it are quoted. */
export class FileFault extends Error {
  constructor(
    readonly status: FaultStatus,
    message: string,
  ) {
    super(message);
    this.name = "FileFault";
  }
}

/** A file that the operator keeps from all tools. */
export function withheldFault(path: string): FileFault {
  return new FileFault(
    "ERROR_PERMISSION_DENIED",
    `${quoted(path)} is one of the operator's own files, which no tool reads or changes. Nothing was read or changed; leave it alone`,
  );
}

/** What an access does: which status a failure has that belongs to no other one. */
export type Doing = "read" | "write" | "create";

/** By the system's codes: the status, and the next step. */
const CODES: Readonly<Record<string, readonly [FaultStatus, string]>> = {
  ENOENT: ["ERROR_PATH_NOT_FOUND", "List the folder to see what is there"],
  ENOTDIR: ["ERROR_PATH_NOT_FOUND", "A part of the path is a file and not a folder: list its folder"],
  EACCES: ["ERROR_PERMISSION_DENIED", "Check the permissions of the file and its folder"],
  EPERM: ["ERROR_PERMISSION_DENIED", "Check the permissions of the file and its folder"],
  EROFS: ["ERROR_PERMISSION_DENIED", "The file system is read-only: write elsewhere"],
  ENAMETOOLONG: ["ERROR_INVALID_PATH", "Choose a shorter name"],
  EILSEQ: ["ERROR_INVALID_PATH", "Choose a name that the file system takes"],
  EISDIR: ["ERROR_INVALID_PATH", "The path names a folder: name a file"],
  ELOOP: ["ERROR_INVALID_PATH", "The links on the way lead in a circle, or changed meanwhile"],
};

const NO_ROOM = "Free some space, or write less";

/** Next steps of failures whose status is that of the access. */
const STEPS: Readonly<Record<string, string>> = {
  ENOSPC: NO_ROOM,
  EDQUOT: NO_ROOM,
  EFBIG: "Write less: the system limits the size of a file",
  EMFILE: "Too many files are open: call again later",
  ENFILE: "Too many files are open: call again later",
  EIO: "The disk reports an error: check it",
  EEXIST: "It exists already: choose another name",
};

/** The code of a system's error. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** Makes a fault of what an access has thrown. The system's own text is left out: it names paths outside of the base folder. */
export function faultOf(error: unknown, doing: Doing, path: string): FileFault {
  if (error instanceof FileFault) return error;
  const code = codeOf(error);
  const nothing = doing === "write" ? " Nothing was changed." : "";
  if (code === undefined) {
    return new FileFault("ERROR_UNKNOWN", `Could not ${doing} ${quoted(path)}: ${nameOf(error)}.${nothing}`);
  }
  const [status, step] = CODES[code] ?? [doing === "read" ? "ERROR_READ_FAILED" : "ERROR_WRITE_FAILED", STEPS[code]];
  return new FileFault(status, `Could not ${doing} ${quoted(path)}: ${code}.${nothing}${step ? ` ${step}.` : ""}`);
}

function nameOf(error: unknown): string {
  return error instanceof Error ? `unexpected ${error.name}: ${quoted(error.message, 200)}` : "unexpected error";
}
