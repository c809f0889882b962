/** Each action by each locator, in a tab of the user's own browser. */

import { beforeAll, test } from "vitest";
import { CASES, Matrix } from "../support/matrix.ts";
import { inUserTab } from "../support/user-tab.ts";

const t = inUserTab();
let matrix: Matrix;

beforeAll(async () => {
  matrix = new Matrix(t.site);
  await t.use(matrix.page, "Matrix");
  await matrix.prepare(t.pilot);
});

test.each(CASES)("%s", (_, action, kind) => matrix.run(t.pilot, action, kind));
