// What is being done and was done, as a list.

import type { ShownAction } from "../worker/actions.ts";
import { dot, element, lines, part } from "./elements.ts";

function entry({ at, action, target, tab, outcome, ms, thumbnail }: ShownAction): HTMLElement {
  const kind = outcome === undefined ? "warn" : outcome === "ok" ? "good" : "bad";
  const facts = [new Date(at).toLocaleTimeString(), outcome ?? "under way", ms === undefined ? "" : time(ms)];
  const said = lines(target === "" ? action : `${action} ${target}`, facts.filter((fact) => fact !== "").join(" · "));
  if (tab !== "") said.title = tab;
  const picture = thumbnail !== undefined && element("img", { src: thumbnail, alt: "The page afterwards" });
  return element("li", { className: "action" }, dot(kind), said, picture);
}

const time = (ms: number): string => (ms < 10_000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 1000)} s`);

/** The actions that are under way, then the last ones. */
export function actionList(actions: readonly ShownAction[], most = actions.length): HTMLElement {
  const running = actions.filter(({ outcome }) => outcome === undefined);
  const done = actions.filter(({ outcome }) => outcome !== undefined);
  const heading = running.length === 0 ? "Recent actions" : `Recent actions, ${running.length} under way`;
  if (actions.length === 0) {
    return part(heading, element("p", { className: "soft", textContent: "Nothing was done yet." }));
  }
  return part(heading, element("ul", {}, ...[...running, ...done].slice(0, Math.max(most, running.length)).map(entry)));
}
