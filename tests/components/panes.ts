// Split.js: panes with a gutter between them. Panzoom: a picture that is moved and zoomed by the pointer.

import Panzoom from "@panzoom/panzoom";
import Split from "split.js";
import { report, root, style } from "./report.ts";

style(
  "#split { display: flex; width: 500px; height: 120px } .gutter { background: #888 } #plan { width: 200px; height: 100px; background: teal }",
);
root.innerHTML = `<div id="split"><div id="left">Left</div><div id="right">Right</div></div>
  <div id="view" style="width: 500px; height: 200px; overflow: hidden"><div id="plan" role="img" aria-label="Plan"></div></div>`;
const element = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;
const plan = Panzoom(element("plan"), { maxScale: 5 });
const state: Record<string, unknown> = { sizes: [50, 50] };
const tell = (): void => report({ ...state, pan: plan.getPan(), scale: plan.getScale() });
Split([element("left"), element("right")], {
  gutterSize: 10,
  onDragEnd: (sizes) => {
    state.sizes = sizes.map(Math.round);
    tell();
  },
});
element("view").addEventListener("wheel", plan.zoomWithWheel);
element("plan").addEventListener("panzoomchange", () => setTimeout(tell));
tell();
