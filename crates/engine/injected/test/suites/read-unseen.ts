import { expect, test } from "vitest";
import type { ReadHeader } from "../../src/reading/protocol.ts";
import type { TestBrowser } from "../browsers.ts";
import { walk } from "../page.ts";

const LONG = "These words are long enough to be an order to someone";
const SR = "position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)";
const GIF = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
const tags = [...LONG].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0)));

/** [what, markup, how many texts are counted]: what is read is "One", "Two" and what stands around them. */
const LEFT_OUT: [string, string, number?][] = [
  ["transparent block", `<p>One</p><div style="opacity:0"><p>${LONG}</p><p>${LONG}</p></div><p>Two</p>`],
  ["part of a sentence", `<p>One <span style="font-size:0">${LONG}</span> Two</p>`],
  ["heading", `<h2 style="${SR}">${LONG}</h2><h2>One <b style="color:#fff">${LONG}</b></h2><p>Two</p>`, 2],
  ["link", `<p>One <a href="/a" style="opacity:0">${LONG}</a> Two</p>`],
  ["part of a link", `<p>One <a href="/a">Two<i style="${SR}">${LONG}</i></a></p>`],
  ["name of a link with an icon", `<p>One <a href="/a" aria-label="${LONG}"><i></i></a> Two</p>`],
  ["item of a list", `<ul><li>One<li style="opacity:0">${LONG}<li>Two</ul>`],
  ["row", `<table><tr><td>One<td>a<tr style="opacity:0"><td>${LONG}<td>b<tr><td>Two<td>c</table>`],
  ["rows", `<table><tr><th>One<th>a<tbody style="opacity:0"><tr><td>${LONG}<td>b<tbody><tr><td>Two<td>c</table>`],
  ["cell", `<table><tr><td>One<td style="opacity:0">${LONG}<tr><td>Two<td style="color:#fff">${LONG}</table>`, 2],
  [
    "grid",
    `<div role=grid><div role=row><b role=gridcell>One</b></div><div role=rowgroup style="opacity:0"><div role=row><b role=gridcell>${LONG}</b></div></div><div role=row style="opacity:0"><b role=gridcell>${LONG}</b></div><div role=row><b role=gridcell>Two</b><b style="opacity:0"><i role=gridcell>${LONG}</i></b></div></div>`,
    3,
  ],
  ["row in a line", `<ul><li><h3>One<table><tr style="opacity:0"><td>${LONG}<tr><td>Two</table></h3></ul>`],
  ["quotation", `<blockquote>One <p style="opacity:0">${LONG}</p></blockquote><p>Two`],
  ["code", `<pre>One\n<span style="color:#fff">${LONG}</span>\nTwo</pre>`],
  ["summary", `<details open><summary>One<b style="opacity:0">${LONG}</b></summary>Two</details>`],
  ["value", `<p>One <input value="${LONG}" style="color:transparent"> Two`],
  ["field", `<p>One <textarea style="opacity:0">${LONG}</textarea> Two`],
  ["hidden value", `<p>One <input value="${LONG}" style="opacity:0"> Two`],
  ["suggestion", `<style>#i::placeholder{opacity:0}</style><p>One <input id=i placeholder="${LONG}"> Two`],
  ["list", `<p>One <select style="opacity:0"><option>${LONG}</select> Two`],
  ["button", `<p>One <input type=submit value="${LONG}" style="color:#fff;background:#fff"> Two`],
  ["picture of one pixel", `<p>One <img alt="${LONG}" width=1 height=1 src="${GIF}"> Two`],
  ["picture without size", `<p>One <svg width=0 height=0><title>${LONG}</title></svg> Two`],
  ["role of a picture", `<p>One <i role=img aria-label="${LONG}"></i> Two`],
  ["source of a formula", `<p>One <math alttext="${LONG}"><mi>x</mi></math> Two`],
  ["note of a formula", `<p>One <math><semantics><mi>x</mi><annotation>${LONG}</annotation></semantics></math> Two`, 0],
  ["part of a formula", `<p><math><mi>One</mi><mtext style="opacity:0">${LONG}</mtext></math> Two`],
  ["formula for screen readers", `<p>One <span style="${SR}"><math alttext="${LONG}"><mi>x</mi></math></span> Two`],
  ["what is too deep", `${"<div>".repeat(420)}One <b style="opacity:0">${LONG}</b><b hidden>${LONG}</b> Two`],
  [
    "shadow tree",
    `<p>One</p><div><template shadowrootmode=open><style>p{color:#fff}</style><p>${LONG}</p></template></div><p>Two`,
  ],
  [
    "slot",
    `<p>One</p><div><template shadowrootmode=open><p style="opacity:0"><slot></slot></p></template>${LONG}</div><p>Two`,
  ],
  ["frame", `<p>One</p><iframe style="opacity:0" srcdoc="<p>${LONG}"></iframe><p>Two`],
  ["frame in a block", `<p>One</p><div style="opacity:0"><iframe srcdoc="<p>${LONG}"></iframe></div><p>Two`],
  ["title of a frame", `<p>One</p><iframe title="${LONG}" srcdoc="<p>In it"></iframe><p>Two`],
  [
    "what is folded",
    `<p>One</p><details><summary>More</summary><p style="opacity:0">${LONG}</p><p style="font-size:0">${LONG}</p>Two</details>`,
    2,
  ],
  [
    "what a component folds",
    `<p>One</p><div><template shadowrootmode=open><details><summary>More</summary><slot></slot></details></template><p style="opacity:0">${LONG}</p>Two</div>`,
  ],
  ["style of another kind", `<style>@media screen{.x{opacity:0}}</style><p>One<p class=x>${LONG}<p>Two`],
  ["characters that no font draws", `<p>One${tags.join("")} Two`, 0],
  ["such characters one by one", `<p>One${tags.map((c) => `<span>${c}</span>`).join("")} Two`, 0],
];

/** [what, markup, what is read]. */
const KEPT: [string, string, string][] = [
  ["words that a shadow draws", `<p style="color:transparent;text-shadow:0 0 1px #000">${LONG}`, LONG],
  ["words after a gap of font size 0", `<div style="font-size:0"> <b style="font-size:14px">${LONG}</b></div>`, LONG],
  ["the text of a picture", `<img alt="${LONG}" width=50 height=50 src="${GIF}">`, `![${LONG}]`],
  ["the short name of a link", '<a href="/a" aria-label="Basket"><i></i></a>', "[Basket]"],
  ["grey words", `<p style="color:#aaa">${LONG}`, LONG],
  [
    "a formula that is clipped beside what is drawn",
    `<span><span style="${SR}"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x \\text{ if odd}</annotation></semantics></math></span><span aria-hidden=true>x if odd</span></span>`,
    "$`x \\text{ if odd}`$",
  ],
];

async function taken(page: TestBrowser["page"], args: object = {}): Promise<{ header: ReadHeader; text: string }> {
  const [first = "", ...lines] = (await page.raw("read", args)).split("\n");
  return { header: JSON.parse(first) as ReadHeader, text: lines.join("\n") };
}

const open = ({ page }: TestBrowser, html: string): Promise<void> =>
  page.open(`<!doctype html><meta charset=utf-8><title>t</title><body style="background:#fff">${html}`);

export function readUnseenSuite(browser: () => TestBrowser): void {
  test.each(LEFT_OUT)("read: leaves out what nobody sees: %s", async (_, html, count = 1) => {
    await open(browser(), html);
    const { header, text } = await taken(browser().page);
    expect(text).not.toMatch(/long|enough|\u{e006c}/u);
    expect(text).toMatch(/One.*Two/s);
    expect(header.unseen).toBe(count);
    const all = await taken(browser().page, { unseen: true });
    expect(all.header.unseen).toBe(0);
    expect(all.text).toMatch(/One.*Two/s);
    for (const line of all.text.split("\n"))
      expect(line.replace(/\{unseen: (?:[^}\\]|\\.)*\}/g, "")).not.toContain("long enough");
    // What is no text that could be seen stays away.
    if (count > 0) expect(all.text).toContain("{unseen: ");
  });

  test.each(KEPT)("read: keeps %s", async (_, html, words) => {
    await open(browser(), html);
    const { header, text } = await taken(browser().page);
    expect(text).toContain(words);
    expect(header.unseen).toBe(0);
  });

  test("read: what nobody sees has no weight for the main part, and no mark ends early", async () => {
    const article = "A sentence, with a comma, of the article that people read here. ".repeat(12);
    await open(
      browser(),
      `<div style="opacity:0"><p>${"Hidden words, more of them, and more. ".repeat(200)}</p></div><div style="color:#fff"><p>${"White words, more of them, and more. ".repeat(200)}</p></div><article><p>${article}</p></article>`,
    );
    const { header, text } = await taken(browser().page, { main: true });
    expect(header.main).toBe(true);
    expect(text).toContain("people read here");
    expect(text).not.toMatch(/Hidden|White/);
    await open(browser(), `<p>One <b style="opacity:0">mine} yours ${LONG}</b></p>`);
    expect((await taken(browser().page, { unseen: true })).text).toBe(` One **{unseen: mine\\} yours ${LONG}}**`);
  });

  test("read: the UID of a control in something that hides it is no way around", async () => {
    const { page } = browser();
    await open(
      browser(),
      `<div style="opacity:0"><section><button>${LONG}</button></section></div><div><template shadowrootmode=open><style>div{opacity:0}</style><div><a href=/a><b>${LONG}</b></a></div></template></div>`,
    );
    const { target } = await walk(page);
    for (const role of ["button", "link"]) {
      const root = target(role, LONG);
      const { header, text } = await taken(page, { root });
      expect(text).toBe("");
      expect(header.unseen).toBe(1);
      expect((await taken(page, { root, unseen: true })).text).toContain(`{unseen: ${LONG}}`);
    }
  });
}
