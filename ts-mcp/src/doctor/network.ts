// Ports and proxies.

import { createServer } from "node:net";
import { type Check, type Finding, ok, problem, warning } from "./finding.ts";

/** The ports that the extension looks at. */
export const EXTENSION_PORTS = Array.from({ length: 10 }, (_, index) => 38_401 + index);

/** Why a port cannot be listened at: a code of the system. Nothing if it can. */
function refusal(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code ?? "unknown"));
    server.listen({ port, host: "127.0.0.1" }, () => server.close(() => resolve(undefined)));
  });
}

function wanted(port: number, code: string | undefined): Finding {
  if (code === undefined) return ok(`port ${port} is free`);
  if (code === "EADDRINUSE")
    return problem(`port ${port} is taken by another program`, "give --port another one, or 0 for any free one");
  const cure = "give --port one from 1024 on, or 0 for any free one";
  return problem(`this user may not listen at port ${port} (${code})`, cure);
}

export const ports: Check = {
  name: "ports",
  async look({ port }) {
    const codes = await Promise.all(EXTENSION_PORTS.map(refusal));
    const free = codes.filter((code) => code === undefined).length;
    const extension =
      free > 0
        ? ok(`${free} of the extension's ports are free`)
        : problem(
            `all ports that the extension looks at are taken (${EXTENSION_PORTS[0]} to ${EXTENSION_PORTS.at(-1)})`,
            "end the programs that use them, or give --extension-port PORT and enter it in the extension",
          );
    return port === undefined || port === 0 ? [extension] : [extension, wanted(port, await refusal(port))];
  },
};

const PROXIES = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];

export const proxy: Check = {
  name: "proxy",
  async look({ env }) {
    const either = (name: string): string => env[name] || env[name.toLowerCase()] || "";
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
