// How an access to a file fails.

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
