// The sections of popup and panel.

import type { Server } from "../worker/servers.ts";
import type { PageRequest, ShownTab, View } from "../worker/view.ts";
import { button, dot, element, entry, lines, section } from "./elements.ts";

type Ask = (request: PageRequest) => void;

/** The heading, with the button that starts and stops the extension. */
export function head({ stopped }: View, ask: Ask): HTMLElement {
  const control = stopped
    ? button("Start", "main", () => ask({ do: "start" }))
    : button("Stop", "stop", () => ask({ do: "stop" }));
  control.title = stopped ? "Search for servers again" : "End all connections and revoke all tabs";
  return element("header", {}, element("h1", { textContent: "uipilot" }), control);
}

function server({ port, state, name, used }: Server): HTMLElement {
  const status = {
    connected: used ? "Connected; an agent is using it" : "Connected",
    unpaired: "Waiting for its pairing code",
    refused: "Different version: update the extension or the server",
  }[state];
  return element(
    "li",
    {},
    dot(state === "connected" ? "good" : state === "unpaired" ? "warn" : "bad"),
    lines(status, `${name} on port ${port}`),
  );
}

/** The servers, and the field for a pairing code. `notice`: the result of the last request. */
export function connection({ stopped, servers }: View, ask: Ask, notice: HTMLElement | undefined): HTMLElement {
  if (stopped) {
    return section("Connection", element("ul", {}, element("li", {}, dot(""), "Stopped: nothing is connected.")));
  }
  const unpaired = servers.some(({ state }) => state === "unpaired");
  const list = element("ul", {}, ...servers.map(server));
  if (servers.length === 0) list.append(element("li", {}, dot(""), "No server is running on this machine."));
  return section(
    "Connection",
    list,
    unpaired && entry("Pairing code", "Pairing code, as in 7K2QX-M9D4T", "Pair", (code) => ask({ do: "pair", code })),
    notice,
  );
}

function tab({ id, title, url, origin, granted, allowed, debugged, recorded }: ShownTab, ask: Ask): HTMLElement {
  const state = !granted ? "" : !allowed ? "warn" : "good";
  const where =
    granted && !allowed
      ? `Origin not allowed: ${origin}`
      : granted && debugged
        ? `${recorded ? "Records what you do" : "In use"} – ${url}`
        : url;
  const allow =
    granted && !allowed && origin !== "" ? button("Allow", "", () => ask({ do: "allow", origin })) : undefined;
  const toggle = granted
    ? button("Revoke", "", () => ask({ do: "revoke", tab: id }))
    : button("Grant", "main", () => ask({ do: "grant", tab: id }));
  return element("li", {}, dot(state), lines(title || url, where === title ? "" : where), allow, toggle);
}

/** The tabs, granted ones first. */
export function tabs({ stopped, tabs }: View, ask: Ask): HTMLElement | undefined {
  if (stopped) return undefined;
  const sorted = [...tabs].sort((a, b) => Number(b.granted) - Number(a.granted));
  return section(
    "Tabs the agent may work in",
    sorted.length === 0
      ? element("p", { className: "soft", textContent: "No tab can be granted. Open a web page first." })
      : element("ul", {}, ...sorted.map((shown) => tab(shown, ask))),
  );
}

/** The allowed origins and the additional ports. */
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
      lines(`Port ${port}`, "searched as well"),
      button("Remove", "", () => ask({ do: "remove-port", port })),
    ),
  );
  return section(
    "Allowed origins and additional ports",
    element("p", { className: "soft", textContent: "Servers on this machine (localhost) are always allowed." }),
    element("ul", {}, ...rows, ...portRows),
    entry("Origin to allow", "https://example.com, or a port number", "Add", (text) => {
      const port = /^\s*\d+\s*$/.test(text) ? Number(text) : undefined;
      ask(port === undefined ? { do: "allow", origin: text } : { do: "add-port", port });
    }),
  );
}
