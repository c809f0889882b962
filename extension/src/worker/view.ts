// What the popup and the panel show, and what they may ask the worker for.

import type { ShownAction } from "./actions.ts";
import type { Server } from "./servers.ts";

/** A tab that can be granted. */
export interface ShownTab {
  id: number;
  title: string;
  url: string;
  origin: string;
  granted: boolean;
  /** Whether its origin may be worked on. */
  allowed: boolean;
  /** Whether the debugger is in it now. */
  debugged: boolean;
}

/** All that is shown. */
export interface View {
  stopped: boolean;
  servers: Server[];
  tabs: ShownTab[];
  origins: string[];
  ports: number[];
  /** The newest first; those without an outcome are under way. */
  actions: ShownAction[];
}

/** What a page of the extension asks for. */
export type Wish =
  | { do: "grant" | "revoke"; tab: number }
  | { do: "allow" | "disallow"; origin: string }
  | { do: "add-port" | "remove-port"; port: number }
  | { do: "pair"; code: string }
  | { do: "stop" }
  | { do: "start" };

/** What the worker tells a page of the extension. */
export type Told = { view: View } | { pairing: "paired" | "wrong" | "nobody" } | { refused: string };

/** The name of the connection between such a page and the worker. */
export const VIEW = "view";
