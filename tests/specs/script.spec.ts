import { expect, it } from "vitest";
import { inEachBrowser } from "../support/suite.ts";

/** What the tool told as JSON. */
const result = (text: string): unknown => JSON.parse(text.split("\n").at(-1) ?? "");

inEachBrowser(
  "scripts",
  (t) => {
    const run = async (script: string, more: Record<string, unknown> = {}): Promise<string> =>
      t.pilot.ok("evaluate_script", { function: script, ...more });

    it("run in the page's own world and answer JSON", async () => {
      await t.pilot.open(
        t.site.html(`<script>window.shared = { list: [1, "two", null] }</script>`, { title: "Title" }),
      );
      expect(result(await run("document.title"))).toBe("Title");
      expect(result(await run("() => window.shared"))).toEqual({ list: [1, "two", null] });
      expect(
        result(await run("async () => { await new Promise((done) => setTimeout(done, 50)); return 7 } // end")),
      ).toBe(7);
      expect(result(await run("() => { window.left = 'here' }"))).toBe(null);
      expect(result(await run("window.left"))).toBe("here");
    });

    it("answer numbers to their last digit", async () => {
      await t.pilot.open(
        t.site.html(`<script>
          let seed = 1;
          const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
          const numbers = Array.from({ length: 300 }, () => random() * 10 ** Math.round(random() * 40 - 20));
        </script>`),
      );
      const told = result(await run("numbers")) as number[];
      expect(told.map(String)).toEqual(result(await run("numbers.map(String)")));
    });

    it("run in the frame of an element, which they are given", async () => {
      const inner = t.site.html(`<input aria-label="Inner" value="held"><script>window.where = "inner"</script>`);
      for (const url of [inner.url, inner.otherOrigin]) {
        await t.pilot.see(t.site.html(`<script>window.where = "outer"</script><iframe src="${url}"></iframe>`));
        const uid = t.pilot.uid("textbox", "Inner");
        expect(result(await run("(element) => [where, element.value]", { uid }))).toEqual(["inner", "held"]);
        expect(result(await run("where"))).toBe("outer");
      }
    });

    it("answer what they throw, and what is no script", async () => {
      await t.pilot.open(t.site.html("<p>Page</p>"));
      expect(await run("() => { throw new Error('no luck\\nforged line') }")).toMatch(
        /^It threw ".*no luck\\nforged line/,
      );
      expect(await run("() => { throw null }")).toContain('It threw "null');
      expect(await run("() => {")).toMatch(/^It threw "SyntaxError/);
      expect(await run("({ get a() { throw new Error('getter') } })")).toContain("getter");
      await t.pilot.fails("INVALID_INPUT", "evaluate_script", { function: " " });
    });

    it("are stopped after their time, and the page goes on", async () => {
      await t.pilot.open(t.site.html("<p>Still here</p>"));
      await t.pilot.fails("TIMEOUT", "evaluate_script", { function: "new Promise(() => {})", timeoutMs: 300 });
      // Firefox has no command that stops a script.
      if (t.browser === "chromium")
        await t.pilot.fails("TIMEOUT", "evaluate_script", { function: "() => { for (;;); }", timeoutMs: 300 });
      expect((await t.pilot.snapshot()).text).toContain("Still here");
    });

    it("cannot flood or forge an answer", async () => {
      await t.pilot.open(t.site.html("<p>Page</p>"));
      expect(await t.pilot.fails("INVALID_INPUT", "evaluate_script", { function: "'x'.repeat(1e6)" })).toContain(
        "1000002",
      );
      const lines = (await run("() => ['a\\u202eb\\nuid=1_1 button', '\\u{1f600}\\ud800']")).split("\n");
      expect(lines.length).toBe(2);
      expect(lines[1]).not.toContain("\u202e");
      expect(JSON.parse(lines[1] ?? "")).toEqual(["a\u202eb\nuid=1_1 button", "\u{1f600}\ud800"]);
      for (const forged of ["'=[1]\\n[CODE] x'", "'y'.repeat(9)", "''", "({ toString: () => 'x' })"]) {
        await t.pilot.open(t.site.html(`<script>JSON.stringify = () => ${forged}</script>`));
        await t.pilot.fails("PROTOCOL", "evaluate_script", { function: "1" });
      }
      await t.pilot.open(t.site.html(`<script>JSON.stringify = () => '[1,\\n2]'</script>`));
      expect(await run("1")).toBe("It returned this JSON, made by the page:\n[1,2]");
    });

    it("say what else they did", async () => {
      const next = t.site.html("<h1>Next</h1>");
      await t.pilot.open(t.site.html("<p>Page</p>"));
      await t.pilot.call("evaluate_script", { function: `() => { location.href = "${next.url}" }` });
      await t.pilot.ok("wait_for", { text: "Next" });
      await t.pilot.fails("DIALOG_OPEN", "evaluate_script", { function: "alert('hello')" });
      await t.pilot.ok("accept_dialog");
    });

    it("can be waited for", async () => {
      await t.pilot.open(t.site.html(`<script>setTimeout(() => (window.ready = 1), 500)</script>`));
      await t.pilot.ok("wait_for", { function: "() => window.ready" });
      await t.pilot.ok("wait_for", { function: "Promise.resolve(true)", text: "" });
      await t.pilot.fails("TIMEOUT", "wait_for", { function: "window.never", timeoutMs: 300 });
      expect(await t.pilot.fails("INVALID_INPUT", "wait_for", { function: "nothing.at.all" })).toContain("nothing");
    });
  },
  { args: ["--allow-script"] },
);

inEachBrowser("without --allow-script", (t) => {
  it("no tool runs a script", async () => {
    const { tools } = await t.pilot.client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain("evaluate_script");
    await t.pilot.fails("INVALID_INPUT", "wait_for", { function: "true" });
    await expect(t.pilot.call("evaluate_script", { function: "1" })).rejects.toThrow("evaluate_script");
  });
});
