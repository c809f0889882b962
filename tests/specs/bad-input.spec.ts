import { expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";
import { Wire } from "../support/wire.ts";

inOneBrowser("bad input", (t) => {
  it("of a UID in any shape is answered with a code and changes nothing", async () => {
    await t.pilot.see(t.site.html("<button>One</button>"));
    for (const uid of [
      "",
      " ",
      "1",
      "1_",
      "_1",
      "1_1_1",
      "-1_1",
      "1_-1",
      "0x1_1",
      "1_1 ",
      "１_１",
      "1_1\n",
      "1\0_1",
      "button",
      `${"9".repeat(400)}_1`,
      "4294967296_4294967296",
      "99999999_1",
      '1_1"',
      "../../etc",
      "🙂",
    ]) {
      const answer = await t.pilot.call("click_by_uid", { uid });
      expect(answer.isError, uid).toBe(true);
      expect(["UNKNOWN_UID", "INVALID_INPUT", "STALE_UID"], uid).toContain(answer.code);
      expect(answer.text.length, uid.slice(0, 20)).toBeLessThan(700);
      expect(answer.text).not.toMatch(/\0/);
    }
    await t.pilot.click("button", "One");
  });

  it("of a value of one megabyte is filled whole", async () => {
    const page = t.site.html(
      `<textarea id="f" aria-label="Big"></textarea><script>f.addEventListener("input", () => record("input", { length: f.value.length, end: f.value.slice(-3) }))</script>`,
    );
    await t.pilot.see(page);
    const answer = await t.pilot.call("fill_by_uid", {
      uid: t.pilot.uid("textbox", "Big"),
      value: `${"x".repeat(1_000_000)}END`,
    });
    // Whole, or refused as too long by a code: never cut, never a hang.
    if (answer.isError) expect(answer.code).toBe("INVALID_INPUT");
    else expect(await page.event("input", ({ end }) => end === "END", 10_000)).toMatchObject({ length: 1_000_003 });
    expect(answer.text.length).toBeLessThan(2_000);
    await t.pilot.snapshot();
  });

  it("of a null character is refused or filled as the browser can, and told", async () => {
    const page = t.site.html(`<input id="f" aria-label="Field"><script>watch("#f", "input")</script>`);
    await t.pilot.see(page);
    const answer = await t.pilot.call("fill_by_uid", { uid: t.pilot.uid("textbox", "Field"), value: "a\0b" });
    if (answer.isError) expect(answer.code).toBe("INVALID_INPUT");
    else expect((await page.event("input")).value).toMatch(/a.?b/s);
    expect(answer.text).not.toContain("\0");
    await t.pilot.fill("textbox", "Field", "after");
    await page.event("input", ({ value }) => value === "after");
  });

  it("in paths and addresses is refused", async () => {
    const tree = await t.pilot.see(t.site.html(`<input type="file" aria-label="Any">`));
    const uid = tree.nodes.find((node) => node.uid && node.name.includes("Any"))?.uid;
    for (const filePath of ["", "a\0b", "x".repeat(5_000)])
      expect((await t.pilot.call("upload_file_by_uid", { uid, filePath })).isError).toBe(true);
    for (const url of ["", "not a url", "http://", "http://[::1", "a".repeat(100), "http://exa mple/", "\0"]) {
      const answer = await t.pilot.call("navigate_page", { url });
      expect(answer.isError, url).toBe(true);
      expect(["INVALID_INPUT", "NAVIGATION_FAILED", "URL_NOT_ALLOWED"], url).toContain(answer.code);
    }
    await t.pilot.snapshot();
  });

  it("of an empty or a very long form is answered", async () => {
    await t.pilot.see(t.site.html(`<input aria-label="Field">`));
    expect((await t.pilot.call("fill_form_by_uid", { elements: [] })).isError).toBe(true);
    const uid = t.pilot.uid("textbox", "Field");
    const answer = await t.pilot.call("fill_form_by_uid", {
      elements: Array.from({ length: 500 }, () => ({ uid: "77777_1", value: uid })),
    });
    expect(answer.isError).toBe(true);
    expect(answer.text.length).toBeLessThan(2_000);
  });

  it("of lone surrogates and broken messages on the wire is survived", async () => {
    const page = t.site.html(`<input id="f" aria-label="Field"><script>watch("#f", "input")</script>`);
    const wire = new Wire(t.browser);
    try {
      await wire.initialize();
      await wire.tool("navigate_page", JSON.stringify({ url: page.url }));
      const shown = await wire.tool("take_snapshot", "{}");
      const uid = /uid=(\d+_\d+) textbox "Field"/.exec(shown.result?.content?.[0]?.text ?? "")?.[1];
      expect(uid).toBeDefined();
      for (const args of [
        String.raw`{"uid":"${uid}","value":"a\ud800b"}`,
        String.raw`{"uid":"${uid}","value":"\udc00"}`,
        String.raw`{"uid":"\ud800","value":"x"}`,
        String.raw`{"uid":"${uid}","value":"x","\ud800":1}`,
        `{"uid":{"a":[1]},"value":"x"}`,
        "[]",
      ]) {
        const answer = await wire.tool("fill_by_uid", args);
        expect(answer.result ?? answer.error, args).toBeDefined();
        if (answer.result?.isError) expect(answer.result._meta?.code, args).toMatch(/^[A-Z_]+$/);
      }
      wire.send("{ this is not JSON");
      wire.send("");
      wire.send('{"jsonrpc":"2.0","id":900,"method":"no/such/method"}');
      expect((await wire.answer(900)).error).toBeDefined();
      const after = await wire.tool("fill_by_uid", JSON.stringify({ uid, value: "after" }));
      expect(after.result?.isError ?? false).toBe(false);
      await page.event("input", ({ value }) => value === "after");
      expect(wire.strays).toEqual([]);
    } finally {
      await wire.close();
    }
  });
});
