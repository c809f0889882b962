/**
 * One random page, driven: snapshots against fresh walks, changes against both, actions against what the page recorded.
 *
 * A round changes the page, compares, and acts on a few of its elements. Every fault is thrown as a {@link Fault}, whose
 * message begins with the seed and the round.
 */

import {
  type InteractAction,
  type InteractRequest,
  type NodesReport,
  Session,
  type SnapshotNode,
  UipilotError,
} from "@uipilot/core";
import { executables } from "../support/paths.ts";
import type { BrowserName } from "../support/pilot.ts";

const KEY = /(?<![a-z\d])([a-z]+\d+q)(?![a-z\d])/g;

/** What the page says: events since the last report, and the state of each keyed element. */
interface Report {
  log: { type: string; key: string; trusted: boolean }[];
  states: Record<string, { connected: boolean; value: string; checked: boolean }>;
}

/** What a run has done, for its table. */
export interface Tally {
  pages: number;
  rounds: number;
  frames: number;
  nodes: number;
  changes: number;
  actions: Map<string, number>;
}

export class Fault extends Error {}

/** A node without its bounds, and with its place: what two walks of the same page have in common. */
function common({ uid, role, name, level, interactive, hidden, values }: SnapshotNode): string {
  const { bounds: _, ...rest } = values;
  return JSON.stringify([level, uid, role, name, interactive, hidden, rest]);
}

/** What is told of a node that stays: without its place, in the page and on the screen. `but`: values that are told otherwise. */
function told({ role, name, hidden, values }: SnapshotNode, but: readonly string[] = []): string {
  const left = Object.entries(values).filter(([key]) => !["offscreen", "more", ...but].includes(key));
  return JSON.stringify([role, name, hidden, Object.fromEntries(left)]);
}

/** The UIDs on the lines with a mark. What the page says stands in quotes. */
function marked(text: string, mark: string): Set<string> {
  const lines = text.split("\n").filter((line) => line.startsWith(`${mark} `));
  const ours = lines.map((line) => line.replace(/"(?:[^"\\]|\\.)*"/g, '""')).join("\n");
  return new Set([...ours.matchAll(/(?<= )uid=(\d+_\d+) /g)].map(([, uid = ""]) => uid));
}

/** Numbers below a limit, the same for the same seed. */
function random(seed: number): (limit: number) => number {
  let state = (seed * 2654435761) % 4294967296 || 1;
  return (limit) => {
    state = (state ^ (state << 13)) >>> 0;
    state = (state ^ (state >>> 17)) >>> 0;
    state = (state ^ (state << 5)) >>> 0;
    return state % limit;
  };
}

/** The errors that say that nothing was done. */
const REFUSED = new Set([
  "STALE_UID",
  "NOT_VISIBLE",
  "NOT_ENABLED",
  "NOT_STABLE",
  "NOT_EDITABLE",
  "COVERED",
  "WRONG_ELEMENT",
  "OPTION_NOT_FOUND",
]);
/** The errors that say that the input may have arrived. */
const UNCERTAIN = new Set(["OUTCOME_UNKNOWN", "INTERRUPTED", "DISPATCH_FAILED"]);

/** How long an action waits for what may never be: many elements are hidden, covered or disabled. */
const PATIENCE = 1_500;
const TEXT_ROLES = new Set(["textbox", "searchbox"]);
const CHECK_ROLES = new Set(["checkbox", "switch", "radio"]);
/** Events of a press: one on another element is a fault. A field that loses the focus may still report its change. */
const PRESSES = new Set(["mousedown", "mouseup", "click", "input"]);

/** A session for random pages. Its own limits are wide: only the actions of a run are impatient. */
export function randomSession(browser: BrowserName): Session {
  const executable = executables[browser];
  return Session.open({ launch: { browser, executable, timeoutMs: 60_000 }, actionTimeoutMs: 20_000 });
}

export class RandomRun {
  readonly tally: Tally = { pages: 0, rounds: 0, frames: 0, nodes: 0, changes: 0, actions: new Map() };
  /** The UIDs that the page noted on their elements. */
  readonly #noted = new Set<string>();
  #rnd = random(1);
  #seed = 0;
  #round = 0;

  constructor(readonly session: Session) {}

  /** Opens the page of a seed and drives it for some rounds. */
  async page(url: string, seed: number, rounds: number, actions: number): Promise<void> {
    this.#seed = seed;
    this.#rnd = random(seed + 77);
    this.#noted.clear();
    await this.session.navigate(url);
    for (this.#round = 1; this.#round <= rounds; this.#round++) {
      await this.#compare();
      for (let action = 0; action < actions; action++) await this.#act();
    }
    this.tally.pages++;
  }

  #fault(what: string): Fault {
    return new Fault(`seed ${this.#seed}, round ${this.#round}: ${what}`);
  }

  async #ask<T>(script: string): Promise<T> {
    const { json, error } = await this.session.evaluate(script);
    if (error !== undefined) throw this.#fault(`${script} threw ${error}`);
    return JSON.parse(json ?? "null") as T;
  }

  /** Changes the page, and compares the snapshot and the changes with a fresh walk. */
  async #compare(): Promise<void> {
    const before = await this.session.nodes();
    await this.#ask(`mutate(${this.#round})`);
    const since = await this.session.snapshot({ since: before.snapshotId, maxBytes: 0 });
    let after = await this.session.nodes();
    let fresh = await this.session.nodes({ bounds: true });
    // Frames load and scrolling goes on between two walks. What was not noticed is not noticed later either.
    for (let again = 0; again < 5 && !same(after, fresh); again++) {
      await new Promise((resolve) => setTimeout(resolve, 100 * again));
      after = await this.session.nodes();
      fresh = await this.session.nodes({ bounds: true });
    }
    if (!same(after, fresh))
      throw this.#fault(`the snapshot is not what a fresh walk says\n${difference(after, fresh)}`);
    this.tally.rounds++;
    this.tally.nodes += after.nodes.length;
    this.tally.frames += after.nodes.filter(({ role }) => role === "iframe").length;
    await this.#identify(after);
    if (since.changes) {
      const now = await this.session.snapshot({ since: before.snapshotId, maxBytes: 0 });
      if (now.changes) this.#changes(before, after, now.text, now.changes);
    }
  }

  /** Checks that the changes lead from one snapshot to the other. */
  #changes(
    before: NodesReport,
    after: NodesReport,
    text: string,
    counts: { added: number; removed: number; changed: number },
  ): void {
    const [added, removed, changed] = [marked(text, "+"), marked(text, "-"), marked(text, "~")];
    const [old, now] = [before, after].map(
      ({ nodes }) => new Map(nodes.flatMap((node) => (node.uid ? [[node.uid, node] as const] : []))),
    ) as [Map<string, SnapshotNode>, Map<string, SnapshotNode>];
    if (before.nodes.length + counts.added - counts.removed !== after.nodes.length)
      throw this.#fault(
        `${before.nodes.length} nodes, ${JSON.stringify(counts)}, and now ${after.nodes.length}\n${text}`,
      );
    // Where the focus went is told, and then not where it was; how many are inert is counted.
    const isFocused = (node?: SnapshotNode): boolean => node?.values["focused"] !== undefined;
    const hasMoved = [...now].some(([uid, node]) => isFocused(node) && !isFocused(old.get(uid)));
    const counted = /^~ \d+ elements are inert/m.test(text) ? ["inert"] : [];
    for (const [uid, node] of now) {
      const was = old.get(uid);
      // A new row has the words of what is only read, and not its UID; so where that moved to.
      if (!was && node.interactive && !added.has(uid))
        throw this.#fault(`the new ${told(node)} (${uid}) is not told\n${text}`);
      if (!was || added.has(uid) || changed.has(uid) || (!node.interactive && counts.removed > 0)) continue;
      const but = hasMoved && isFocused(was) && !isFocused(node) ? [...counted, "focused"] : counted;
      if (told(was, but) !== told(node, but))
        throw this.#fault(`the change of ${uid} from ${told(was)} to ${told(node)} is not told\n${text}`);
    }
    for (const uid of [...added, ...changed])
      if (!now.has(uid)) throw this.#fault(`${uid} is told and not there\n${text}`);
    for (const uid of removed) if (!old.has(uid)) throw this.#fault(`${uid} is removed and was not there\n${text}`);
    this.tally.changes += counts.added + counts.removed + counts.changed;
  }

  /** The operable nodes with a key of their own. */
  #operable({ nodes }: NodesReport): { node: SnapshotNode; key: string; uid: string }[] {
    return nodes.flatMap((node) => {
      const keys = new Set([...node.name.matchAll(KEY)].map(([, key = ""]) => key));
      const [key] = keys;
      return node.uid && node.interactive && keys.size === 1 && key ? [{ node, key, uid: node.uid }] : [];
    });
  }

  /**
   * Checks that UIDs stay with their elements: the page notes the UID on the elements of a few, and each element that has
   * such a note must have been found by it.
   */
  async #identify({ nodes }: NodesReport): Promise<void> {
    const uids = nodes.flatMap(({ uid }) => uid ?? []);
    const noted = uids.filter((uid) => this.#noted.has(uid));
    const chosen = [0, 1, 2].flatMap(() => [uids, noted].flatMap((list) => list[this.#rnd(list.length || 1)] ?? []));
    for (const uid of new Set(chosen)) {
      const { json } = await this.session.evaluate(`(el) => (el.__uid ??= ${JSON.stringify(uid)})`, { uid });
      if (json !== JSON.stringify(uid)) throw this.#fault(`${uid} leads to the element of ${json}`);
      this.#noted.add(uid);
    }
  }

  /** Acts on one element, and compares the answer with what the page saw. */
  async #act(): Promise<void> {
    const nodes = this.#operable(await this.session.nodes());
    const chosen = nodes[this.#rnd(nodes.length || 1)];
    if (!chosen) return;
    const { node, key, uid } = chosen;
    const owner = await this.session.evaluate("(el) => el.__key ?? null", { uid });
    // A label, or a container that became clickable, gives an element the name of another one.
    if (owner.json !== JSON.stringify(key)) return;
    const before = await this.#ask<Report>("report()");
    const { what, run, done } = this.#choose(node, uid, before.states[key]);
    const answer = await run().then(
      () => "",
      (error: unknown) => {
        if (error instanceof UipilotError) return error.code;
        throw error;
      },
    );
    const { log, states } = await this.#ask<Report>("report()");
    const seen = (fits: Seen): boolean => log.some((event) => event.trusted && fits(event, key));
    const shown = `${what} on ${uid} ${told(node)}: ${answer || "done"}; events ${JSON.stringify(log)}; was ${JSON.stringify(before.states[key])}, is ${JSON.stringify(states[key])}`;
    if (seen(({ type, key: other }) => PRESSES.has(type) && other !== key))
      throw this.#fault(`another element was reached: ${shown}`);
    if (answer === "" && !done(seen, states[key])) throw this.#fault(`done without effect: ${shown}`);
    if (answer !== "" && !REFUSED.has(answer) && !UNCERTAIN.has(answer) && answer !== "TIMEOUT")
      throw this.#fault(`an odd error: ${shown}`);
    const touched = seen(({ type }) => PRESSES.has(type)) || states[key]?.value !== before.states[key]?.value;
    if (REFUSED.has(answer) && touched) throw this.#fault(`refused with effect: ${shown}`);
    this.tally.actions.set(
      `${what} ${answer || "done"}`,
      (this.tally.actions.get(`${what} ${answer || "done"}`) ?? 0) + 1,
    );
  }

  /** An action that fits the node, and whether it had its effect. */
  #choose(node: SnapshotNode, uid: string, was: Report["states"][string] | undefined): Action {
    const kind = this.#rnd(4);
    const on = (action: InteractAction, value?: string): (() => Promise<unknown>) => {
      const request: InteractRequest = { action, target: { by: "uid", value: uid }, options: { timeoutMs: PATIENCE } };
      return () => this.session.interact(value === undefined ? request : { ...request, value });
    };
    const isClick: Seen = ({ type, key: on }, key) => type === "click" && on === key;
    if (TEXT_ROLES.has(node.role) && kind > 0) {
      const value = ["", "Ada", "zwei Wörter", "日本語 👍", "x".repeat(40)][this.#rnd(5)] as string;
      const run = value === "" ? on("clear") : on("type", value);
      return { what: "fill", run, done: (_, state) => state?.value === value };
    }
    if (CHECK_ROLES.has(node.role) && kind > 0) {
      const wanted = node.role === "radio" || this.#rnd(2) === 0;
      const run = on(wanted ? "check" : "uncheck");
      const already = was?.checked === wanted;
      return { what: "check", run, done: (seen, state) => state?.checked === wanted && (already || seen(isClick)) };
    }
    if (node.role === "combobox" || node.role === "listbox") {
      const value = ["B", "D", "C", "no such"][this.#rnd(4)] as string;
      return { what: "select", run: on("select", value), done: (_, state) => state?.value === value };
    }
    // The pointer may be over the element already.
    if (kind === 3) return { what: "hover", run: on("hover"), done: () => true };
    return { what: "click", run: on("click"), done: (seen) => seen(isClick) };
  }
}

type Event = Report["log"][number];
type Seen = (event: Event, key: string) => boolean;

interface Action {
  what: string;
  run: () => Promise<unknown>;
  done: (seen: (fits: Seen) => boolean, state: Report["states"][string] | undefined) => boolean;
}

const same = (one: NodesReport, other: NodesReport): boolean =>
  one.nodes.length === other.nodes.length &&
  one.nodes.every((node, index) => common(node) === common(other.nodes[index] as SnapshotNode));

/** The first lines in which two snapshots differ. */
function difference(one: NodesReport, other: NodesReport): string {
  const [is, should] = [one, other].map(({ nodes }) => nodes.map(common)) as [string[], string[]];
  const at = is.findIndex((line, index) => line !== should[index]);
  const from = Math.max(0, (at < 0 ? is.length : at) - 2);
  return `${is.length} nodes: ${is.slice(from, from + 6).join("\n  ")}\n${should.length} nodes fresh: ${should.slice(from, from + 6).join("\n  ")}`;
}
