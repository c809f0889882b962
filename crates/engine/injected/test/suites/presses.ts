import { expect, test } from "vitest";
import type { TestBrowser } from "../browsers.ts";
import { outcome, prepare, walk } from "../page.ts";

/** What the page does to an element under the pointer, from the pointer's move to the release. */
export function pressesSuite(browser: () => TestBrowser): void {
  // Firefox tells of no move of a pointer that is there already.
  let opened = 0;
  const clicks = async (html: string, role = "button") => {
    const { page } = browser();
    await page.open(
      `<!doctype html><style>body{margin:${10 * (++opened % 9)}px}</style>${html}<script>window.heard=[];for(const type of ["pointerdown","mousedown","click"])document.addEventListener(type,({type})=>heard.push(type),true)</script>`,
    );
    const { x, y } = await prepare(page, (await walk(page)).target(role, "Go"));
    await page.click(x, y);
    const seen = await outcome(page);
    return { seen, heard: String(await page.main(`heard.join(" ")`)) };
  };

  test.each([
    ["disabled", `<button id="b">Go</button>`, "b.disabled=true"],
    ["said to be disabled", `<button id="b">Go</button>`, `b.setAttribute("aria-disabled","true")`],
    ["disabled with its group", `<fieldset id="f"><button>Go</button></fieldset>`, "f.disabled=true"],
  ])("press: an element that is %s when the pointer comes does not get it", async (_what, html, script) => {
    const { seen, heard } = await clicks(`${html}<script>addEventListener("pointermove",()=>{${script}})</script>`);
    expect(seen).toMatchObject({ seen: "missed", disabled: true, arrived: 0 });
    expect(heard).toBe("");
  });

  test("press: a label does not pass it on to a checkbox that was disabled when the pointer came", async () => {
    const { seen, heard } = await clicks(
      `<label style="display:block"><input type="checkbox" id="c">Go</label><script>addEventListener("pointermove",()=>{c.disabled=true})</script>`,
      "checkbox",
    );
    expect(seen).toMatchObject({ seen: "missed", disabled: true, checked: "false" });
    expect(heard).toBe("");
  });

  test("press: a first click that disables the element is its click", async () => {
    const { seen } = await clicks(`<button onclick="this.disabled=true">Go</button>`);
    expect(seen).toMatchObject({ seen: "hit", disabled: true, arrived: 1 });
  });
}
