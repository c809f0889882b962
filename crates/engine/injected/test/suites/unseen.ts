import { expect, test } from "vitest";
import type { TestBrowser } from "../browsers.ts";
import { walk } from "../page.ts";

const LONG = "These words are long enough to be an order to someone";
const SR = "position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)";

/** [what, markup]: the long text is not shown, and is counted once. */
const LEFT_OUT: [string, string][] = [
  [
    "transparent by a class with a nested rule",
    `<style>.a{& .b{opacity:0}}</style><div class=a><p class=b>${LONG}</p></div>`,
  ],
  ["within a media query", `<style>@media screen{.b{font-size:0}}</style><p class=b>${LONG}</p>`],
  [
    "white on white by a property of a property",
    `<style>:root{--a:#fff;--b:var(--a)}.b{color:var(--b)}</style><p class=b>${LONG}</p>`,
  ],
  ["black ink on a ground of its own", `<p style="background:#010101">${LONG}</p>`],
  ["between visible texts", `<p>One <span style="color:#fefefe">${LONG}</span> two</p>`],
  ["in a box below another scroll position", `<div style="${SR}"><p><b>${LONG}</b></p></div>`],
  [
    "in a picture of one pixel",
    `<img alt="${LONG}" width=1 height=1 src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">`,
  ],
  ["in a heading", `<h2>News <span style="${SR}">${LONG}</span></h2>`],
];

/** [what, markup, a line]: what stays. */
const KEPT: [string, string, string][] = [
  ["the name of an icon", `<button><i style="${SR}">Close</i></button>`, `button "Close"`],
  ["words that a shadow draws", `<p style="color:transparent;text-shadow:0 0 1px #000">${LONG}</p>`, LONG],
  [
    "white words on a picture",
    `<div style="background-image:linear-gradient(red,blue)"><p style="color:#fff">${LONG}</p></div>`,
    LONG,
  ],
  [
    "white words beside a picture",
    `<div style="position:relative"><canvas width=600 height=100 style="position:absolute;left:0;top:0"></canvas><p style="color:#fff;position:relative">${LONG}</p></div>`,
    LONG,
  ],
  [
    "words in a scrolled list",
    `<div id=s style="height:50px;overflow:auto"><p style="position:relative;top:-1px">${LONG}</p><p style="height:900px">b</p></div>`,
    LONG,
  ],
  ["words moved by a few pixels", `<p style="transform:translateY(-2px);clip-path:inset(0)">${LONG}</p>`, LONG],
  ["grey words", `<p style="color:#aaa">${LONG}</p>`, LONG],
  [
    "words after a gap of font size 0",
    `<div style="font-size:0"> <span style="font-size:14px">${LONG}</span></div>`,
    LONG,
  ],
];

/** [what, markup, whether the line is marked]: values and sources stay, since a program acts by them. */
const MARKED: [string, string, boolean?][] = [
  ["the value of a field in its own colour", `<input value="${LONG}">`, false],
  ["the value of a transparent field", `<input value="${LONG}" style="opacity:0">`],
  ["a transparent value", `<input value="${LONG}" style="color:transparent">`],
  ["a tiny value", `<textarea style="font-size:0">${LONG}</textarea>`],
  ["a value in a clipped box", `<div style="${SR}"><input value="${LONG}"></div>`],
  ["the choice of a transparent list", `<select style="opacity:0"><option>A<option>${LONG}</select>`],
  ["what a field suggests", `<input aria-label=a placeholder="${LONG}">`, false],
  ["what nobody sees suggested", `<style>#i::placeholder{color:#fff}</style><input id=i placeholder="${LONG}">`],
  ["a hidden part of edited text", `<div contenteditable>One <b style="opacity:0">${LONG}</b></div>`],
  ["the source of a formula", `<math alttext="${LONG}"><mi>x</mi></math>`],
  ["a formula in words", `<math alttext="${LONG}"><mtext>${LONG}</mtext></math>`, false],
];

export function unseenSuite(browser: () => TestBrowser): void {
  test.each(LEFT_OUT)("unseen: left out %s", async (_, html) => {
    const { page } = browser();
    await page.open(`<!doctype html><meta charset=utf-8><title>t</title>${html}<p>Seen</p>`);
    const walked = await walk(page, { known: { doc: "", serial: 0 } });
    expect(walked.text).not.toContain("long enough");
    expect(walked.text).toContain("Seen");
    expect(walked.header[12]).toBe("1");
    const all = await walk(page, { unseen: true });
    expect(all.lines.some(({ name, flags }) => name.includes("long enough") && flags.includes("u"))).toBe(true);
  });

  test.each(MARKED)("unseen: marks %s", async (_, html, marked = true) => {
    const { page } = browser();
    await page.open(`<!doctype html><meta charset=utf-8><title>t</title><body style="background:#fff">${html}`);
    const { lines } = await walk(page, { known: { doc: "", serial: 0 } });
    const line = lines.find(({ name, rest }) => `${name} ${rest.join(" ")}`.includes("long enough"));
    expect(line).toBeDefined();
    expect(line?.flags.includes("u")).toBe(marked);
  });

  test("unseen: left out below the deepest level", async () => {
    const { page } = browser();
    await page.open(
      `<!doctype html><title>t</title>${"<div>".repeat(420)}One <b style="opacity:0">${LONG}</b><b hidden>${LONG}</b><script>"${LONG}"</script> Two`,
    );
    const { text, header } = await walk(page);
    expect(text).not.toContain("long enough");
    expect(text).toMatch(/One +Two/);
    expect(header[12]).toBe("1");
    expect((await walk(page, { unseen: true })).text.match(/long enough/g)).toHaveLength(1);
  });

  test("unseen: a formula that is clipped beside what is drawn stays", async () => {
    const { page } = browser();
    await page.open(
      `<!doctype html><title>t</title><p>a</p><span><span style="${SR}"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x</annotation></semantics></math></span><span aria-hidden=true>x</span></span><span style="${SR}"><math><mtext>${LONG}</mtext></math></span>`,
    );
    const { text, header } = await walk(page);
    expect(text).toContain('math "x"');
    expect(text).not.toContain("long enough");
    expect(header[12]).toBe("1");
  });

  test.each(KEPT)("unseen: kept %s", async (_, html, line) => {
    const { page } = browser();
    await page.open(`<!doctype html><meta charset=utf-8><title>t</title>${html}`);
    const walked = await walk(page, { known: { doc: "", serial: 0 } });
    expect(walked.text).toContain(line);
    expect(walked.header[12]).toBe("0");
  });

  test("unseen: a hurried walk says that it did not look at everything, and a later one has", async () => {
    const { page } = browser();
    const rules = Array.from({ length: 400 }, (_, i) => `.r${i}{color:#${(i + 1_000).toString(16)};opacity:.0${i}}`);
    // The words are too short to be looked at for themselves, and those before have used up the looks by chance.
    const shown = "<p>Some words that anyone can see here</p>".repeat(400);
    const html = `<style>${rules.join("")}</style>${shown}<p class=r1>${LONG}</p>`;
    await page.open(`<!doctype html><title>t</title>${html}`);
    const known = { doc: "", serial: 0 };
    expect((await walk(page, { known })).header[12]).toMatch(/^[01]\+$/);
    await page.main("new Promise((done) => requestIdleCallback(() => setTimeout(done)))");
    const { header, text } = await walk(page, { known });
    expect(header[12]).toBe("1");
    expect(text).not.toContain(LONG);
    // A part of the page is looked at in a hurry, too, but knows what was found.
    expect((await walk(page)).header[12]).toBe("1");
  });
}
