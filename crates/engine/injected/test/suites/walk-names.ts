import { expect, test } from "vitest";
import type { TestBrowser } from "../browsers.ts";
import { body, walk } from "../page.ts";

const LONG = "word ".repeat(80);

/** [what, markup, lines]: how names and texts are shown that pages write in odd ways; the same in both browsers. */
const CASES: [string, string, string][] = [
  [
    "the words of a label that names its control by an attribute",
    `<label for="x" aria-label="browser:display:y">Expand all</label><div><input id="x" type="checkbox" role="switch"></div><label for="z" aria-label="City">City</label><input id="z"><label aria-label="a:b"><input type="checkbox" style="display:none">Agree</label>`,
    `text "Expand all"\nswitch "browser:display:y" checked=false\ntextbox "City"\ncheckbox "a:b" checked=false\ntext "Agree"`,
  ],
  [
    "an ellipsis of the author's",
    `<button>Open…</button><div role="menuitem"><span>Open from Path…</span></div><div tabindex="0"><b>More…</b></div>`,
    `button "Open…"\nmenuitem "Open from Path…"\ngeneric "More…"`,
  ],
  ["a name that is cut", `<button>${LONG}</button>`, `button "${LONG.slice(0, 300)}…"\n  text "${LONG.trim()}"`],
  [
    "characters without a width around names and texts",
    `<button>\u200b Save</button><button aria-label="\ufeffOpen\u2060 ">x</button><p>\u200bone\u200btwo\u2060</p><a href="#a">\u00a0\u200bHome\u200b\u00a0</a>`,
    `button "Save"\nbutton "Open"\nparagraph "one\u200btwo"\nlink "Home" href=#a`,
  ],
  [
    "characters without a width alone",
    `<div>\u200b</div><pre>\u200b</pre><p>\u2060\ufeff</p><button aria-label="\u200b" title="Close">\u200b</button><span>\u200b</span><b>end</b>`,
    `button "Close"\ntext "end"`,
  ],
  // A run of them can hide an order, so that it is not left out without a sign.
  [
    "a run of characters without a width",
    `<p>a\u200b\u200b\u2060</p><p>\u200b\u2060\u200b\u2060</p>`,
    `paragraph "a\ufffd"\nparagraph "\ufffd"`,
  ],
  [
    "the words of a label of an output, and the output in it",
    `<label>Volume <output>20</output> <input type="range"></label><p><label>Total: <output>42</output></label></p><label for="o">Result</label><output id="o">99</output>`,
    `text "Volume"\nstatus "20"\nslider valuemin=0 valuemax=100 value=50\nparagraph\n  text "Total:"\n  status "42"\ntext "Result"\nstatus "99"`,
  ],
  [
    "what shows a share in its label, once",
    `<label>Done <progress value=".3"></progress> of it</label><p><label>Use <meter value=".3" tabindex="0"></meter></label></p><label for="p">Load</label><progress id="p"></progress><label>Gone <progress aria-hidden="true"></progress></label><label>Away <meter style="display:none"></meter></label><label><progress aria-label="Other" value="1"></progress> words</label>`,
    `progressbar "Done of it" valuenow=.3\nmeter "Use" valuenow=.3\nprogressbar "Load"\ntext "Gone Away"\nprogressbar "Other" valuenow=1\ntext "words"`,
  ],
  [
    "the words of a label of a component, which has fields or is one",
    `<script>for (const name of ["my-field", "my-box"]) customElements.define(name, class extends HTMLElement { static formAssociated = true; constructor() { super(); if (name === "my-field") this.attachShadow({ mode: "open" }).innerHTML = "<input>"; } });</script><label for="c">Foo</label><my-field id="c"></my-field><label>Bar <my-box role="checkbox" tabindex="0"></my-box></label>`,
    `text "Foo"\ntextbox\ncheckbox "Bar" checked=false`,
  ],
  [
    "what a button shows whose label says something else",
    `<label>Labels: <button>top</button></label><label for="b">Size</label><button id="b">Size 5</button><p id="l">Shape</p><button aria-labelledby="l"><b>Round</b> ▾</button><label>Sum <input type="button" value="Go"></label>`,
    `button "Labels:" shows=top\nbutton "Size" shows=Size 5\nparagraph "Shape"\nbutton "Shape" shows=Round ▾\nbutton "Sum" shows=Go`,
  ],
  [
    "nothing beside a name that has it, or a part of it",
    `<label for="b">Save your file</label><button id="b">Save file</button><p id="l">Shape</p><button id="c" aria-labelledby="l c">Round</button><a href="#a" aria-labelledby="t"><b id="t">Card</b> and more</a><button aria-labelledby="l">×</button><label><input type="checkbox">Agree</label>`,
    `button "Save your file"\nparagraph "Shape"\nbutton "Shape Round"\nlink "Card" href=#a\nbutton "Shape"\ncheckbox "Agree" checked=false`,
  ],
  [
    "what is named by its label and by itself, with what it shows",
    `<label id="l" for="b">Assignee</label><button id="b" aria-labelledby="l b">Ada</button><p id="m"><label for="c">Pick</label></p><input type="button" id="c" value="Go" aria-labelledby="m c"><label id="n" for="d">City</label><select id="d" aria-labelledby="n d"><option>Bern</select><label id="o" for="e">Mail</label><input id="e" value="me" aria-labelledby="o e"><label for="f">Own</label><button id="f" aria-labelledby="f">Six</button><label id="p" for="g">Zoom</label><button id="g">5</button><button aria-labelledby="p g">x</button>`,
    `text "Assignee"\nbutton "Assignee Ada"\nparagraph "Pick"\nbutton "Pick Go"\ncombobox "City" value=Bern options=Bern\ntextbox "Mail" value=me\nbutton "Own" shows=Six\nbutton "Zoom" shows=5\nbutton "Zoom 5" shows=x`,
  ],
  [
    "a label in a combobox that is not its value, and a value that is in its name",
    `<div role="combobox" tabindex="0" aria-labelledby="a"><div id="a">Country</div><div></div></div><div role="combobox" tabindex="0" aria-labelledby="b v"><div id="b">City</div><div id="v">Bern</div></div><p id="c">Fruit</p><div role="combobox" tabindex="0" aria-labelledby="c w"><span id="w">Fig</span></div><div role="combobox" tabindex="0" aria-labelledby="c self" id="self">Kiwi</div>`,
    `combobox "Country"\ncombobox "City Bern" value=Bern\nparagraph "Fruit"\ncombobox "Fruit Fig" value=Fig\ncombobox "Fruit Kiwi" value=Kiwi`,
  ],
  [
    "a label that an attribute of its control repeats, once, and one that it does not repeat",
    `<label for="a">Date</label><input id="a" aria-label="Date"><p><input type="radio" id="b" aria-label="One"><label for="b">One</label></p><label for="c" id="l">City</label><input id="c" aria-labelledby="l"><label for="d">Zip code</label><input id="d" aria-label="Zip">`,
    `textbox "Date"\nradio "One" checked=false\ntextbox "City"\ntext "Zip code"\ntextbox "Zip"`,
  ],
  [
    "what describes a cell and is in it, once",
    `<table><caption>Cap</caption><tr><td aria-describedby="a"><a id="a" href="#r">run</a><td aria-describedby="b"><span id="b">7 minutes ago</span><td aria-describedby="c" aria-label="Other"><b id="c">words</b><td aria-describedby="d">x<i id="d" hidden>hid</i><td aria-describedby="a">y</table>`,
    `table "Cap"\n  row\n    cell\n      link "run" href=#r\n    cell "7 minutes ago"\n    cell "Other" description=words\n      text "words"\n    cell "x" description=hid\n    cell "y" description=run`,
  ],
];

export function walkNamesSuite(browser: () => TestBrowser): void {
  test.each(CASES)("walk: %s", async (_, html, expected) => {
    expect(await body(browser().page, html)).toBe(expected);
  });

  const lineOf = async (html: string): Promise<string> => body(browser().page, html);

  test.each([
    ["a button", `<button id="save-all"></button>`, `button id=save-all`],
    ["a link", `<a href="#a" id="Home_2"></a>`, `link href=#a id=Home_2`],
    ["a field", `<input id="first-name">`, `textbox id=first-name`],
    ["a view with a number", `<button id="view-2"></button>`, `button id=view-2`],
    ["what is clickable", `<div id="grip" style="cursor:pointer;width:20px;height:20px"></div>`, `generic id=grip`],
  ])("walk: the id of %s without a name", async (_, html, expected) => {
    expect(await lineOf(html)).toBe(expected);
  });

  test.each([
    ":r1:",
    "«r1»",
    "_r_1_",
    "base-ui-_r_1_",
    "radix-r1",
    "mui-123",
    "react-select-2-input",
    "headlessui-button-4",
    "react-aria-12",
    "downshift-0-toggle",
    "ember123",
    "x-4711",
    "9f8e7d6c",
    "btn-3f2a9c01",
    "mantine-l5k2x9",
    "a b",
    "x".repeat(41),
  ])("walk: no id made by a machine, %s", async (id) => {
    expect(await lineOf(`<button id="${id}"></button>`)).toBe("button");
  });

  test("walk: no id beside a name, and one beside other attributes", async () => {
    expect(await lineOf(`<button id="save">Save</button><div id="row" tabindex="0">Row</div>`)).toBe(
      `button "Save"\ngeneric "Row"`,
    );
    const { page } = browser();
    await page.open(`<button id="save" class="a"></button>`);
    expect((await walk(page, { attributes: true })).text).toBe(`document\n  button id=save class=a`);
  });

  test("walk: separators that take the focus, and what else of no role does", async () => {
    const item = (style: string, content = ""): string =>
      `<li role="presentation" tabindex="0" style="list-style:none;${style}"><div style="${style}">${content}</div></li>`;
    const html = `<ul role="menu"><li role="menuitem" tabindex="0">New</li>${item("height:9px")}<li role="menuitem" tabindex="0">Close</li></ul>`;
    expect(await lineOf(html)).toBe(`menu\n  menuitem "New"\n  menuitem "Close"`);
    const rest = `${item("height:30px")}${item("height:9px;cursor:pointer")}${item("height:9px", "<svg width=8 height=8></svg>")}`;
    expect(await lineOf(rest)).toBe("generic\ngeneric\ngeneric");
  });
}
