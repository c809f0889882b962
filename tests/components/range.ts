// noUiSlider: a pair of handles, with a bar between them that can be dragged, and an upright slider.

import noUiSlider, { type Options, type target } from "nouislider";
import css from "nouislider/dist/nouislider.css";
import { report, root, style } from "./report.ts";

style(css);
const state: Record<string, unknown> = {};

function slider(name: string, css: string, options: Omit<Options, "range">): void {
  const host = root.appendChild(document.createElement("div")) as unknown as target;
  host.style.cssText = css;
  noUiSlider.create(host, { ...options, range: { min: 0, max: 100 } }).on("update", (values) => {
    state[name] = values.map(Number);
    report(state);
  });
}

slider("price", "width: 400px; margin: 40px", {
  start: [20, 80],
  connect: true,
  behaviour: "drag-tap",
  handleAttributes: [{ "aria-label": "Lowest" }, { "aria-label": "Highest" }],
});
slider("volume", "height: 200px; margin: 40px", {
  start: 50,
  orientation: "vertical",
  direction: "rtl",
  step: 5,
  handleAttributes: [{ "aria-label": "Volume" }],
});
