// Whose process is at the other end of a connection from this machine.

import { readFileSync } from "node:fs";

/**
 * Whether a connection from this machine over IPv4 comes from a process of this user. Known on Linux, by the table of
 * connections (proc(5), `/proc/net/tcp`); elsewhere all are taken.
 *
 * @param theirs - the port at the other end
 * @param ours - the port at this end
 */
export function isOwnNeighbour(theirs: number, ours: number): boolean {
  if (process.platform !== "linux") return true;
  try {
    return ownerIn(readFileSync("/proc/net/tcp", "latin1"), theirs, ours) === process.getuid?.();
  } catch {
    return false;
  }
}

/** The user of the connection between two ports in a table of connections. */
export function ownerIn(table: string, theirs: number, ours: number): number | undefined {
  const hex = (port: number): string => port.toString(16).toUpperCase().padStart(4, "0");
  const ends = ` 0100007F:${hex(theirs)} 0100007F:${hex(ours)} `;
  const line = table.split("\n").find((line) => line.includes(ends));
  const user = line?.trim().split(/\s+/)[7];
  return user === undefined ? undefined : Number(user);
}
