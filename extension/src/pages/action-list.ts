// The list of actions.

import type { ShownAction } from "../worker/actions.ts";
import { dot, element, lines, section } from "./elements.ts";

function entry({ at, action, target, tab, outcome, ms, thumbnail }: ShownAction): HTMLElement {
  const kind = outcome === undefined ? "warn" : outcome === "ok" ? "good" : "bad";
  const facts = [new Date(at).toLocaleTimeString(), outcome ?? "running", ms === undefined ? "" : time(ms)];
  const text = lines(target === "" ? action : `${action} ${target}`, facts.filter((fact) => fact !== "").join(" · "));
  if (tab !== "") text.title = tab;
  const picture = thumbnail !== undefined && element("img", { src: thumbnail, alt: "The page after the action" });
  return element("li", { className: "action" }, dot(kind), text, picture);
}

const time = (ms: number): string => (ms < 10_000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 1000)} s`);

/** The running actions, then the latest ones that ended. `most`: how many are shown. */
export function actionList(actions: readonly ShownAction[], most = actions.length): HTMLElement {
  const running = actions.filter(({ outcome }) => outcome === undefined);
  const done = actions.filter(({ outcome }) => outcome !== undefined);
  const heading = running.length === 0 ? "Recent actions" : `Recent actions, ${running.length} running`;
  if (actions.length === 0) {
    return section(heading, element("p", { className: "soft", textContent: "No actions yet." }));
  }
  return section(
    heading,
    element("ul", {}, ...[...running, ...done].slice(0, Math.max(most, running.length)).map(entry)),
  );
}
