/** The applications of the desktop benchmark. */

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { python } from "../desktop/support/driver.ts";
import { chromium, widgetPrograms } from "../desktop/support/programs.ts";

/** The state that the benchmark's own application reports. */
export interface PanelState {
  count: number;
  name: string;
  /** When it last changed, in nanoseconds of the monotonic clock, which all processes share. */
  at: number;
}

/** An application that runs. */
export interface Running {
  pid: number;
  /** Only the benchmark's own application reports it. */
  state?: () => PanelState;
  until(holds: (state: PanelState) => boolean): Promise<void>;
  stop(): Promise<void>;
}

/** An application that can be started. */
export interface Subject {
  name: string;
  start(folder: string): Promise<Running>;
}

/** How long a program has to draw itself before it is measured. */
const READY_MS = 1_500;
const PATIENCE_MS = 10_000;
const LINKS = 150;

const fixture = (name: string): string => fileURLToPath(new URL(`../desktop/fixtures/${name}`, import.meta.url));
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function run(command: string, args: string[], state?: () => PanelState): Promise<Running> {
  // Chromium checks whether accessibility is wanted.
  const env = { ...process.env, ACCESSIBILITY_ENABLED: "1", GNOME_ACCESSIBILITY: "1" };
  const child: ChildProcess = spawn(command, args, { stdio: "ignore", detached: true, env });
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => resolve());
    child.once("error", () => resolve());
  });
  await sleep(READY_MS);
  if (child.pid === undefined || child.exitCode !== null) throw new Error(`${command} did not start`);
  const { pid } = child;
  return {
    pid,
    ...(state ? { state } : {}),
    async until(holds) {
      const deadline = performance.now() + PATIENCE_MS;
      while (state && !holds(state())) {
        if (performance.now() > deadline) throw new Error(`the application did not follow: ${JSON.stringify(state())}`);
        await sleep(2);
      }
    },
    async stop() {
      try {
        // It has a group of its own, with all that it started.
        process.kill(-pid, "SIGKILL");
      } catch {
        // It has ended by itself.
      }
      await ended;
    },
  };
}

function page(folder: string): string {
  const file = path.join(folder, "page.html");
  const row = (number: number): string =>
    `<li><a href="#${number}">Link ${number}</a> <button>Button ${number}</button></li>`;
  writeFileSync(
    file,
    `<!doctype html><title>Links</title><style>li{font-size:6px;display:inline}</style><ul>${Array.from({ length: LINKS }, (_, number) => row(number)).join("")}</ul>`,
  );
  return `file://${file}`;
}

/** All applications whose programs are installed. */
export function subjects(): Subject[] {
  const programs = widgetPrograms
    .filter(({ command }) => existsSync(command))
    .map(({ name, command, args }): Subject => ({ name, start: () => run(command, args) }));
  return [
    {
      name: "panel (GTK 3)",
      start: (folder) => {
        const file = path.join(mkdtempSync(path.join(folder, "panel-")), "state.json");
        return run(python, [fixture("panel.py"), file], () => JSON.parse(readFileSync(file, "utf8")));
      },
    },
    { name: "1,000 nodes (GTK 3)", start: () => run(python, [fixture("many.py"), "1000"]) },
    ...programs,
    {
      name: "Chromium",
      start: (folder) => {
        const { command, args } = chromium(page(folder));
        return run(command, args);
      },
    },
  ];
}
