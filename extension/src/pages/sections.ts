// The parts that popup and panel are made of.

import type { Server } from "../worker/servers.ts";
import type { ShownTab, View, Wish } from "../worker/view.ts";
import { button, dot, element, entry, lines, part } from "./elements.ts";

type Ask = (wish: Wish) => void;

/** The name, and the switch for everything. */
export function head({ stopped }: View, ask: Ask): HTMLElement {
  const control = stopped
    ? button("Start", "main", () => ask({ do: "start" }))
    : button("Stop", "stop", () => ask({ do: "stop" }));
  control.title = stopped ? "Look for servers again" : "End all connections and take back every tab";
  return element("header", {}, element("h1", { textContent: "uipilot" }), control);
}

function server({ port, state, name, used }: Server): HTMLElement {
  const said = {
    connected: used ? "Connected; an agent is using it" : "Connected",
    unpaired: "Waits for its pairing code",
    refused: "Of another version: update the extension or the server",
  }[state];
  return element(
    "li",
    {},
    dot(state === "connected" ? "good" : state === "unpaired" ? "warn" : "bad"),
    lines(said, `${name} on port ${port}`),
  );
}

/** Who is connected, and how to pair. */
export function connection({ stopped, servers }: View, ask: Ask, said: HTMLElement | undefined): HTMLElement {
  if (stopped) {
    return part("Connection", element("ul", {}, element("li", {}, dot(""), "Stopped: nothing is connected.")));
  }
  const unpaired = servers.some(({ state }) => state === "unpaired");
  const list = element("ul", {}, ...servers.map(server));
  if (servers.length === 0) list.append(element("li", {}, dot(""), "No server is running on this machine."));
  return part(
    "Connection",
    list,
    unpaired && entry("Pairing code", "Pairing code, as in 7K2QX-M9D4T", "Pair", (code) => ask({ do: "pair", code })),
    said,
  );
}

function tab({ id, title, url, origin, granted, allowed, debugged }: ShownTab, ask: Ask): HTMLElement {
  const state = !granted ? "" : !allowed ? "warn" : "good";
  const where = granted && !allowed ? `Not allowed: ${origin}` : granted && debugged ? `In use – ${url}` : url;
  const allow =
    granted && !allowed && origin !== "" ? button("Allow", "", () => ask({ do: "allow", origin })) : undefined;
  const toggle = granted
    ? button("Revoke", "", () => ask({ do: "revoke", tab: id }))
    : button("Grant", "main", () => ask({ do: "grant", tab: id }));
  return element("li", {}, dot(state), lines(title || url, where === title ? "" : where), allow, toggle);
}

/** The tabs, those that are granted first. */
export function tabs({ stopped, tabs }: View, ask: Ask): HTMLElement | undefined {
  if (stopped) return undefined;
  const sorted = [...tabs].sort((a, b) => Number(b.granted) - Number(a.granted));
  return part(
    "Tabs the agent may work in",
    sorted.length === 0
      ? element("p", { className: "soft", textContent: "No tab here can be granted: open a web page." })
      : element("ul", {}, ...sorted.map((shown) => tab(shown, ask))),
  );
}

/** The origins, and the ports beside the usual ones. */
export function limits({ origins, ports }: View, ask: Ask): HTMLElement {
  const rows = origins.map((origin) =>
    element(
      "li",
      {},
      lines(origin, "allowed by you"),
      button("Remove", "", () => ask({ do: "disallow", origin })),
    ),
  );
  const portRows = ports.map((port) =>
    element(
      "li",
      {},
      lines(`Port ${port}`, "looked at as well"),
      button("Remove", "", () => ask({ do: "remove-port", port })),
    ),
  );
  return part(
    "Allowed origins, further ports",
    element("p", { className: "soft", textContent: "Servers of this machine (localhost) are always allowed." }),
    element("ul", {}, ...rows, ...portRows),
    entry("Origin to allow", "https://example.com, or a port number", "Add", (text) => {
      const port = /^\s*\d+\s*$/.test(text) ? Number(text) : undefined;
      ask(port === undefined ? { do: "allow", origin: text } : { do: "add-port", port });
    }),
  );
}
