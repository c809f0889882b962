import { beforeAll, it } from "vitest";
import { CASES, Matrix } from "../support/matrix.ts";
import { inOneBrowser } from "../support/suite.ts";

inOneBrowser("every action by every locator", (t) => {
  let matrix: Matrix;
  beforeAll(async () => {
    matrix = new Matrix(t.site);
    await t.pilot.open(matrix.page);
    await matrix.prepare(t.pilot);
  });

  it.each(CASES)("%s", (_, action, kind) => matrix.run(t.pilot, action, kind));
});
