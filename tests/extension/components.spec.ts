/** Component libraries in a tab of the user's own browser. */

import { beforeAll, test } from "vitest";
import { COMPONENT_CASES, runComponent } from "../support/component-cases.ts";
import { inUserTab } from "../support/user-tab.ts";

const t = inUserTab();

beforeAll(() => t.use(t.site.html("<h1>First</h1>", { title: "First page" }), "First page"));

test.each(COMPONENT_CASES)("%s does what it is asked", (...row) => runComponent(t, (page) => t.pilot.open(page), row));
