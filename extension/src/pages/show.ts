// What popup and panel have in common: they show the view whenever it changes.

import type { Told, View, Wish } from "../worker/view.ts";
import { element } from "./elements.ts";
import { WorkerLink } from "./worker-link.ts";

const PAIRING = {
  paired: "Paired.",
  wrong: "No server knows this code. It may have been used, or be older than ten minutes: ask for a new one.",
  nobody: "No server is running on this machine.",
};

/** Writes the parts of a view. */
export type Render = (view: View, ask: (wish: Wish) => void, said: HTMLElement | undefined) => (Node | undefined)[];

/** Shows the view in this page, again and again. */
export function show(render: Render): void {
  let view: View | undefined;
  let said: HTMLElement | undefined;
  const link = new WorkerLink((told: Told) => {
    if ("view" in told) view = told.view;
    else if ("pairing" in told) said = note(PAIRING[told.pairing], told.pairing === "paired");
    else said = note(told.refused, false);
    draw();
  });
  const ask = (wish: Wish) => {
    said = undefined;
    link.wish(wish);
  };
  const draw = () => {
    const main = document.getElementById("view");
    if (view === undefined || main === null) return;
    const typed = remember(main);
    main.replaceChildren(...render(view, ask, said).filter((node) => node !== undefined));
    restore(main, typed);
  };
}

const note = (textContent: string, good: boolean) =>
  element("p", { className: `said ${good ? "good" : "bad"}`, role: "status", textContent });

/** What somebody is typing survives that the page is drawn anew. */
function remember(main: HTMLElement): Map<string, { value: string; focused: boolean }> {
  return new Map(
    [...main.querySelectorAll("input")].map((field) => [
      field.ariaLabel ?? "",
      { value: field.value, focused: field === document.activeElement },
    ]),
  );
}

function restore(main: HTMLElement, typed: Map<string, { value: string; focused: boolean }>): void {
  for (const field of main.querySelectorAll("input")) {
    const before = typed.get(field.ariaLabel ?? "");
    if (before === undefined) continue;
    field.value = before.value;
    if (before.focused) field.focus();
  }
}
