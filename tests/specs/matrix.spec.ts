import { beforeAll, it } from "vitest";
import { CASES, Matrix } from "../support/matrix.ts";
import { inEachBrowser } from "../support/suite.ts";

inEachBrowser("every action by every locator", (t) => {
  let matrix: Matrix;
  beforeAll(async () => {
    matrix = new Matrix(t.site);
    await t.pilot.open(matrix.page);
    await matrix.prepare(t.pilot);
  });

  it.each(CASES)("%s", (_, action, kind) => matrix.run(t.pilot, action, kind));
});
