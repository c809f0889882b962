// HTTP connections that the guard has checked.

import { Agent, buildConnector } from "undici";
import type { Guard } from "./guard.js";

/** How long a connection may take, in milliseconds. The call's own deadline ends it earlier. */
const CONNECT_MS = 15_000;

/**
 * Connections for `undici.request`, each to an address that the guard permits. Nothing follows redirects, and no proxy of the
 * environment is used: a proxy would resolve names by itself.
 */
export function guardedAgent(guard: Guard): Agent {
  const connect = buildConnector({ lookup: guard.lookup, timeout: CONNECT_MS });
  return new Agent({
    // Sockets that are kept open hold up neither the process nor its end.
    keepAliveTimeout: 4_000,
    maxHeaderSize: 64 * 1024,
    connect: (options, callback) => {
      try {
        // `net.connect` resolves nothing, and so asks nothing, where the host is an address.
        guard.checkEndpoint(options.hostname, Number(options.port || (options.protocol === "https:" ? 443 : 80)));
      } catch (error) {
        callback(error as Error, null);
        return;
      }
      connect(options, callback);
    },
  });
}
