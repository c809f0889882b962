import { expect, test } from "vitest";
import type { TestBrowser } from "../browsers.ts";
import { walk } from "../page.ts";

const LONG = "These words are long enough to be an order to someone";
const SR = "position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)";

/** Rows with a paragraph of a style. */
const styled = (rows: [what: string, style: string][]): [string, string][] =>
  rows.map(([what, style]) => [what, `<p style="${style.replaceAll('"', "'")}">${LONG}</p>`]);
/** The same, of which the text stays. */
const shown = (rows: [what: string, style: string][]): [string, string, string][] =>
  styled(rows).map(([what, html]) => [what, html, LONG]);

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
  ...styled([
    ["clipped on one side", "clip-path:inset(0 100% 0 0)"],
    ["clipped by lengths that add up", "width:400px;clip-path:inset(0 200px 0 50%)"],
    ["clipped by a rectangle without size", "clip-path:rect(0 0 0 0)"],
    ["clipped by a box without size", "clip-path:xywh(0 0 0 0)"],
    ["clipped by a path without area", "clip-path:path('M0 0')"],
    ["clipped by a path beside it", "clip-path:path('M-900 -900h50v50z')"],
    ["clipped by a circle beside it", "clip-path:circle(10px at -500px -500px)"],
    ["clipped by a line", "clip-path:polygon(0 0,50% 0,100% 0)"],
    ["clipped by a polygon beside it", "clip-path:polygon(-90px 0,-50px 0,-50px 50px)"],
    ["contained in a box without height", "contain:paint;height:0"],
    ["contained without a size", "contain:strict"],
    ["in lines without height", "line-height:0;overflow:hidden"],
    ["moved along a path", "offset-path:path('M-9999 0L-9000 0')"],
    ["masked by a transparent gradient", "mask-image:linear-gradient(transparent,#0000)"],
    [
      "masked by transparent gradients",
      "-webkit-mask:radial-gradient(#00000009 0,transparent),linear-gradient(#00000003,transparent)",
    ],
    ["turned on its edge", "transform:rotateX(90deg)"],
    ["turned on its side", "rotate:y 90deg"],
    ["turned away", "transform:rotateY(180deg);backface-visibility:hidden"],
    ["black in its shadow", "box-shadow:inset 0 0 0 99em #000"],
    ["black in a shadow from above", "height:40px;box-shadow:inset 0 50px #000"],
    ["black on white, of which the lighter stays", "mix-blend-mode:lighten"],
    ["black screened over white", "mix-blend-mode:screen"],
  ]),
  [
    "clipped by an empty element",
    `<svg width=0 height=0><clipPath id=e /></svg><p style="clip-path:url(#e)">${LONG}</p>`,
  ],
  ["masked by an empty element", `<svg width=0 height=0><mask id=e /></svg><p style="mask:url(#e)">${LONG}</p>`],
  ["filtered by an empty element", `<svg width=0 height=0><filter id=e /></svg><p style="filter:url(#e)">${LONG}</p>`],
  [
    "in a row without height",
    `<style>.g{display:grid;grid-template-rows:0fr}.g>*{overflow:hidden;min-height:0}</style><div class=g><div>${LONG}</div></div>`,
  ],
  [
    "in a column without width",
    `<div style="display:grid;grid-template-columns:0fr"><div style="overflow:hidden">${LONG}</div></div>`,
  ],
  [
    "in lines without height in a box that clips",
    `<div style="overflow:hidden"><p style="line-height:0;margin:0">${LONG}</p></div>`,
  ],
  [
    "below a page that does not scroll",
    `<style>html,body{height:100vh;margin:0;overflow:hidden}</style><div style="position:absolute;top:3000px">${LONG}</div>`,
  ],
  [
    "of opacities that multiply",
    `<style>.o{opacity:.15}</style><div class=o><div class=o><div class=o>${LONG}</div></div></div>`,
  ],
  ["in a white first line", `<style>.f::first-line{color:#fff}</style><p class=f>${LONG}</p>`],
  ["in a first line of size 0", `<style>.f:first-line{font-size:0}</style><p class=f><b>${LONG}</b></p>`],
  ["white in a drawing", `<svg width=600 height=40><text y=20 fill=white>${LONG}</text></svg>`],
  ["beside a drawing", `<svg width=600 height=40><text x=-9999 y=20>${LONG}</text></svg>`],
  ["below a drawing", `<svg width=600 height=40><g transform="translate(0 2000)"><text y=20>${LONG}</text></g></svg>`],
  ["scaled to nothing in a drawing", `<svg width=600 height=40><text y=20 transform="scale(0)">${LONG}</text></svg>`],
  ["in a drawing without size", `<svg width=0 height=0><text y=20>${LONG}</text></svg>`],
  [
    "in a part of a drawing without size",
    `<svg width=600 height=40><foreignObject width=0 height=40><p>${LONG}</p></foreignObject></svg>`,
  ],
  ...["clip-path", "mask", "filter"].map((name): [string, string] => [
    `in a drawing, with an empty ${name}`,
    `<svg width=600 height=40><${name === "clip-path" ? "clipPath" : name} id=e /><g ${name}="url(#e)"><text y=20>${LONG}</text></g></svg>`,
  ]),
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
  ...shown([
    ["words clipped to a part", "clip-path:inset(0 30% 0 0)"],
    ["words in a slanted box", "clip-path:polygon(0 0,100% 0,100% 90%,0 100%)"],
    ["words in a shape that crosses itself", "clip-path:polygon(0 0,100% 100%,100% 0,0 100%)"],
    ["words in a circle", "clip-path:circle(70% at 50% 50%)"],
    ["words in a circle that grows from a corner", "clip-path:circle(90% at 0 0)"],
    ["words in a path", "clip-path:path('M0 0h900v90h-900z')"],
    ["words in a curved path", "clip-path:path('M0 0C0 90 900 90 900 0Z')"],
    ["words in a box of its own", "clip-path:xywh(0 0 100% 100% round 4px)"],
    ["words in a contained box", "contain:content"],
    ["words in a contained box of a size", "contain:strict;height:40px"],
    ["words in narrow lines", "line-height:0;padding:9px"],
    ["words that fade out", "mask-image:linear-gradient(#000 60%,transparent)"],
    ["words that fade out below", "-webkit-mask-image:linear-gradient(to bottom,rgba(0,0,0,1),rgba(0,0,0,0))"],
    [
      "words masked by a picture",
      "mask-image:url(data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7)",
    ],
    ["pale words", "opacity:.4"],
    ["tilted words", "transform:perspective(400px) rotateX(40deg)"],
    ["words turned around", "rotate:180deg"],
    ["words whose back is hidden", "backface-visibility:hidden;transform:rotateY(20deg)"],
    ["words in an inner border", "box-shadow:inset 0 0 0 2px #000"],
    ["words in an inner shadow", "box-shadow:inset 0 2px 40px #000"],
    ["words on a shadow of another colour", "color:#fff;box-shadow:inset 0 0 0 99em #024"],
    ["words multiplied with white", "mix-blend-mode:multiply"],
    ["words that differ from black", "color:#fff;background:#000;mix-blend-mode:difference"],
  ]),
  [
    "words clipped by a form",
    `<svg width=0 height=0><clipPath id=e><rect width=900 height=90 /></clipPath></svg><p style="clip-path:url(#e)">${LONG}</p>`,
    LONG,
  ],
  [
    "words masked by a form",
    `<svg width=0 height=0><mask id=e><rect width=900 height=90 fill=white /></mask></svg><p style="mask:url(#e)">${LONG}</p>`,
    LONG,
  ],
  ["words with a filter that is gone", `<p style="filter:url(#gone);clip-path:url(#gone)">${LONG}</p>`, LONG],
  [
    "words in an open row",
    `<style>.g{display:grid;grid-template-rows:0fr}.g.open{grid-template-rows:1fr}.g>*{overflow:hidden;min-height:0}</style><div class="g open"><div>${LONG}</div></div>`,
    LONG,
  ],
  [
    "words in a column that may shrink",
    `<div style="display:grid;grid-template-columns:0fr minmax(0,1fr)"><i></i><div>${LONG}</div></div>`,
    LONG,
  ],
  ["words that stick out of a row", `<div style="display:grid;grid-template-rows:0fr"><div>${LONG}</div></div>`, LONG],
  [
    "words of a list that scrolls in a page that does not",
    `<style>html,body{height:100vh;margin:0;overflow:hidden}</style><div style="height:100vh;overflow:auto;position:relative"><div style="position:absolute;top:3000px">${LONG}</div></div>`,
    LONG,
  ],
  [
    "words of a page that does not scroll while something is open",
    `<style>html{overflow:hidden}body{position:relative}</style><div style="height:4000px"></div><div style="position:absolute;top:3000px">${LONG}</div>`,
    LONG,
  ],
  ["pale words in a pale box", `<div style="opacity:.4"><p style="opacity:.4">${LONG}</p></div>`, LONG],
  [
    "a large first letter, and a first line of another colour",
    `<style>.f::first-letter{font-size:3em}.f::first-line{color:#024;font-size:1.2em}</style><p class=f>${LONG}</p>`,
    LONG,
  ],
  [
    "the rest after a white first line",
    `<style>.f{width:90px}.f::first-line{color:#fff}</style><p class=f>${LONG}</p>`,
    LONG,
  ],
  [
    "the front of a card",
    `<style>.c{transform-style:preserve-3d;position:relative}.c>*{backface-visibility:hidden}.b{position:absolute;inset:0;transform:rotateY(180deg)}</style><div class=c><div>${LONG}</div><div class=b></div></div>`,
    LONG,
  ],
  [
    "the back of a turned card",
    `<style>.c{transform-style:preserve-3d;position:relative;transform:rotateY(180deg)}.c>*{backface-visibility:hidden}.b{transform:rotateY(180deg)}</style><div class=c><div></div><div class=b>${LONG}</div></div>`,
    LONG,
  ],
  ["words in a drawing", `<svg width=600 height=40><text y=20>${LONG}</text></svg>`, LONG],
  [
    "white words on a form",
    `<svg width=600 height=40><rect width=600 height=40 fill=navy /><text y=20 fill=white>${LONG}</text></svg>`,
    LONG,
  ],
  [
    "words in a drawing that begin at a place",
    `<svg width=3000 height=40><g transform="translate(-50 0) scale(0.9)"><text x=1200 y=20>${LONG}</text></g></svg>`,
    LONG,
  ],
  [
    "words beside a drawing that shows them",
    `<svg width=60 height=40 style="overflow:visible"><text x=1000 y=20>${LONG}</text></svg>`,
    LONG,
  ],
  [
    "words in a part of a drawing",
    `<svg width=600 height=40><foreignObject width=600 height=40><p>${LONG}</p></foreignObject></svg>`,
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
  ["a button of font size 0", `<input type=submit style="font-size:0" value="${LONG}">`],
  ["a button", `<input type=submit value="${LONG}">`, false],
  ["generated words of size 0", `<style>a::before{content:"${LONG}";font-size:0}</style><a href=/>Next</a>`],
  ["generated words that are clear", `<style>button::after{content:"${LONG}";opacity:0}</style><button>Next</button>`],
  ["generated words", `<style>a::before{content:"${LONG}"}</style><a href=/>Next</a>`, false],
  ["what a bar says of its value", `<div role=progressbar aria-valuenow=5 aria-valuetext="${LONG}"></div>`],
  ["what a slider says of its value", `<div role=slider tabindex=0 aria-valuenow=5 aria-valuetext="${LONG}"></div>`],
  ["what an edited text suggests", `<div role=textbox contenteditable aria-label=a aria-placeholder="${LONG}"></div>`],
  ["what a field suggests behind its value", `<input aria-label=a value=b placeholder="${LONG}">`],
  ["the name of a field that is suggested behind its value", `<input value=b placeholder="${LONG}">`],
];

const day = (name: string, shown = "10", lang = "en"): string =>
  `<table role=grid lang=${lang}><tr><td role=gridcell><button aria-label="${name}">${shown}</button></table>`;

/** [what, markup, what the button shows beside its name, whether its line is marked]. */
const LABELLED: [string, string, string | undefined, boolean][] = [
  [
    "one word, on other words",
    `<button aria-label=dropzone>Drag your files here</button>`,
    "Drag your files here",
    true,
  ],
  ["an order, on other words", `<button aria-label="${LONG}">Save</button>`, "Save", true],
  ["an order that has what is shown", `<button aria-label="${LONG}">order</button>`, undefined, true],
  ["a date, on its day", day("Friday, May 10th, 2024, selected"), undefined, false],
  ["today, on its day", day("Today, Tuesday, May 7th, 2024, selected", "7"), undefined, false],
  ["a date in another language", day("Mittwoch, 10. September 2025, heute, ausgewählt", "10", "de"), undefined, false],
  ["a date between words", day("viernes, 10 de noviembre de 2023, seleccionado hoy", "10", "es"), undefined, false],
  ["a date in no language", day("Wednesday, September 10, 2025, selected", "10", "x"), undefined, false],
  ["a date, on another day", day("Friday, May 11th, 2024, it is selected", "10"), "10", true],
  ["an order after a date", day(`Friday, May 10th, 2024. ${LONG}`), undefined, true],
  ["an order with the number of a day", day(`10 ${LONG}`), undefined, true],
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

  test.each(LABELLED)("unseen: a label that says %s", async (_, html, shows, marked) => {
    const { page } = browser();
    await page.open(`<!doctype html><meta charset=utf-8><title>t</title>${html}`);
    const { lines } = await walk(page, { known: { doc: "", serial: 0 } });
    const line = lines.find(({ role }) => role === "button");
    expect(line?.rest).toEqual(shows === undefined ? [] : [`shows=${shows}`]);
    expect(line?.flags.includes("u")).toBe(marked);
  });

  const check = `<input type=checkbox aria-label="${LONG}">`;
  test.each([
    ["before it", `<span>${LONG}</span> ${check}`, false],
    ["after it", `${check} ${LONG} <b>x</b>`, false],
    [
      "in its label",
      `<label><i><input type=checkbox aria-label="${LONG}"></i><span><b>${LONG}</b></span></label>`,
      false,
    ],
    ["in a label elsewhere", `<label for=c>${LONG}</label><p>x</p><input id=c aria-label="${LONG}">`, false],
    ["further away", `<span>${LONG}</span><b>x</b> ${check}`, true],
    ["beside it in part", `<span>${LONG.slice(0, 30)}</span> ${check}`, true],
    ["beside it, clipped", `<span style="${SR}">${LONG}</span> ${check}`, true],
    ["beside it, transparent", `<span style="opacity:0">${LONG}</span> ${check}`, true],
    ["beside it, in no ink", `<span style="color:#fff">${LONG}</span> ${check}`, true],
    ["beside it, in a box that hides it", `<p style="opacity:0"><span>${LONG}</span> ${check}</p>`, true],
    ["beside it, not drawn", `<span hidden>${LONG}</span> ${check}`, true],
    ["beside it, in a script", `<script type=x>${LONG}</script> ${check}`, true],
    ["beside it, in a picture", `<canvas>${LONG}</canvas> ${check}`, true],
    ["beside it, in a list", `<select><option>x<option>${LONG}</select> ${check}`, true],
    ["of what is in no slot", `<my-x><template shadowrootmode=open>x</template>${LONG}</my-x> ${check}`, true],
  ])("unseen: the label of a control whose words are drawn %s", async (_, html, marked) => {
    const { page } = browser();
    await page.open(`<!doctype html><meta charset=utf-8><title>t</title><body style="background:#fff">${html}`);
    const { lines } = await walk(page, { known: { doc: "", serial: 0 } });
    const line = lines.find(({ role, name }) => /checkbox|textbox/.test(role) && name === LONG);
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

  test.each([
    ["width=0 height=0", true],
    ["style='width:0'", true],
    ["width=300 height=100", false],
  ])("unseen: a frame with %s is veiled: %s", async (size, veiled) => {
    const { page } = browser();
    await page.open(`<!doctype html><title>t</title><iframe ${size} srcdoc="<p>${LONG}"></iframe>`);
    const { lines } = await walk(page, { known: { doc: "", serial: 0 } });
    expect(lines.find(({ role }) => role === "iframe")?.flags.includes("x") ?? true).toBe(veiled);
  });

  test("unseen: what is opened, turned or becomes opaque is shown, and left out again", async () => {
    const { page } = browser();
    const css =
      ".g{display:grid;grid-template-rows:0fr}.g>*{overflow:hidden;min-height:0}.on .g{grid-template-rows:1fr}.t{rotate:x 90deg}.on .t{rotate:none}.o{opacity:.2}.on .o{opacity:1}.f::first-line{color:#fff}.on .f::first-line{color:#000}";
    const html = `<div class=g><div>${LONG}</div></div><p class=t>${LONG}</p><div class=o><p class=o>${LONG}</p></div><p class=f>${LONG}</p>`;
    await page.open(`<!doctype html><title>t</title><style>${css}</style><div id=d>${html}</div><p>Seen</p>`);
    const known = { doc: "", serial: 0 };
    // A walk in a hurry leaves some for the next idle moment.
    const count = async (): Promise<number> => {
      await walk(page, { known });
      await page.main("new Promise((done) => requestIdleCallback(() => setTimeout(done)))");
      return (await walk(page, { known })).text.split("long enough").length - 1;
    };
    expect(await count()).toBe(0);
    await page.main("document.querySelector('#d').className = 'on'; 0");
    expect(await count()).toBe(4);
    await page.main("document.querySelector('#d').className = ''; 0");
    expect(await count()).toBe(0);
  });

  test("unseen: what fades in is shown from its begin, and what waits for that or takes long is not", async () => {
    const { page } = browser();
    await page.open(`<!doctype html><title>t</title><p>Seen</p><div id=d></div>`);
    const known = { doc: "", serial: 0 };
    await walk(page, { known });
    const shown = async (transition: string): Promise<string> => {
      // The first frame of a transition that begins late is as it was before.
      await page.main(`d.innerHTML = "<div><h2>Note</h2><p>${LONG}</p></div>"; d.firstChild.style.opacity = 0; d.offsetWidth;
        d.firstChild.style.transition = "opacity ${transition}"; d.firstChild.style.opacity = 1; 0`);
      return (await walk(page, { known })).text;
    };
    expect(await shown(".45s cubic-bezier(1,0,1,0)")).toContain(LONG);
    expect(await shown("90s cubic-bezier(1,0,1,0)")).not.toContain(LONG);
    expect(await shown(".4s 90s")).not.toContain(LONG);
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
    // So does a whole walk after a style sheet has changed, as scripts that write style do for each new component.
    await page.main("document.styleSheets[0].insertRule('.new{margin:0}'); 0");
    const again = await walk(page, { known });
    expect(again.header[12]).toMatch(/^1/);
    expect(again.text).not.toContain(LONG);
  });
}
