/** Text that is selected in what scrolls. */
import { expect, test } from "vitest";
import type { Expected } from "../../src/protocol.ts";
import type { TestBrowser, TestPage } from "../browsers.ts";
import { walk } from "../page.ts";

/** An editor that has only the lines around what is in view, as editors of code do. */
const VIRTUAL = `<!doctype html><div id="area" style="height: 200px; width: 300px; overflow: auto">
  <div id="editor" contenteditable role="textbox" aria-label="Code" style="position: relative; height: 6000px"></div></div><script>
  const draw = () => {
    const first = Math.floor(area.scrollTop / 20);
    editor.innerHTML = "";
    for (let i = Math.max(0, first - 2); i < Math.min(300, first + 12); i++)
      editor.insertAdjacentHTML("beforeend", '<div style="position: absolute; height: 20px; top: ' + i * 20 + 'px">line ' + (i + 1) + ';</div>');
  };
  area.onscroll = draw;
  draw();
</script>`;

const select = (page: TestPage, target: Expected, text: string, inView = true): Promise<unknown> =>
  page.call("selectText", { target, text, inView });

export function selectTextSuite(browser: () => TestBrowser): void {
  test("selectText: what is in view is selected without a scroll", async () => {
    const { page } = browser();
    await page.open(VIRTUAL);
    const target = (await walk(page)).target("textbox", "Code");
    for (const text of ["line 3;", "line 9;"]) {
      expect(await select(page, target, text)).toEqual({ state: "selected", text, kept: true });
      expect(await page.main("area.scrollTop")).toBe(0);
      expect(await page.main("String(getSelection())")).toBe(text);
    }
    // What is not there is for the caller to scroll to.
    expect(await select(page, target, "line 200;")).toEqual({ state: "outside" });
    expect(await page.main("area.scrollTop")).toBe(0);
  });

  test("selectText: an element out of view is not touched before it is scrolled to", async () => {
    const { page } = browser();
    await page.open(`<!doctype html><div style="height: 3000px"></div><p aria-label="P">far away</p><i>end</i>`);
    const target = (await walk(page)).target("paragraph", "P");
    expect(await select(page, target, "away")).toEqual({ state: "outside" });
    expect(await select(page, target, "away", false)).toMatchObject({ state: "selected", text: "away" });
    expect(Number(await page.main("scrollY"))).toBeGreaterThan(1000);
  });

  test("selectText: the place of the text is scrolled to, and not what holds it", async () => {
    const { page } = browser();
    const lines = Array.from({ length: 300 }, (_, at) => `line ${at + 1};`).join("<br>");
    await page.open(`<!doctype html><div id="area" style="height: 200px; overflow: auto">
      <div contenteditable role="textbox" aria-label="Code">${lines}</div></div>`);
    const target = (await walk(page)).target("textbox", "Code");
    expect(await select(page, target, "line 150;")).toMatchObject({ state: "selected", kept: true });
    const seen = `(() => { const a = area.getBoundingClientRect(), t = getSelection().getRangeAt(0).getBoundingClientRect(); return t.top >= a.top && t.bottom <= a.bottom; })()`;
    expect(await page.main(seen)).toBe(true);
  });

  test("selectText: the page hears what a mouse that is drawn over the text ends with", async () => {
    const { page } = browser();
    await page.open(`<!doctype html><p>Alice went to Paris in 2020. <a href="#there">Read more</a></p>
      <input aria-label="Title" value="The quick fox"><div contenteditable role="textbox" aria-label="Body">One two</div>
      <script>const log = []; for (const type of ["mousedown", "mouseup", "click"]) addEventListener(type, (e) => {
        const field = document.activeElement, at = document.caretRangeFromPoint?.(e.clientX, e.clientY);
        const text = field.selectionStart === undefined ? String(getSelection()) : field.value.slice(field.selectionStart, field.selectionEnd);
        log.push(type + ": " + text + " " + e.target.localName + (at && e.target.localName === "p" ? at.startOffset : ""));
      });</script>`);
    const walked = await walk(page);
    const paragraph = walked.lines.find((line) => line.role === "paragraph");
    const p = { doc: walked.doc, id: paragraph?.id as number, role: "paragraph", name: paragraph?.name ?? "" };
    const heard = async (): Promise<unknown> => JSON.parse(String(await page.main("JSON.stringify(log.splice(0))")));
    const kept = (text: string): object => ({ state: "selected", text, kept: true });
    expect(await select(page, p, "Paris")).toEqual(kept("Paris"));
    const offsets = (await page.main("typeof document.caretRangeFromPoint")) === "function" ? ["14", "19"] : ["", ""];
    expect(await heard()).toEqual([`mousedown:  p${offsets[0]}`, `mouseup: Paris p${offsets[1]}`]);
    expect(await select(page, p, "more")).toEqual(kept("more"));
    expect(await heard()).toEqual(["mouseup: more a"]);
    expect(await select(page, walked.target("textbox", "Title"), "quick")).toEqual(kept("quick"));
    expect(await heard()).toEqual(["mouseup: quick input"]);
    expect(await select(page, walked.target("textbox", "Body"), "two")).toEqual(kept("two"));
    expect(await heard()).toEqual(["mouseup: two div"]);
    expect(await page.main("location.hash")).toBe("");
  });
}
