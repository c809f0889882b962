/** Tasks of several steps on changing pages, to count the tokens that an agent reads. */

import type { Site, SitePage } from "../../support/site.ts";

/** A control: its role, or "" for any, and its name. */
export type Target = readonly [role: string, name: string];

/** What is done, and whether the caller must see the page after it. Filling one field of several does not need that. */
export type Step = { needs: boolean } & (
  | { action: "click"; on: Target }
  | { action: "fill"; on: Target; value: string }
  | { action: "press"; key: string }
);

/** A task, with its page. */
export interface Task {
  name: string;
  page(site: Site): SitePage | Promise<SitePage>;
  steps: readonly Step[];
  /** The text that must have been read at the end. */
  end: string;
}

export const click = (role: string, name: string): Step => ({ action: "click", on: [role, name], needs: true });
/** A click whose effect is plain, such as on a checkbox. */
export const toggle = (role: string, name: string): Step => ({ ...click(role, name), needs: false });
export const fill = (role: string, name: string, value: string): Step => ({
  action: "fill",
  on: [role, name],
  value,
  needs: false,
});
/** A fill whose effect has to be seen, such as the options that it leaves. */
export const search = (role: string, name: string, value: string): Step => ({
  ...fill(role, name, value),
  needs: true,
});
export const press = (key: string, needs = true): Step => ({ action: "press", key, needs });
