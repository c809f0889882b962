// Functions that run in the page. The browser sends their source there, so they can use nothing outside of themselves.

import type { InPageRefusal, Reason } from "./words.ts";

/** The in-page script, as it stands in the extension's isolated world. */
interface Agent {
  (method: string, args: string): string | Promise<string>;
  handles(method: string, args: string): unknown[];
}

/** What an attempt at an action came to. Reasons and refusals are data here; words.ts puts them into words. */
export interface Attempt {
  done: boolean;
  /** Whether the page may have changed. */
  performed: boolean;
  /** Whether the page got trusted events. */
  trusted?: boolean;
  /** What the field holds, if that differs from the given value. */
  valueNow?: string;
  /** Why it is not done. */
  reason?: Reason;
  /** The refusal of the in-page script, where that is the reason. */
  refusal?: InPageRefusal;
}

/** Searches the frame. Null: the in-page script is not there yet. */
export async function locateInPage(args: string): Promise<string | null> {
  const agent = (globalThis as { __uipilot?: Agent }).__uipilot;
  return agent === undefined ? null : agent("locate", args);
}

/**
 * Acts on the element that `target` (JSON) describes and `id` numbers. `until`: when the caller has stopped waiting. A page
 * that was busy runs this later, and must not be touched then.
 */
export async function actInPage(
  target: string,
  id: number,
  action: string,
  value: string,
  until: number | null,
): Promise<Attempt> {
  if (until !== null && Date.now() >= until) return { done: false, performed: false, reason: "late" };
  const agent = (globalThis as { __uipilot?: Agent }).__uipilot;
  if (agent === undefined) return { done: false, performed: false, reason: "otherDocument" };
  if (["click", "doubleClick", "rightClick", "hover"].includes(action)) {
    const refusal = JSON.parse(
      await agent("imitate", JSON.stringify({ target: JSON.parse(target), action })),
    ) as InPageRefusal;
    const done = refusal.state === "done";
    return done ? { done, performed: true, trusted: false } : { done, performed: false, refusal };
  }
  const [element] = agent.handles("node", JSON.stringify({ id }));
  if (!(element instanceof HTMLElement)) return { done: false, performed: false, reason: "notHtml" };
  if (action === "scroll" || action === "focus") {
    element.scrollIntoView({ block: "center", inline: "center" });
    if (action === "focus") element.focus({ preventScroll: true });
    const done = action === "scroll" || element.matches(":focus-within");
    return { done, performed: true, reason: "notFocusable" };
  }
  const given: Record<string, string> = { check: "true", uncheck: "false", clear: "" };
  // Only what has options takes one: a plain text field is not typed into.
  const chooses = action === "select" && !(element instanceof HTMLSelectElement);
  const wish = chooses ? { options: [value] } : { value: given[action] ?? value };
  const answer = JSON.parse(
    await agent("fill", JSON.stringify({ target: JSON.parse(target), ...wish })),
  ) as InPageRefusal & { checked?: string; wanted?: boolean; method?: string; now?: string };
  if (answer.state === "filled") {
    const held = answer.now === undefined ? {} : { valueNow: answer.now };
    return { done: true, performed: true, trusted: answer.method === "insert", ...held };
  }
  if (answer.state !== "click") return { done: false, performed: false, refusal: answer };
  const wanted = String(answer.wanted);
  if (answer.checked === wanted) return { done: true, performed: false };
  // Only a native checkbox toggles on a scripted click. Others need real input.
  if (!(element instanceof HTMLInputElement)) return { done: false, performed: false, reason: "notInput" };
  const mixed = answer.checked === "mixed";
  let checked: string | undefined;
  // A mixed one may get the other state first.
  for (let clicks = 0; clicks < (mixed ? 2 : 1) && checked !== wanted; clicks++) {
    element.click();
    const args = {
      target: JSON.parse(target),
      wanted: answer.wanted,
      definite: mixed && clicks === 0,
      timeoutMs: 1_000,
    };
    const became = JSON.parse(await agent("becomes", JSON.stringify(args))) as { checked?: string };
    // A page that renders the box anew does so after its click.
    checked = became.checked ?? String(element.checked);
    if (checked === "mixed") break;
  }
  return { done: checked === wanted, performed: true, reason: "unchanged", trusted: false };
}
