// What is being done and was done, as a table.

import type { ShownAction } from "./actions.ts";
import { element, part } from "./element.ts";

function row({ at, action, target, tab, outcome, ms }: ShownAction): HTMLElement {
  const kind = outcome === undefined ? "warn" : outcome === "ok" ? "good" : "bad";
  return element(
    "tr",
    {},
    element("td", { className: "number", textContent: new Date(at).toLocaleTimeString() }),
    element("td", { textContent: target === "" ? action : `${action} ${target}`, title: tab }),
    element(
      "td",
      { className: "outcome" },
      element("span", { className: `dot ${kind}` }),
      outcome === undefined ? "under way" : outcome,
    ),
    element("td", { className: "number", textContent: ms === undefined ? "" : `${Math.round(ms)} ms` }),
  );
}

/** The actions that are under way, then the last ones. */
export function actionList(actions: readonly ShownAction[], most = actions.length): HTMLElement {
  const running = actions.filter(({ outcome }) => outcome === undefined);
  const done = actions.filter(({ outcome }) => outcome !== undefined);
  const heading = running.length === 0 ? "Recent actions" : `Recent actions, ${running.length} under way`;
  if (actions.length === 0) {
    return part(heading, element("p", { className: "soft", textContent: "Nothing was done yet." }));
  }
  const titles = ["Time", "Action", "Outcome", "Took"].map((textContent) => element("th", { textContent }));
  return part(
    heading,
    element(
      "table",
      {},
      element("thead", {}, element("tr", {}, ...titles)),
      element("tbody", {}, ...[...running, ...done].slice(0, Math.max(most, running.length)).map(row)),
    ),
  );
}
