// Where the server listens over HTTP.

import { hostName, isLoopback } from "../http/address.ts";
import type { HttpOptions } from "../http/server.ts";
import { quote } from "../quote.ts";
import { UsageError } from "../usage-error.ts";
import type { Name } from "./flags.ts";
import { portNumber } from "./values.ts";

/** The environment variable with the token. A flag would show it to every program of the machine. */
export const TOKEN = "UIPILOT_MCP_TOKEN";

/** A shorter token could be guessed. */
const SHORTEST_TOKEN = 16;

/** Where to listen over HTTP. */
export function httpOptions(
  one: (name: Name) => string | undefined,
  environment: NodeJS.ProcessEnv,
): HttpOptions | undefined {
  const port = one("port");
  const shareSession = one("share-session") === "1";
  if (port === undefined) {
    const useless = (["host", "allowed-hosts", "share-session"] as const).find((name) => one(name) !== undefined);
    if (useless !== undefined) throw new UsageError(`--${useless} needs --port`);
    return undefined;
  }
  const handed =
    one("webdriver-session") !== undefined ? "webdriver-session" : one("extension") === "1" ? "extension" : undefined;
  if (handed !== undefined && !shareSession) {
    throw new UsageError(`--${handed} gives the server one session, which --port needs --share-session for`);
  }
  if (one("max-sessions") === "0" && !shareSession) {
    throw new UsageError("--port gives each client a session: it needs --share-session or some --max-sessions");
  }
  const host = one("host") ?? "127.0.0.1";
  const token = environment[TOKEN];
  if (token === undefined && !isLoopback(host)) {
    throw new UsageError(`--host ${quote(host)} lets other machines in: set a token in ${TOKEN}`);
  }
  if (token !== undefined && !new RegExp(`^[!-~]{${SHORTEST_TOKEN},}$`).test(token)) {
    throw new UsageError(`${TOKEN} must have ${SHORTEST_TOKEN} or more characters, of ASCII and without spaces`);
  }
  const allowedHosts = (one("allowed-hosts") ?? "").split(",").flatMap((text) => {
    if (text.trim() === "") return [];
    const name = hostName(text.trim());
    if (name === undefined || name !== text.trim().toLowerCase()) {
      throw new UsageError(`--allowed-hosts takes names without port or path, got ${quote(text)}`);
    }
    return [name];
  });
  return {
    port: portNumber("port", port, 0),
    host,
    allowedHosts,
    ...(token === undefined ? {} : { token }),
    shareSession,
  };
}
