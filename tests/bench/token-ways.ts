/** The tokens of whole tasks in each way to use a server. */

import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { sleep } from "../support/wait.ts";
import { RunningServer } from "./running.ts";
import type { BenchServer, Call } from "./servers.ts";
import type { Step, Target, Task } from "./tasks/task.ts";

/** A way to use a server. */
export interface Way {
  title: string;
  server: BenchServer;
  /** A look at the page after an action, unless the action's answer shows it. */
  look: Call;
  /** A look for a control or text that the others do not show. */
  deeper(name: string): Call;
  /** Whether answers of actions hold the page or what changed in it. */
  shown: boolean;
  /** Whether a newer answer with references makes those of earlier answers invalid. */
  renumbers?: boolean;
}

/** The time between two calls, in which an agent thinks and a page ends its transitions. */
const thinkingMs = 300;

/** The ways of uipilot: with its defaults, and with options that leave out what changed. */
export function ownWays(ours: BenchServer): Way[] {
  const { name: _, withChanges, ...plain } = ours;
  const deeper = (find: string): Call => ["take_snapshot", { find }];
  const look: Call = ["take_snapshot", {}];
  const defaults = { ...ours, ...withChanges };
  const since: Call = ["take_snapshot", { since: 0 }];
  const none = { ...plain, name: ours.name };
  return [
    { title: "uipilot, its defaults", server: defaults, look, deeper, shown: true },
    { title: "uipilot, none and snapshots", server: none, look, deeper, shown: false },
    { title: "uipilot, none and since", server: none, look: since, deeper, shown: false },
  ];
}

/** The ways of the peers that are compared: playwright-mcp, and agent-browser with and without `delta`. */
export function peerWays(servers: readonly BenchServer[]): Way[] {
  return servers.flatMap((server): Way[] => {
    if (server.name === "playwright-mcp") {
      // The benchmark of times turns the snapshots in its answers off. By default an answer names a file with the page, so
      // that the caller needs a look, too.
      const args = server.args.filter((arg) => arg !== "--snapshot-mode" && arg !== "none");
      const look: Call = ["browser_snapshot", {}];
      return [
        {
          title: `${server.name}, its defaults`,
          server: { ...server, args },
          look,
          deeper: () => look,
          shown: false,
          renumbers: true,
        },
      ];
    }
    if (server.name !== "agent-browser") return [];
    const deeper = (): Call => server.snapshot();
    const look: Call = ["agent_browser_snapshot", {}];
    const delta: Call = ["agent_browser_snapshot", { delta: true }];
    return [
      { title: `${server.name}, its defaults`, server, look, deeper, shown: false, renumbers: true },
      { title: `${server.name}, delta`, server, look: delta, deeper, shown: false },
    ];
  });
}

/** What a task cost. */
export interface Spent {
  tokens: number;
  calls: number;
}

/** Carries out a task. @throws where the server cannot. */
export async function carryOut(way: Way, { steps, end }: Task, url: string): Promise<Spent> {
  const { server, look, deeper, shown, renumbers } = way;
  const running = new RunningServer(server);
  const spent = { tokens: 0, calls: 0 };
  /** The answers that hold references, newest first. */
  let seen: string[] = [];
  const call = async ([name, args]: Call): Promise<void> => {
    await sleep(thinkingMs);
    const { text } = await running.call([name, args]);
    spent.tokens += countTokens(JSON.stringify({ name, args })) + countTokens(text);
    spent.calls += 1;
    seen = renumbers && text.includes("ref=") ? [text] : [text, ...seen];
  };
  const reference = async ([role, name]: Target): Promise<string> => {
    const among = (of?: string): string | undefined => seen.map((text) => server.find(text, name, of)).find(Boolean);
    // A server may give the control another role.
    const find = (): string | undefined => (role ? among(role) : undefined) ?? among();
    // What the caller has read does not show the control, for example because a change was not reported.
    if (find() === undefined) await call(look);
    if (find() === undefined) await call(deeper(name));
    const found = find();
    if (found === undefined) throw new Error(`${role} "${name}" is in no answer:\n${seen[0]}`);
    return found;
  };
  const act = async (step: Step): Promise<void> => {
    if (step.action === "press") {
      if (!server.press) throw new Error("no key can be pressed");
      await call(server.press(step.key));
    } else {
      const target = await reference(step.on);
      await call(step.action === "fill" ? server.fill(target, step.value) : server.click(target));
    }
    if (step.needs && !shown) await call(look);
  };
  // Answers in JSON hold quotation marks with a backslash.
  const read = (): boolean => seen.some((text) => text.replaceAll("\\", "").includes(end));
  try {
    await running.start();
    await running.call(server.navigate(url));
    await call(look);
    for (const step of steps) await act(step);
    // An answer that leaves out text does not show the end.
    if (!read()) await call(deeper(end));
    if (!read()) throw new Error(`"${end}" was not seen at the end:\n${seen[0]}`);
    return spent;
  } finally {
    await running.close();
  }
}
