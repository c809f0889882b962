// vanilla-colorful: a colour picker in a shadow root.

import "vanilla-colorful/hex-color-picker.js";
import "vanilla-colorful/hex-alpha-color-picker.js";
import { report, root } from "./report.ts";

for (const kind of ["hex", "hex-alpha"] as const) {
  const picker: HTMLElement = root.appendChild(document.createElement(`${kind}-color-picker`));
  picker.setAttribute("color", "#804040");
  picker.addEventListener("color-changed", (event) => {
    state[kind] = (event as CustomEvent<{ value: string }>).detail.value;
    report(state);
  });
}
const state: Record<string, unknown> = { hex: "#804040", "hex-alpha": "#804040" };
report(state);
