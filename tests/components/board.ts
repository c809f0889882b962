// SortableJS: a board of two lists, a list whose items have handles, and one of which several items are moved at once.

import Sortable, { MultiDrag } from "sortablejs";
import { report, root, style } from "./report.ts";

Sortable.mount(new MultiDrag());
style(
  "ul { width: 160px; min-height: 60px; padding: 0; margin: 8px; list-style: none; float: left } .sortable-selected { background: gold }",
);
const lists: Record<string, HTMLElement> = {};
const tell = (): void =>
  report(
    Object.fromEntries(
      Object.entries(lists).map(([name, list]) => [
        name,
        Array.from(list.children, (item) => item.textContent?.replace("⠿", "")).join(" "),
      ]),
    ),
  );

function list(name: string, items: string[], options: Sortable.Options, handles = false): void {
  const ul = root.appendChild(document.createElement("ul"));
  ul.setAttribute("aria-label", name);
  for (const item of items) {
    const li = ul.appendChild(document.createElement("li"));
    if (handles) {
      const handle = li.appendChild(document.createElement("span"));
      handle.className = "handle";
      handle.textContent = "⠿";
      handle.title = `Move ${item}`;
      handle.style.cursor = "grab";
    }
    li.append(item);
    li.style.cssText = "height: 40px; border: 1px solid #888; user-select: none";
  }
  lists[name] = ul;
  new Sortable(ul, { forceFallback: true, animation: 100, onEnd: tell, ...options });
}

list("Open", ["Draw", "Cook", "Read"], { group: "board" });
list("Done", ["Walk"], { group: "board" });
list("Order", ["One", "Two", "Three"], { handle: ".handle" }, true);
list("Pile", ["Ash", "Birch", "Cedar", "Elm"], {
  multiDrag: true,
  selectedClass: "sortable-selected",
  multiDragKey: "ctrl" as never,
});
list("Native", ["Red", "Green", "Blue"], { forceFallback: false });
tell();
