// SortableJS lists that move their items while one of them is dragged: at once, with an animation, by HTML drag and drop,
// items of different heights, and a board of two lists.

import Sortable from "sortablejs";
import { report, root, style } from "./report.ts";

// SortableJS takes a list that floats for a row.
style("ul { width: 96px; min-height: 60px; padding: 0; margin: 4px; list-style: none }");
root.style.cssText = "display: flex; align-items: flex-start";
const lists: Record<string, HTMLElement> = {};
const tell = (): void =>
  report(
    Object.fromEntries(
      Object.entries(lists).map(([name, list]) => [name, Array.from(list.children, ({ id }) => id.slice(-1)).join("")]),
    ),
  );

function list(name: string, items: string, options: Sortable.Options, heights = [40]): void {
  const ul = root.appendChild(document.createElement("ul"));
  ul.setAttribute("aria-label", name);
  [...items].forEach((item, index) => {
    const li = ul.appendChild(document.createElement("li"));
    li.id = `${name}-${item}`;
    li.textContent = `${name} ${item}`;
    li.style.cssText = `height: ${heights[index % heights.length]}px; border: 1px solid #888; user-select: none`;
  });
  lists[name] = ul;
  new Sortable(ul, { forceFallback: true, onEnd: tell, ...options });
}

list("Still", "12345", { animation: 0 });
list("Moved", "12345", { animation: 150 });
list("Slow", "12345", { animation: 600 });
list("Native", "12345", { forceFallback: false, animation: 150 });
list("Tall", "12345", { animation: 150 }, [30, 90, 30, 60, 40]);
list("Left", "123", { group: "board", animation: 150 });
list("Right", "4567", { group: "board", animation: 150 });
tell();
