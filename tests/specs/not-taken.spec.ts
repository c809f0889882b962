import { expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";

/** A mask that the page writes when the field gets the focus, with the caret before its first place, and that takes keys only there. */
const MASK = `<input id="f" aria-label="Code"><script>
  const blank = "__-__";
  f.onfocus = () => { if (f.value === "") { f.value = blank; f.setSelectionRange(0, 0); } };
  f.onblur = () => { if (f.value === blank) f.value = ""; };
  f.onkeydown = (event) => {
    if (event.key.length > 1) return;
    event.preventDefault();
    const at = f.value.indexOf("_", f.selectionStart);
    if (at < 0) return;
    f.value = f.value.slice(0, at) + event.key + f.value.slice(at + 1);
    f.setSelectionRange(at + 1, at + 1);
    record("value", { value: f.value });
  };
</script>`;

const editor = (script = ""): string =>
  `<div id="e" contenteditable role="textbox" aria-label="Note" style="min-height: 20px; border: 1px solid"></div><script>
    e.oninput = () => record("text", { text: e.innerText.slice(-30), blocks: e.childNodes.length });
    ${script}
  </script>`;

const combobox = (script: string): string =>
  `<input role="combobox" aria-expanded="false" aria-controls="l" id="f" aria-label="Fruit">
  <ul role="listbox" id="l"><li role="option">Pear</li></ul><script>${script}</script>`;

inOneBrowser(
  "what a field does not take",
  (t) => {
    const see = async (html: string) => {
      const page = t.site.html(html);
      await t.pilot.see(page);
      return page;
    };

    it("is not lost behind the mask that a page writes at the focus", async () => {
      const page = await see(MASK);
      const said = await t.pilot.ok("type_text", { uid: t.pilot.uid("textbox", "Code"), text: "1234" });
      expect(said).toContain('"12-34"');
      expect(page.events("value").at(-1)).toMatchObject({ value: "12-34" });
    });

    it("is said of keys for a full box", async () => {
      await see(`<input aria-label="Digit" maxlength="1" value="7"><input aria-label="Tag">`);
      const said = await t.pilot.ok("type_text", { uid: t.pilot.uid("textbox", "Digit"), text: "56" });
      expect(said).toContain("took none of the text");
      const typed = await t.pilot.ok("type_text", { uid: t.pilot.uid("textbox", "Tag"), text: "56" });
      expect(typed).not.toContain("took none");
    });

    it("is said of a paste that the page refuses", async () => {
      await see(`<input aria-label="Confirm" onpaste="event.preventDefault()">`);
      const said = await t.pilot.ok("paste_by_uid", { uid: t.pilot.uid("textbox", "Confirm"), text: "zz" });
      expect(said).toContain("the field's value is as it was");
    });

    it("is a value between the steps of a slider, whose steps are told", async () => {
      await see(`<input type="range" aria-label="Level" min="0" max="10" step="3">`);
      const said = await t.pilot.fill("slider", "Level", "20");
      expect(said).toContain('but its value is now "9"');
      expect(said).toContain('from "0" to "10" in steps of "3"');
      expect(said).not.toContain("Control+A");
    });

    it("is a text in a combobox, of which an option is to be chosen", async () => {
      await see(combobox(`f.oninput = () => f.setAttribute("aria-expanded", "true");`));
      expect(await t.pilot.fill("combobox", "Fruit", "Pear")).toContain("select one of its options");
      await see(combobox(`f.oninput = () => { f.value = ""; };`));
      const said = await t.pilot.fill("combobox", "Fruit", "Pear");
      expect(said).toContain("select one of its options");
      expect(said).not.toContain("Control+A");
    });

    it("is the second of two clicks on a button that disables itself, which is said", async () => {
      await see(`<button onclick="this.disabled = true">Pay</button>`);
      const said = await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("button", "Pay"), dblClick: true });
      expect(said).toContain("disabled the element");
    });

    it("is not put into an editor that cancels it", async () => {
      const page = await see(
        editor(`e.onbeforeinput = (event) => {
          const cancelled = e.innerText.trim().length + (event.data ?? "").length > 5;
          record("before", { cancelled });
          if (cancelled) event.preventDefault();
        };`),
      );
      const said = await t.pilot.fill("textbox", "Note", "1234567");
      expect(said).toContain("cancelled the beforeinput event");
      await page.event("before", ({ cancelled }) => cancelled === true);
      expect(page.events("text")).toEqual([]);
      expect(await t.pilot.fill("textbox", "Note", "1234")).not.toContain("cancelled");
      await page.event("text", ({ text }) => text === "1234");
    });

    it("is no paragraph that an editor cancels, whose Enter key sends", async () => {
      const page = await see(
        editor(`e.onbeforeinput = (event) => { if (event.inputType === "insertParagraph") event.preventDefault(); };
          e.onkeydown = (event) => { if (event.key === "Enter") { event.preventDefault(); record("sent", {}); } };`),
      );
      await t.pilot.fill("textbox", "Note", "one\ntwo");
      await page.event("text", ({ text }) => /^one\ntwo/.test(String(text)));
      expect(page.events("sent")).toEqual([]);
    });

    it("is told of an editor that is too slow for a long text", async () => {
      await see(
        editor(`new MutationObserver(() => { for (const line of e.children) line.className = "line"; }).observe(e, { childList: true });
          e.addEventListener("input", () => { const end = performance.now() + 15; while (performance.now() < end); });`),
      );
      const said = await t.pilot.fill("textbox", "Note", Array.from({ length: 900 }, (_, n) => `Line ${n}`).join("\n"));
      expect(said).toMatch(/The page took \d+ of 900 lines in the time of the call/);
      expect(said).toContain("paste the text");
    });

    it("is no line of a long text, which goes into an editable element at once", async () => {
      const page = await see(editor());
      const lines = Array.from({ length: 3000 }, (_, n) => (n % 50 === 7 ? "" : `${n}  <b> & "line"`));
      const began = Date.now();
      const said = await t.pilot.fill("textbox", "Note", lines.join("\n"));
      expect(Date.now() - began).toBeLessThan(5000);
      expect(said).not.toContain("but its value");
      const whole = await page.event("text", ({ blocks }) => blocks === lines.length);
      const only = await see(editor().replace("contenteditable", "contenteditable=plaintext-only"));
      const again = Date.now();
      expect(await t.pilot.fill("textbox", "Note", lines.join("\n"))).not.toContain("but its value");
      expect(Date.now() - again).toBeLessThan(5000);
      await only.event("text", ({ text }) => /2999[ \u00a0]{2}<b> & "line"$/.test(String(text)));
      expect(whole.text).toMatch(/2999[ \u00a0]{2}<b> & "line"$/);
    });
  },
  { args: ["--tools", "web,more"] },
);
