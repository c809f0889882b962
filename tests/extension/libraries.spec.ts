/** Gestures on libraries from npm in a tab of the user's own browser. */

import { beforeAll } from "vitest";
import { sortable } from "../gestures/boards.ts";
import { d3 } from "../gestures/charts.ts";
import { konva, signature } from "../gestures/drawing.ts";
import { quill } from "../gestures/editors.ts";
import { leaflet } from "../gestures/maps.ts";
import { play } from "../gestures/scene.ts";
import { range } from "../gestures/sliders.ts";
import { inUserTab } from "../support/user-tab.ts";

const t = inUserTab(["--tools", "web,more"]);

beforeAll(() => t.use(t.site.html("<h1>First</h1>", { title: "First page" }), "First page"));

for (const library of [leaflet, d3, konva, signature, range, sortable, quill]) play(t, library);
