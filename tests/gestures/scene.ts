/**
 * Scenes on libraries from npm: a gesture, and the state of the page's own that it leads to. A scene fails where the state
 * holds before the gesture already, so a scene that passes needs its gesture.
 */

import { describe, it } from "vitest";
import { componentPage } from "../support/component.ts";
import type { Pilot } from "../support/pilot.ts";
import type { PageEvent, Site, SitePage } from "../support/site.ts";
import { Hand } from "./hand.ts";

/** What a page of `components` reports of itself. Scenes know the fields of their own page. */
// biome-ignore lint/suspicious/noExplicitAny: each page has its own state, which crosses the network as JSON
export type State = PageEvent & Record<string, any>;

/** A gesture and what it does. */
export interface Scene {
  does: string;
  act(hand: Hand): Promise<unknown>;
  /** Whether the state is the gesture's effect, beside the last state before the gesture. */
  shows(now: State, before: State): boolean;
}

/** The scenes of one page of `components`, which are played in order. */
export interface Library {
  name: string;
  file: string;
  scenes: Scene[];
}

/** Where scenes are played. */
export interface Stage {
  readonly pilot: Pilot;
  readonly site: Site;
}

/** Declares the tests of a library. The page is loaded once, and anew after a scene that failed. */
export function play(stage: Stage, { name, file, scenes }: Library): void {
  describe(name, () => {
    let page: SitePage | undefined;
    it.each(scenes)("$does", async (scene) => {
      const shown = page ?? (await load(stage, file));
      page = undefined;
      await act(stage.pilot, shown, scene);
      page = shown;
    });
  });
}

async function load({ pilot, site }: Stage, file: string): Promise<SitePage> {
  const page = await componentPage(site, file);
  await pilot.open(page);
  await page.event("state");
  return page;
}

async function act(pilot: Pilot, page: SitePage, { does, act, shows }: Scene): Promise<void> {
  const before = page.events("state").at(-1) as State;
  if (shows(before, before)) throw new Error(`"${does}" holds before its gesture: ${JSON.stringify(before)}`);
  page.forget();
  const hand = new Hand(pilot);
  await act(hand);
  // A list that moves its items can be late on a busy machine. The answer says so, and who reads it drags again.
  if (hand.said.at(-1)?.includes("is not on that side of the other one")) await act(hand);
  await page
    .event("state", (now) => shows(now as State, before), 5_000)
    .catch((error: Error) => {
      throw new Error([error.message, `before: ${JSON.stringify(before)}`, ...hand.said, hand.tree?.text].join("\n"));
    });
}
