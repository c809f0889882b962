import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { inEachBrowser } from "../support/suite.ts";

const SETS = { args: ["--tools", "web,more", "--action-timeout", "1500"] };

/** What a page reads of a paste or a drop. */
const read = `const read = async (data) => record("got", {
  types: [...data.types].sort().join(),
  text: data.getData("text/plain"), html: data.getData("text/html"), url: data.getData("text/uri-list"),
  names: Array.from(data.files, (file) => file.name + " " + file.type + " " + file.size).join(),
});`;

inEachBrowser(
  "pastes and drops",
  (t) => {
    const file = (name: string, text = name): string => {
      const at = path.join(t.pilot.folder, name);
      mkdirSync(path.dirname(at), { recursive: true });
      writeFileSync(at, text);
      return name;
    };
    const value = (id: string): string => `record("value", { value: document.getElementById("${id}").value })`;

    it("pastes a text where the caret is in a field, with the events of an insertion", async () => {
      const page = t.site.html(`<textarea aria-label="Notes" id="n">one two</textarea>
        <script>n.oninput = (event) => record("input", { trusted: event.isTrusted, value: n.value });</script>`);
      await t.pilot.see(page);
      const uid = t.pilot.uid("textbox", "Notes");
      await t.pilot.ok("select_text", { uid, text: "one", caret: "after" });
      const answer = await t.pilot.ok("paste_by_uid", { uid, text: ", then\nmore" });
      expect(answer).toContain("Pasted into");
      expect(await page.event("input")).toMatchObject({ trusted: true, value: "one, then\nmore two" });
    });

    it("does not say that a field took what it did not, and keeps what it held", async () => {
      const page = t.site.html(`<input type="number" aria-label="Count" value="5" id="n">
        <input aria-label="Code" value="ab" maxlength="4" id="c"><button onclick='${value("n")}; ${value("c")}'>Tell</button>`);
      await t.pilot.see(page);
      const paste = (name: string, role: string, text: string): Promise<string> =>
        t.pilot.ok("paste_by_uid", { uid: t.pilot.uid(role, name), text });
      const none = await paste("Count", "spinbutton", "abc");
      expect(none).toContain("no text was inserted");
      expect(none).toContain('Its value is now "5".');
      const cut = await paste("Code", "textbox", "cdef");
      expect(cut).toContain('Its value is now "abcd".');
      await t.pilot.click("button", "Tell");
      await page.event("value", ({ value }) => value === "5");
      await page.event("value", ({ value }) => value === "abcd");
      page.forget();
      // Browsers differ in what they keep of it. The answer has to say what that is.
      const some = await paste("Count", "spinbutton", "12abc");
      await t.pilot.click("button", "Tell");
      const { value: now } = await page.event("value", (event) => event["value"] !== "abcd");
      expect(now).not.toBe("");
      expect(some).toContain(`Its value is now "${now}".`);
      expect(await paste("Code", "textbox", "xyz")).toContain("no text was inserted");
    });

    it("pastes markup into an editor, without what would run", async () => {
      const page = t.site.html(`<div contenteditable role="textbox" aria-label="Editor" id="e">start </div>
        <script>e.oninput = () => record("input", { html: e.innerHTML });</script>`);
      await t.pilot.see(page);
      const html = `<b>bold</b><script>record("ran", {})</script><img src="x:" onerror="record('ran', {})">`;
      await t.pilot.ok("paste_by_uid", { uid: t.pilot.uid("textbox", "Editor"), html, text: "bold" });
      const { html: now } = (await page.event("input")) as unknown as { html: string };
      expect(now).toContain("<b>bold</b>");
      expect(now).not.toMatch(/script|onerror/);
      expect(page.events("ran")).toEqual([]);
    });

    it("gives the page all forms of the content, and inserts nothing that the page takes", async () => {
      const page = t.site.html(`<div tabindex="0" role="grid" aria-label="Sheet" id="s">cells</div><script>${read}
        document.addEventListener("paste", (event) => { event.preventDefault(); read(event.clipboardData); });</script>`);
      await t.pilot.see(page);
      const content = { text: "a\tb", html: "<table><tr><td>a<td>b</table>", filePath: file("cells.csv", "a,b") };
      const answer = await t.pilot.ok("paste_by_uid", { uid: t.pilot.uid("grid", "Sheet"), ...content });
      expect(answer).toContain("Done by script");
      expect(await page.event("got")).toMatchObject({
        types: "Files,text/html,text/plain",
        text: "a\tb",
        names: "cells.csv text/csv 3",
      });
    });

    it("says when nothing took a paste, and refuses fields that cannot be changed", async () => {
      const page = t.site.html(
        `<button>Plain</button><input aria-label="Fixed" value="x" readonly><input aria-label="Off" disabled>`,
      );
      await t.pilot.see(page);
      const plain = await t.pilot.ok("paste_by_uid", { uid: t.pilot.uid("button", "Plain"), text: "x" });
      expect(plain).toContain("No handler of the page said that it took the content");
      const fixed = { uid: t.pilot.uid("textbox", "Fixed"), text: "y" };
      await t.pilot.fails("NOT_EDITABLE", "paste_by_uid", fixed);
      await t.pilot.fails("NOT_ENABLED", "paste_by_uid", { ...fixed, uid: t.pilot.uid("textbox", "Off") });
      await t.pilot.fails("INVALID_INPUT", "paste_by_uid", { uid: fixed.uid });
    });

    const zone = `<div id="z" role="group" aria-label="Zone" style="width:300px;height:100px;border:1px solid">drop here</div>`;

    it("drops files on a drop zone", async () => {
      const page = t.site.html(`${zone}<script>${read}
        z.ondragover = (event) => event.preventDefault();
        z.ondrop = (event) => { event.preventDefault(); read(event.dataTransfer); };</script>`);
      await t.pilot.see(page);
      const filePath = [file("a.png", "1234"), file("b.txt", "12")];
      await t.pilot.ok("drop_by_uid", { uid: t.pilot.uid("group", "Zone"), filePath });
      expect(await page.event("got")).toMatchObject({ types: "Files", names: "a.png image/png 4,b.txt text/plain 2" });
    });

    it("drops where it is told, on a zone that the page shows only while something is dragged over it", async () => {
      const page = t.site.html(`${zone}
        <div id="o" hidden style="position:fixed;inset:0;background:#fffa">Drop to attach</div><script>${read}
        addEventListener("dragenter", (event) => { o.hidden = false; event.preventDefault(); });
        o.ondragover = (event) => event.preventDefault();
        o.ondrop = (event) => { event.preventDefault(); o.hidden = true; record("at", { x: event.clientX }); read(event.dataTransfer); };
      </script>`);
      await t.pilot.see(page);
      const uid = t.pilot.uid("group", "Zone");
      await t.pilot.ok("drop_by_uid", { uid, url: "https://example.org/", at: { x: 5, y: 5 } });
      expect(await page.event("at")).toMatchObject({ x: 13 });
      expect(await page.event("got")).toMatchObject({ url: "https://example.org/", text: "https://example.org/" });
    });

    it("refuses a place that accepts no drop, and drops nothing", async () => {
      const page = t.site.html(`${zone}<script>z.ondrop = () => record("dropped", {});</script>`);
      await t.pilot.see(page);
      const call = { uid: t.pilot.uid("group", "Zone"), text: "x" };
      expect(await t.pilot.fails("WRONG_ELEMENT", "drop_by_uid", call)).toContain("nothing was dropped");
      expect(page.events("dropped")).toEqual([]);
    });

    it("copies, cuts and pastes with the browser's clipboard by keys", async () => {
      const page = t.site.html(`<input id="a" aria-label="From" value="moved"><input id="b" aria-label="To">
        <button onclick='${value("b")}'>Tell</button>`);
      await t.pilot.see(page);
      const from = t.pilot.uid("textbox", "From");
      await t.pilot.ok("select_text", { uid: from });
      await t.pilot.ok("press_key", { uid: from, key: "ControlOrMeta+X" });
      await t.pilot.ok("press_key", { uid: t.pilot.uid("textbox", "To"), key: "ControlOrMeta+V" });
      await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("button", "Tell") });
      expect(await page.event("value")).toMatchObject({ value: "moved" });
    });
  },
  SETS,
);
