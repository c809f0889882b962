import { it } from "vitest";
import { COMPONENT_CASES, runComponent } from "../../support/component-cases.ts";
import { inOneBrowser } from "../../support/suite.ts";

inOneBrowser("by meaning", (t) => {
  it.each(COMPONENT_CASES)("%s does what it is asked", (...row) => runComponent(t, (page) => t.pilot.open(page), row));
});
