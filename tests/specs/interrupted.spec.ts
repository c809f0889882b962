import { expect, it } from "vitest";
import { inEachBrowser } from "../support/suite.ts";

/** Four fields, each of which passes the focus on when it has a character. */
const code = `<div role="group" aria-label="Code">${[1, 2, 3, 4].map((n) => `<input maxlength="1" aria-label="Digit ${n}">`).join("")}</div>
  <script>
    const digits = [...document.querySelectorAll("input")];
    for (const [i, digit] of digits.entries()) digit.oninput = () => { record("digit", { i, value: digit.value }); digits[i + 1]?.focus(); };
  </script>`;

/** A page whose focused field records everything that is typed. */
const leaky = `<input id="leak" autofocus><script>leak.focus(); leak.oninput = () => record("leak", { value: leak.value })</script>`;

inEachBrowser(
  "typing that the page interrupts",
  (t) => {
    for (const delayMs of [0, 20]) {
      it(`ends where Enter sends the form, with a delay of ${delayMs} ms`, async () => {
        const next = t.site.html(leaky);
        const page = t.site.html(
          `<form action="${next.url}"><input aria-label="Name" name="n"></form><script>watch("input", "input")</script>`,
        );
        await t.pilot.see(page);
        const args = { uid: t.pilot.uid("textbox", "Name"), text: `name\n${"secret ".repeat(30)}`, delayMs };
        const answer = await t.pilot.fails("INTERRUPTED", "type_text", args);
        expect(answer).toContain("5 of 215 characters were typed");
        expect(answer).toContain("the rest was not typed");
        await t.pilot.snapshot();
        await t.pilot.ok("type_text", { text: "x" });
        expect((await next.event("leak")).value).toBe("x");
      });

      it(`goes on in the next box of a code, with a delay of ${delayMs} ms`, async () => {
        const page = t.site.html(code);
        await t.pilot.see(page);
        const args = { uid: t.pilot.uid("textbox", "Digit 1"), text: "1234", delayMs };
        expect(await t.pilot.ok("type_text", args)).toContain("spread over 4 fields");
        await page.event("digit", ({ i }) => i === 3);
        expect(page.events("digit").map(({ i, value }) => [i, value])).toEqual([
          [0, "1"],
          [1, "2"],
          [2, "3"],
          [3, "4"],
        ]);
      });

      it(`ends where the focus moves to another field, with a delay of ${delayMs} ms`, async () => {
        const page = t.site.html(code.replace("<input", `<input style="width: 90px"`));
        await t.pilot.see(page);
        const args = { uid: t.pilot.uid("textbox", "Digit 1"), text: "1234", delayMs };
        const answer = await t.pilot.fails("INTERRUPTED", "type_text", args);
        expect(answer).toContain("1 of 4 characters were typed");
        expect(answer).toContain("Digit 2");
        await t.pilot.ok("type_text", { uid: t.pilot.uid("textbox", "Digit 4"), text: "9" });
        await page.event("digit", ({ i }) => i === 3);
        expect(page.events("digit").map(({ i, value }) => [i, value])).toEqual([
          [0, "1"],
          [3, "9"],
        ]);
      });

      it(`ends where a dialog opens, with a delay of ${delayMs} ms`, async () => {
        const page = t.site.html(
          `<input id="f" aria-label="Field"><input id="g" aria-label="Other"><script>
          f.oninput = () => { record("f", { value: f.value }); if (f.value === "ab") { g.focus(); alert("Two"); } };
          g.oninput = () => record("g", { value: g.value });</script>`,
        );
        await t.pilot.see(page);
        const args = { uid: t.pilot.uid("textbox", "Field"), text: "abcdef", delayMs };
        const answer = await t.pilot.fails("INTERRUPTED", "type_text", args);
        expect(answer).toContain("2 of 6 characters were typed");
        expect(answer).toContain("accept_dialog");
        await t.pilot.ok("accept_dialog");
        await t.pilot.ok("type_text", { uid: t.pilot.uid("textbox", "Other"), text: "x" });
        expect((await page.event("g")).value).toBe("x");
        expect(page.events("f").map(({ value }) => value)).toEqual(["a", "ab"]);
      });
    }

    it("goes on after a Tab, and after an Enter that sends nothing", async () => {
      const page = t.site.html(
        `<form id="form"><input id="a" aria-label="First"><input id="b" aria-label="Second"></form>
        <script>form.onsubmit = (event) => { event.preventDefault(); record("sent"); }; watch("input", "input")</script>`,
      );
      await t.pilot.see(page);
      await t.pilot.ok("type_text", { uid: t.pilot.uid("textbox", "First"), text: "one\n1\ttwo" });
      await page.event("input", ({ id, value }) => id === "b" && value === "two");
      await page.event("input", ({ id, value }) => id === "a" && value === "one1");
    });

    it("ends where a timer moves the focus or replaces the page", async () => {
      const next = t.site.html(leaky);
      for (const then of ["g.focus()", `location.href = ${JSON.stringify(next.url)}`]) {
        const page = t.site.html(
          `<input id="f" aria-label="Field"><input id="g" aria-label="Other"><script>
          f.oninput = () => { record("f", { value: f.value }); if (f.value.length === 3) setTimeout(() => { ${then} }, 30); };
          g.oninput = () => record("g", { value: g.value });</script>`,
        );
        await t.pilot.see(page);
        const text = "abcdefgh".repeat(6);
        const answer = await t.pilot.fails("INTERRUPTED", "type_text", {
          uid: t.pilot.uid("textbox", "Field"),
          text,
          delayMs: 20,
        });
        const typed = Number(/(\d+) of 48 characters were typed/.exec(answer)?.[1]);
        await page.event("f", ({ value }) => (value as string).length === typed);
        expect(page.events("f").at(-1)?.value).toBe(text.slice(0, typed));
        expect(page.events("g")).toEqual([]);
      }
      await t.pilot.snapshot();
      await t.pilot.ok("type_text", { text: "x" });
      expect((await next.event("leak")).value).toBe("x");
    });

    it("in a frame ends when the frame is replaced", async () => {
      const inner = t.site.html(
        `<input id="f" aria-label="Field"><script>f.oninput = () => { record("f", { value: f.value }); if (f.value === "abc") parent.postMessage("swap", "*"); };</script>`,
      );
      const next = t.site.html(leaky);
      const page = t.site.html(
        `<input aria-label="Outer" id="o"><iframe id="frame" src="${inner.otherOrigin}"></iframe>
        <script>o.oninput = () => record("o"); onmessage = () => { frame.src = ${JSON.stringify(next.otherOrigin)}; o.focus(); };</script>`,
      );
      await t.pilot.see(page);
      const answer = await t.pilot.fails("INTERRUPTED", "type_text", {
        uid: t.pilot.uid("textbox", "Field"),
        text: "abcdefghijklmnop",
        delayMs: 40,
      });
      expect(answer).toMatch(/[3-6] of 16 characters were typed/);
      expect([...page.events("o"), ...next.events("leak")]).toEqual([]);
    });

    it("does not press a key that the page sends elsewhere", async () => {
      const page = t.site.html(
        `<input id="f" aria-label="Field"><input id="g" aria-label="Other"><script>
        f.onfocus = () => setTimeout(() => g.focus()); g.onkeydown = ({ key }) => record("g", { key });</script>`,
      );
      await t.pilot.see(page);
      const answer = await t.pilot.call("press_key", { uid: t.pilot.uid("textbox", "Field"), key: "Delete" });
      await t.pilot.ok("press_key", { uid: t.pilot.uid("textbox", "Other"), key: "End" });
      expect((await page.event("g")).key).toBe("End");
      expect(answer.isError).toBe(true);
    });
  },
  { args: ["--tools", "web,more"] },
);
