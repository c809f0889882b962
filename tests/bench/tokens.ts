/**
 * The tokens that an agent reads over whole tasks, with and without the changes in each action's answer.
 *
 *   npm run tokens [-- --peers]
 *
 * Each task is carried out in each of the ways. With `none`, a snapshot (a whole one, or only the changes)
 * follows each action after which the next step needs one. With `diff`, the action's own answer must be
 * enough. Counts the tokens of all answers and calls. `--peers` carries out the same tasks with playwright-mcp
 * and agent-browser, too, each with its defaults, and with agent-browser's `delta`.
 */

import { parseArgs } from "node:util";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { Pilot } from "../support/pilot.ts";
import { startSite } from "../support/site.ts";
import { Tree } from "../support/tree.ts";
import { benchServers, installPeers } from "./servers.ts";
import { table } from "./statistics.ts";
import { type Step, tasks } from "./tasks.ts";
import { type PeerWay, peerWays, withPeer } from "./token-peers.ts";

/** The ways in which a caller sees the effects of an action. */
const ways = ["snapshot", "since", "diff"] as const;
type Way = (typeof ways)[number];

/** Calls tools and counts the tokens of calls and answers. */
class Reader {
  tokens = 0;
  calls = 0;
  seen = "";

  constructor(private readonly pilot: Pilot) {}

  async call(name: string, args: Record<string, unknown>): Promise<string> {
    const text = await this.pilot.ok(name, args);
    this.tokens += countTokens(JSON.stringify({ name, args })) + countTokens(text);
    this.calls += 1;
    return text;
  }

  /** The UID of a control in the answers so far, newest first. */
  uid(role: string, name: string): string {
    return new Tree(this.seen.replace(/^[-+~*] /gm, "  ")).uid(role, name);
  }
}

async function act(reader: Reader, way: Way, step: Step): Promise<void> {
  const { tool, on, needs, ...args } = step;
  const target = on === undefined ? {} : { uid: reader.uid(...on) };
  const include = way === "diff" ? { includeSnapshot: "diff" } : { includeSnapshot: "none" };
  let answer = await reader.call(tool, { ...target, ...args, ...include });
  if (way !== "diff" && needs) answer += `\n${await reader.call("take_snapshot", way === "since" ? { since: 0 } : {})}`;
  reader.seen = `${answer}\n${reader.seen}`;
}

const { values } = parseArgs({ options: { peers: { type: "boolean", default: false } } });
const peers: PeerWay[] = values.peers ? peerWays(benchServers(() => undefined)) : [];
if (peers.length > 0) installPeers();

const site = await startSite();
const pilot = await Pilot.start({ browser: "chromium" });
const rows: string[][] = [];
try {
  for (const { name, html, steps, end } of tasks) {
    const row = [name, String(steps.length)];
    for (const way of ways) {
      await pilot.open(site.html(html));
      const reader = new Reader(pilot);
      reader.seen = await reader.call("take_snapshot", {});
      for (const step of steps) await act(reader, way, step);
      if (!reader.seen.includes(end)) throw new Error(`${name}, ${way}: ${end} was not seen:\n${reader.seen}`);
      row.push(`${reader.tokens} in ${reader.calls}`);
    }
    for (const peer of peers) {
      const { tokens, calls } = await withPeer(peer, { name, html, steps, end }, site.html(html).url);
      row.push(`${tokens} in ${calls}`);
    }
    rows.push(row);
  }
} finally {
  await pilot.close();
  await site.close();
}
const titles = ["snapshot after it", "since after it", "includeSnapshot: diff", ...peers.map(({ title }) => title)];
console.log(table([["task", "steps", ...titles], ...rows]));
