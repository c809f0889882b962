/** Gestures by what the snapshot shows, each after a new look at the page. */

import type { Pilot } from "../support/pilot.ts";
import { Tree } from "../support/tree.ts";

/** A node of the snapshot, the first of its kind unless a number is given; or the first match of a CSS selector. */
export type What = string | [role: string, name?: string | RegExp | undefined, nth?: number];

/** Arguments of a tool. */
type More = Record<string, unknown>;

export class Hand {
  /** The answers so far. */
  readonly said: string[] = [];
  /** The last snapshot. */
  tree: Tree | undefined;

  constructor(readonly pilot: Pilot) {}

  /** The UIDs of nodes, in one snapshot. */
  async uids(...nodes: What[]): Promise<string[]> {
    const selectors = nodes.filter((what) => typeof what === "string");
    const tree = new Tree(await this.pilot.ok("take_snapshot"));
    this.tree = tree;
    const found = new Map<What, string>();
    for (const selector of selectors) found.set(selector, await this.#first(selector));
    return nodes.map((what) => {
      if (typeof what === "string") return found.get(what) ?? "";
      const [role, name, nth = 0] = what;
      const uid = tree.all(role, name)[nth]?.uid;
      if (uid === undefined) throw new Error(`no ${role} ${name ?? ""} (${nth}) with a UID in:\n${tree.text}`);
      return uid;
    });
  }

  /** Handles without a name are no lines of a snapshot, but locators find them. */
  async #first(selector: string): Promise<string> {
    const target = { by: "css", value: selector, nth: 0 };
    const found = await this.pilot.ok("interactWithPage", { action: "waitForSelector", target });
    const [, uid] = /uid (\d+_\d+)/.exec(found) ?? [];
    if (uid === undefined) throw new Error(`no UID in: ${found}`);
    return uid;
  }

  /** Calls a tool on a node. */
  async on(what: What, tool: string, more: More = {}): Promise<string> {
    const [uid] = await this.uids(what);
    return this.call(tool, { uid, includeSnapshot: "none", ...more });
  }

  /** Calls a tool. */
  async call(tool: string, args: More): Promise<string> {
    const said = await this.pilot.ok(tool, args);
    this.said.push(`${tool} ${JSON.stringify(args)}: ${said}`);
    return said;
  }

  click(what: What, more?: More): Promise<string> {
    return this.on(what, "click_by_uid", more);
  }

  hover(what: What, at: More): Promise<string> {
    return this.on(what, "hover_by_uid", { at });
  }

  drag(what: What, dx: number, dy: number, more?: More): Promise<string> {
    return this.on(what, "drag_by_uid", { by: { dx, dy }, ...more });
  }

  async dragTo(from: What, to: What, more: More = {}): Promise<string> {
    const [fromUid, toUid] = await this.uids(from, to);
    return this.call("drag_by_uid_to_uid", { fromUid, toUid, includeSnapshot: "none", ...more });
  }

  /** Turns the wheel down, or up with less than 0. */
  wheel(what: What, dy: number, more?: More): Promise<string> {
    return this.on(what, "scroll", { by: { dx: 0, dy }, ...more });
  }

  /** Presses a key in a node, or where the focus is. */
  key(key: string, what?: What): Promise<string> {
    return what ? this.on(what, "press_key", { key }) : this.call("press_key", { key, includeSnapshot: "none" });
  }
}
