/** What is done to a browser, a driver, a network or a server in the middle of a call. */

import { InTab, type Lane, type LaneName } from "./lanes.ts";
import type { Stage } from "./stage.ts";

/** What a damage works on. */
export interface Ground {
  readonly lane: Lane;
  readonly stage: Stage;
  /** Cancels the call, as a client does. */
  readonly cancel: () => void;
}

/** Codes with which a call may answer where its effect is not known or not whole. */
const CUT_SHORT = ["OUTCOME_UNKNOWN", "INTERRUPTED"];
const LATE = ["TIMEOUT", ...CUT_SHORT, "DIALOG_OPEN"];
const ENDED = ["SESSION_ENDED", "CONNECT_FAILED", ...CUT_SHORT];

/** A kind of damage. */
export interface Damage {
  readonly name: string;
  /** The lanes that it fits; all where it is absent. */
  readonly lanes?: readonly LaneName[];
  /** The codes that are true for a call that it meets. */
  readonly codes: readonly string[];
  /** What it leaves: nothing answers; the server is gone; or the damage ends by {@link Damage.undo}. */
  readonly ends?: "server" | "call";
  /** Finds its processes before the call: to look for them takes time. */
  readonly aim?: (ground: Ground) => readonly { pid: number }[];
  readonly apply: (ground: Ground, aimed: readonly { pid: number }[]) => unknown;
  readonly undo?: (ground: Ground) => void;
}

function signal(pids: readonly { pid: number }[], name: NodeJS.Signals): void {
  for (const { pid } of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended meanwhile.
    }
  }
}

const driver = ({ lane }: Ground): { pid: number }[] => [{ pid: lane.driver() ?? -1 }].filter(({ pid }) => pid > 0);
const server = ({ lane }: Ground): { pid: number }[] => [{ pid: lane.pilot.pid }];

/** Processes that are stopped until they are continued. */
function frozen(
  name: string,
  pids: (ground: Ground) => readonly { pid: number }[],
  codes: readonly string[],
  lanes?: LaneName[],
): Damage {
  let stopped: readonly { pid: number }[] = [];
  return {
    name,
    codes,
    ...(lanes ? { lanes } : {}),
    aim: pids,
    apply: (_, aimed) => {
      stopped = aimed;
      signal(stopped, "SIGSTOP");
    },
    undo: () => signal(stopped, "SIGCONT"),
  };
}

const REMOTE: readonly LaneName[] = ["attached", "webdriver", "extension"];
const PAGE_CODES = ["NAVIGATION_FAILED", ...LATE];

/** Every kind of damage. */
export const damages: readonly Damage[] = [
  {
    name: "kill browser",
    codes: ENDED,
    aim: ({ lane }) => lane.mains(),
    apply: (_, aimed) => signal(aimed, "SIGKILL"),
  },
  {
    name: "kill renderer",
    codes: ["PAGE_CRASHED", "NAVIGATION_FAILED", ...CUT_SHORT],
    aim: ({ lane }) => lane.renderers(),
    apply: (_, aimed) => signal(aimed, "SIGKILL"),
  },
  {
    name: "close tab",
    codes: ["PAGE_CLOSED", "PAGE_NOT_FOUND", "TAB_NOT_GRANTED", "NO_DIALOG", ...CUT_SHORT],
    apply: async ({ lane }) => {
      const { pilot } = lane;
      const page = (await pilot.pages()).find(({ selected }) => selected)?.page;
      if (page !== undefined) await pilot.call("close_page", { page });
    },
  },
  {
    name: "kill driver",
    lanes: ["webdriver"],
    codes: ENDED,
    apply: (ground) => signal(driver(ground), "SIGKILL"),
  },
  {
    name: "kill worker",
    lanes: ["extension"],
    codes: ENDED,
    apply: ({ lane }) => (lane instanceof InTab ? lane.user.killWorker() : undefined),
  },
  { name: "kill server", codes: [], ends: "server", apply: (ground) => signal(server(ground), "SIGKILL") },
  {
    name: "kill server of a frozen browser",
    codes: [],
    ends: "server",
    lanes: ["chromium", "firefox"],
    aim: ({ lane }) => lane.mains().concat(lane.renderers()),
    apply: (ground, aimed) => {
      signal(aimed, "SIGSTOP");
      signal(server(ground), "SIGKILL");
    },
  },
  {
    name: "end server",
    codes: ["SESSION_ENDED", "CANCELLED", ...CUT_SHORT],
    ends: "server",
    apply: (ground) => signal(server(ground), "SIGTERM"),
  },
  { name: "cancel", codes: ["CANCELLED"], ends: "call", apply: ({ cancel }) => cancel() },
  frozen("freeze browser", ({ lane }) => lane.mains(), ["SESSION_ENDED", "NAVIGATION_FAILED", ...LATE]),
  frozen("freeze renderer", ({ lane }) => lane.renderers(), PAGE_CODES),
  frozen("freeze driver", driver, LATE, ["webdriver"]),
  ...(["slow", "stalled", "cut"] as const).map(
    (weather): Damage => ({
      name: `${weather} network to browser`,
      lanes: REMOTE,
      codes: weather === "cut" ? ENDED : weather === "stalled" ? ["SESSION_ENDED", ...LATE] : LATE,
      apply: ({ lane }) => lane.network?.set(weather),
      undo: ({ lane }) => lane.network?.set("clear"),
    }),
  ),
  ...(["slow", "stalled", "cut"] as const).map(
    (weather): Damage => ({
      name: `${weather} network to site`,
      codes: PAGE_CODES,
      apply: ({ stage }) => stage.network.set(weather),
      undo: ({ stage }) => stage.network.set("clear"),
    }),
  ),
];

/** The damages that fit a lane. */
export function damagesOf(lane: LaneName): readonly Damage[] {
  return damages.filter(({ lanes }) => lanes === undefined || lanes.includes(lane));
}
