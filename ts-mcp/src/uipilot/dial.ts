// Connects to the daemon.

import { createConnection, type Socket } from "node:net";
import { ToolError } from "../error.ts";
import { brief } from "../quote.ts";

/** A connection to the daemon; undefined if none listens. */
export function dial(socket: string): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const connecting = createConnection(socket);
    connecting.once("connect", () => {
      connecting.off("error", failed);
      // The connection closes after an error, which its user sees.
      connecting.on("error", () => undefined);
      resolve(connecting);
    });
    const failed = (error: NodeJS.ErrnoException): void => {
      if (error.code === "ENOENT" || error.code === "ECONNREFUSED") resolve(undefined);
      else
        reject(
          new ToolError(
            "DAEMON_FAILED",
            `the socket ${brief(socket)} cannot be used: ${error.code}`,
            "check that it is yours, and remove it",
          ),
        );
    };
    connecting.once("error", failed);
  });
}
