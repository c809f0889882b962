// How an element is found again, for code and tests.

import * as z from "zod/v4";
import type { Answer } from "../answer.ts";
import { named } from "../answer.ts";
import { defineTool } from "./define.ts";
import { uid } from "./fields.ts";

export const generateLocator = defineTool({
  name: "generate_locator",
  title: "Locators of a UID",
  description:
    "How to find the element again in code and tests: as the target of interactWithPage, for Playwright, Selenium and Rust. By role and name, test id, label or text where that is unique now, else by CSS.",
  effect: "reads",
  schema: z.strictObject({ uid }),
  example: { uid: "1_4" },
  handler: async ({ uid }, { session, signal }): Promise<Answer> => {
    const found = await (await session()).locatorOf({ by: "uid", value: uid }, { signal });
    const { ownTarget, playwrightLocator, rustLocator, seleniumBy, seleniumWay } = await import(
      "../record/written/targets.ts"
    );
    const closed = "none: it is in a closed shadow tree";
    const way = seleniumWay(found);
    const lines = [
      `interactWithPage: ${ownTarget(found)}`,
      `Playwright: ${playwrightLocator(found) ?? closed}`,
      `Selenium: ${found.closed ? closed : `${seleniumBy(found)}${way === "" ? "" : `, in ${way}`}`}`,
      `Rust: ${rustLocator(found)}`,
    ];
    const proof = found.unique
      ? "Each finds this element now, and no other one."
      : "The same fits in another frame: there, only the UID tells them apart. Each finds only this one in its own frame.";
    return { summary: `Locators of ${named(found.target, uid)}. ${proof}`, pageText: lines.join("\n") };
  },
});
