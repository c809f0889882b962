// Ports and proxies.

import { createServer } from "node:net";
import { type Check, ok, problem, warning } from "./finding.ts";

/** The ports that the extension looks at. */
const EXTENSION_PORTS = Array.from({ length: 10 }, (_, index) => 38_401 + index);

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1" }, () => server.close(() => resolve(true)));
  });
}

export const ports: Check = {
  name: "ports",
  async look({ port }) {
    const free = await Promise.all(EXTENSION_PORTS.map(isFree));
    const extension = free.includes(true)
      ? ok(`${free.filter(Boolean).length} of the extension's ports are free`)
      : problem(
          `all ports that the extension looks at are taken (${EXTENSION_PORTS[0]} to ${EXTENSION_PORTS.at(-1)})`,
          "end the programs that use them, or give --extension-port PORT and enter it in the extension",
        );
    if (port === undefined || port === 0) return [extension];
    if (await isFree(port)) return [extension, ok(`port ${port} is free`)];
    return [
      extension,
      problem(`port ${port} is taken by another program`, "give --port another one, or 0 for any free one"),
    ];
  },
};

const PROXIES = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];

export const proxy: Check = {
  name: "proxy",
  async look({ env }) {
    const either = (name: string): string => env[name] ?? env[name.toLowerCase()] ?? "";
    const set = PROXIES.filter((name) => either(name) !== "");
    // Their values can have passwords.
    if (set.length === 0) return [ok("no proxy is set in the environment")];
    const past = either("NO_PROXY").split(/[\s,]+/);
    if (past.includes("*") || (past.includes("localhost") && past.includes("127.0.0.1"))) {
      return [ok(`a proxy is set in ${set.join(", ")}, and not for this machine`)];
    }
    return [
      warning(
        `a proxy is set in ${set.join(", ")}, also for this machine`,
        "add localhost and 127.0.0.1 to NO_PROXY, where clients reach this server or pages of this machine",
      ),
    ];
  },
};
