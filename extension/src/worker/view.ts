// The messages between the worker and the pages of the extension (popup and panel).

import type { ShownAction } from "./actions.ts";
import type { Pairing, Server } from "./servers.ts";

/** A tab that can be granted. */
export interface ShownTab {
  id: number;
  title: string;
  url: string;
  origin: string;
  granted: boolean;
  /** Whether its origin is allowed. */
  allowed: boolean;
  /** Whether the debugger is attached. */
  debugged: boolean;
  /** Whether a program is told what the user does in it. */
  recorded: boolean;
}

/** Everything that the pages show. */
export interface View {
  stopped: boolean;
  servers: Server[];
  tabs: ShownTab[];
  origins: string[];
  ports: number[];
  /** Newest first; those without an outcome are running. */
  actions: ShownAction[];
}

/** A request of a page to the worker. */
export type PageRequest =
  | { do: "grant" | "revoke"; tab: number }
  | { do: "allow" | "disallow"; origin: string }
  | { do: "add-port" | "remove-port"; port: number }
  | { do: "pair"; code: string }
  | { do: "stop" }
  | { do: "start" };

/** A message of the worker to a page. */
export type WorkerMessage = { view: View } | { pairing: Pairing } | { refused: string };

/** The name of the port between a page and the worker. */
export const VIEW = "view";
