// SortableJS: one list that is sorted by HTML drag and drop, one by pointer events.

import Sortable from "sortablejs";
import { report, root } from "./report.ts";

const state: Record<string, string> = {};

function list(name: string, options: Sortable.Options): void {
  const ul = root.appendChild(document.createElement("ul"));
  ul.setAttribute("aria-label", name);
  ul.style.cssText = "width: 200px; padding: 0; list-style: none";
  for (const item of ["A", "B", "C", "D"]) {
    const li = ul.appendChild(document.createElement("li"));
    li.textContent = `${name} ${item}`;
    li.style.cssText = "height: 40px; border: 1px solid #888";
  }
  new Sortable(ul, {
    ...options,
    onEnd: () => {
      state[name] = Array.from(ul.children, (item) => item.textContent?.slice(-1)).join("");
      report(state);
    },
  });
}

list("Native", {});
list("Pointer", { forceFallback: true });
