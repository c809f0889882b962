// Shows the view in a page, and updates it whenever it changes.

import type { PageRequest, View, WorkerMessage } from "../worker/view.ts";
import { element } from "./elements.ts";
import { WorkerLink } from "./worker-link.ts";

const PAIRING = {
  paired: "Paired.",
  wrong: "No server knows this code. It may be used already, or older than ten minutes. Ask for a new one.",
  absent: "No server is running on this machine.",
};

/** Renders a view. `notice`: the result of the last request. */
export type Render = (
  view: View,
  ask: (request: PageRequest) => void,
  notice: HTMLElement | undefined,
) => (Node | undefined)[];

/** Shows the view in this page, and keeps it current. */
export function show(render: Render): void {
  let view: View | undefined;
  let notice: HTMLElement | undefined;
  const link = new WorkerLink((message: WorkerMessage) => {
    if ("view" in message) view = message.view;
    else if ("pairing" in message) notice = noticeElement(PAIRING[message.pairing], message.pairing === "paired");
    else notice = noticeElement(message.refused, false);
    draw();
  });
  const ask = (request: PageRequest) => {
    notice = undefined;
    link.ask(request);
  };
  const draw = () => {
    const main = document.getElementById("view");
    if (view === undefined || main === null) return;
    const fields = fieldsIn(main);
    main.replaceChildren(...render(view, ask, notice).filter((node) => node !== undefined));
    restore(main, fields);
  };
}

const noticeElement = (textContent: string, good: boolean) =>
  element("p", { className: `notice ${good ? "good" : "bad"}`, role: "status", textContent });

/** The text and focus of the fields, to be kept when the page is drawn again. */
function fieldsIn(main: HTMLElement): Map<string, { value: string; focused: boolean }> {
  return new Map(
    [...main.querySelectorAll("input")].map((field) => [
      field.ariaLabel ?? "",
      { value: field.value, focused: field === document.activeElement },
    ]),
  );
}

function restore(main: HTMLElement, fields: Map<string, { value: string; focused: boolean }>): void {
  for (const field of main.querySelectorAll("input")) {
    const before = fields.get(field.ariaLabel ?? "");
    if (before === undefined) continue;
    field.value = before.value;
    if (before.focused) field.focus();
  }
}
