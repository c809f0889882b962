import { describe, expect, it } from "vitest";
import { givenText, uidsOf } from "../src/record/given.ts";
import { asText } from "../src/record/html.ts";
import { head, type Step, step, tail } from "../src/record/page.ts";

const HOSTILE = `</script><script>alert(1)</script><img src=x onerror="alert(2)">&amp;'"\u202egnp.exe\u0000\ud800<!-- ]]>`;

const hostile: Step = {
  number: 1,
  tool: HOSTILE,
  at: new Date(0),
  durationMs: 12,
  failed: HOSTILE,
  title: HOSTILE,
  given: HOSTILE,
  answer: HOSTILE,
  cut: 3,
  page: { number: 1, url: `javascript:${HOSTILE}` },
  before: HOSTILE,
  after: { id: 1, data: "AAAA", mimeType: "image/jpeg", width: 800, height: 600, marks: [] },
  beside: [{ title: HOSTILE, lines: [HOSTILE], more: 1 }],
};

describe("the file of a recording", () => {
  it("holds what pages say as text", () => {
    const written = step(hostile, false) + tail([HOSTILE]);
    for (const tag of written.match(/<\/?[a-z!][^>]*>/g) ?? []) {
      expect(tag).not.toMatch(/script|onerror|<img|<!--/);
    }
    expect(written).not.toContain("\u202e");
    expect(written).not.toContain("\u0000");
    expect(written).toContain("\\u{202e}gnp.exe\\u{0}\\u{d800}");
    expect(head({ at: new Date(0), browser: HOSTILE, version: HOSTILE })).not.toContain("<script>alert");
  });

  it("lets only its own script and style run, by their hashes, and asks for nothing", () => {
    const written = head({ at: new Date(0), browser: "b", version: "v" });
    const policy = /Content-Security-Policy' content='([^']*)'/.exec(written)?.[1];
    expect(policy).toMatch(
      /^default-src &#39;none&#39;; img-src data:; style-src &#39;sha256-\S+&#39;; script-src &#39;sha256-\S+&#39;;/,
    );
    expect(policy).not.toContain("unsafe");
    expect(written.match(/(?:src|href)='(?!data:|#)[^']*'/g)).toBeNull();
  });

  it("refers to a picture that it has", () => {
    const { after: picture } = hostile;
    if (typeof picture !== "object") throw new Error("no picture");
    const { data: _, ...known } = picture;
    const again = step(
      { ...hostile, before: undefined, after: { ...known, marks: [{ x: 10, y: 20, width: 30, height: 40 }] } },
      false,
    );
    expect(again).toContain("<use href='#picture-1'></use>");
    expect(again).toContain("class='mark' x='7.0' y='17.0' width='36.0' height='46.0'");
    expect(again).not.toContain("data:image");
  });

  it("keeps lines and tabs", () => {
    expect(asText("a\n\tb")).toBe("a\n\tb");
  });
});

describe("the arguments of a recorded call", () => {
  it("are without what was typed, unless that is wanted", () => {
    const args = {
      uid: "1_2",
      value: "hunter2",
      elements: [{ uid: "1_3", value: "hunter2" }],
      target: { by: "role", value: "textbox", name: "Password" },
    };
    const text = givenText(args, { values: false });
    expect(text).not.toContain("hunter2");
    expect(text).toContain('"value": "(7 characters)"');
    expect(text).toContain('"textbox"');
    expect(givenText(args, { values: true })).toContain("hunter2");
    expect(givenText({ script: "x".repeat(10_000) }, { values: true }).length).toBeLessThan(3_100);
  });

  it("name the elements to mark", () => {
    const args = { uid: "1_1", toUid: "1_2", elements: [{ uid: "1_3" }], value: "1_4", other: { to_uid: "1_5" } };
    expect(uidsOf(args)).toEqual(["1_1", "1_2", "1_3", "1_5"]);
    expect(uidsOf({ elements: Array.from({ length: 100 }, () => ({ uid: "1_1" })) })).toHaveLength(12);
  });
});
