// The exit code of each error, so that a script can tell kinds apart.

/** The exit codes. docs/cli.md says what they mean. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  noBrowser: 3,
  timeout: 4,
  gone: 5,
  notAllowed: 6,
  stale: 7,
  unknown: 8,
  internal: 70,
  cancelled: 130,
} as const;

const KINDS: Readonly<Record<Exclude<keyof typeof EXIT, "ok" | "failed">, readonly string[]>> = {
  usage: ["INVALID_INPUT"],
  noBrowser: ["BROWSER_NOT_FOUND", "LAUNCH_FAILED", "CONNECT_FAILED", "CDP_ATTACH_FAILED"],
  timeout: ["TIMEOUT"],
  gone: ["SESSION_ENDED", "DAEMON_FAILED"],
  notAllowed: ["URL_NOT_ALLOWED", "PATH_NOT_ALLOWED", "ORIGIN_NOT_ALLOWED", "TAB_NOT_GRANTED", "PERMISSION_DENIED"],
  stale: ["STALE_UID", "UNKNOWN_UID", "UID_OF_OTHER_PAGE"],
  unknown: ["OUTCOME_UNKNOWN", "INTERRUPTED"],
  internal: ["INTERNAL", "PROTOCOL"],
  cancelled: ["CANCELLED"],
};

/** The exit code of an error. Those that are not listed are failures of the action. */
export function exitCode(code: string): number {
  const kind = Object.entries(KINDS).find(([, codes]) => codes.includes(code))?.[0];
  return EXIT[(kind ?? "failed") as keyof typeof EXIT];
}
