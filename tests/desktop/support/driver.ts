/** A server with the desktop tools, and the calls that the specs make. */

import { mkdtempSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Answer } from "../../support/caller.ts";
import { Pilot } from "../../support/pilot.ts";
import { until } from "../../support/wait.ts";

/** The parts of `debug_ui_action`'s answer that the specs check. */
export interface Outcome {
  success: boolean;
  method?: string;
  nodeBefore?: Node;
  nodeAfter?: Node;
  changed?: boolean;
  error?: string;
  code?: string;
  changes?: { added?: unknown[]; removed?: unknown[]; changed?: { id: string; fields: { field: string }[] }[] };
  verified?: boolean | "unverified";
  notices?: string[];
}

/** A node in JSON. */
export interface Node {
  id: string;
  role: string;
  title?: string;
  value?: string;
  enabled: boolean;
  focused: boolean;
  bounds?: { x: number; y: number; w: number; h: number };
  states?: string[];
}

const panel = fileURLToPath(new URL("../fixtures/panel.py", import.meta.url));

/** The Python for which the system installs packages. */
export const python = process.env.UIPILOT_TEST_PYTHON ?? "/usr/bin/python3";

/** A server with desktop tools. */
export async function startPilot(env: Record<string, string> = {}): Promise<Pilot> {
  return Pilot.start({ bare: true, args: ["--tools", "desktop"], env });
}

/** An application under test. */
export class App {
  constructor(
    readonly pilot: Pilot,
    readonly sessionId: string,
    readonly pid: number,
  ) {}

  static async launch(pilot: Pilot, command: string, args: string[] = []): Promise<App> {
    const text = await pilot.ok("debug_launch", { command, args });
    const [, sessionId = "", pid] = /sessionId (\S+), pid (\d+)/.exec(text) ?? [];
    return new App(pilot, sessionId, Number(pid));
  }

  /** The tree as text. */
  ui(args: Record<string, unknown> = {}): Promise<string> {
    return this.pilot.ok("debug_ui", { sessionId: this.sessionId, ...args });
  }

  /** The id of the first line with this role and title. */
  async id(role: string, title: string, args: Record<string, unknown> = {}): Promise<string> {
    const text = await this.ui({ role, title, ...args });
    const id = [...text.matchAll(/^\s*id=(\S+) (\S+)(?: "((?:[^"\\]|\\.)*)")?/gm)].find(
      ([, , shown, name]) => shown === role && name === title,
    )?.[1];
    if (id === undefined) throw new Error(`no ${role} ${title} in:\n${text}`);
    return id;
  }

  async act(action: string, args: Record<string, unknown> = {}): Promise<Outcome> {
    return outcome(await this.pilot.call("debug_ui_action", { sessionId: this.sessionId, action, ...args }));
  }

  async stop(): Promise<string> {
    return this.pilot.ok("debug_stop", { sessionId: this.sessionId });
  }
}

/** The JSON of an answer. */
export function outcome(answer: Answer): Outcome {
  try {
    return JSON.parse(answer.text);
  } catch {
    throw new Error(`no JSON: ${answer.text}`);
  }
}

/** The state that the panel writes. */
export interface State {
  count: number;
  remember: boolean;
  loud: boolean;
  choice: string;
  volume: number;
  amount: number;
  name: string;
  secret: string;
  notes: string;
  colour: string;
  scrolled: number;
  dropped: string;
  drops: number;
  saved: number;
  keys: string[];
  confirmed: number;
  rows: number;
  late: boolean;
  row: string;
}

/** Our own application, with the state that it writes. */
export class Panel extends App {
  readonly #folder: string;

  private constructor(app: App, folder: string) {
    super(app.pilot, app.sessionId, app.pid);
    this.#folder = folder;
  }

  static async start(pilot: Pilot, title = "Panel"): Promise<Panel> {
    const folder = mkdtempSync(path.join(pilot.folder, "panel-"));
    const app = await App.launch(pilot, python, [panel, path.join(folder, "state.json"), title]);
    return new Panel(app, folder);
  }

  /** The state that the application reports. */
  get state(): State {
    return JSON.parse(readFileSync(path.join(this.#folder, "state.json"), "utf8"));
  }

  /** Waits until the application's state fulfils a condition. */
  async until(what: string, holds: (state: State) => boolean): Promise<void> {
    await until(what, () => holds(this.state), 10_000).catch((error: Error) => {
      throw new Error(`${error.message}; the state is ${JSON.stringify(this.state)}`);
    });
  }
}
