/** Gestures on libraries that draw: maps, charts, canvases, diagrams. */

import { d3, uplot } from "../../gestures/charts.ts";
import { drawflow, flow } from "../../gestures/diagrams.ts";
import { cropper, konva, signature } from "../../gestures/drawing.ts";
import { leaflet } from "../../gestures/maps.ts";
import { play } from "../../gestures/scene.ts";
import { inOneBrowser } from "../../support/suite.ts";

inOneBrowser(
  "gestures",
  (t) => {
    for (const library of [leaflet, d3, uplot, konva, signature, cropper, flow, drawflow]) play(t, library);
  },
  { args: ["--tools", "web,more"] },
);
