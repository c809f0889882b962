import { expect, test } from "vitest";
import type { Disabled } from "../../src/elements/blocked-protocol.ts";
import type { TestBrowser } from "../browsers.ts";
import { prepare, walk } from "../page.ts";

const SEARCH = {
  testId: "data-testid",
  visible: true,
  enabled: true,
  beyond: 0,
  skip: 0,
  take: 20,
  near: false,
  timeoutMs: 0,
};

/** A component with a shadow tree, and what it holds. */
const host = (tree: string, content = ""): string =>
  `<x-h><template shadowrootmode=open>${tree}</template>${content}</x-h>`;

/** A component whose shadow tree and content are made by script: the parser leaves parts of a table nowhere else. */
const tables = (tree: string, content: string): string => `<x-h></x-h><script>
  const make = (name, ...inner) => { const el = document.createElement(name); el.append(...inner); return el; };
  const made = document.querySelector("x-h");
  made.attachShadow({ mode: "open" }).append(${tree});
  made.append(${content});</script>`;

/** What is around an element that is in a slot: the flat tree where browsers go by it, the light tree where they do not. */
export function slotsSuite(browser: () => TestBrowser): void {
  const B = "<button>B</button>";
  const states: [string, string, string][] = [
    ["in an inert part of a component", host("<div inert><slot></slot></div>", B), "disabled"],
    ["in an aria-disabled part of a component", host("<div aria-disabled=true><slot></slot></div>", B), "disabled"],
    ["in a component that is aria-disabled", `<div aria-disabled=TRUE>${host(B)}</div>`, "disabled"],
    ["in a fieldset that disables only its own tree", host("<fieldset disabled><slot></slot></fieldset>", B), "ready"],
    ["around a component in a disabled fieldset", `<fieldset disabled>${host(B)}</fieldset>`, "ready"],
    [
      "in a modal dialog, which escapes from what is inert around it",
      `<div inert><dialog>${B}</dialog></div><script>document.querySelector("dialog").showModal()</script>`,
      "ready",
    ],
    [
      "in a modal dialog that is inert itself",
      `<dialog inert>${B}</dialog><script>document.querySelector("dialog").showModal()</script>`,
      "disabled",
    ],
  ];
  test.each(states)("slots: a button %s", async (_, html, state) => {
    const { page } = browser();
    await page.open(`<!doctype html>${html}`);
    const walked = await walk(page);
    expect(await prepare(page, walked.target("button", "B"))).toMatchObject({ state });
    const line = walked.text.split("\n").find((one) => one.includes("button"));
    expect(/ inert| disabled/.test(line ?? "")).toBe(html.includes("<fieldset") ? false : state === "disabled");
  });

  const mine = `<input aria-label=Mine required>`;
  const scrolled = `<div aria-label=Terms role=region style="height:20px;overflow:auto"><p style="height:900px">T</p></div>`;
  const forms: [string, string][] = [
    ["in a component in a form", `<form>${mine}${scrolled}${host("<button disabled>B</button>")}</form>`],
    ["in the form of a component", host("<form><slot></slot></form>", `${mine}${scrolled}<button disabled>B</button>`)],
  ];
  test.each(forms)("slots: what a button waits for %s", async (_, html) => {
    const { page } = browser();
    await page.open(`<!doctype html><form><input aria-label=Other required></form>${html}`);
    const target = (await walk(page)).target("button", "B");
    const { required, unread } = await page.call<Disabled>("whyDisabled", { target });
    expect(required?.map(({ name }) => name)).toEqual(["Mine"]);
    expect(unread).toEqual([expect.stringContaining("Terms")]);
  });

  const said: [string, string, string | undefined][] = [
    [
      "a tooltip of its wrapper",
      `<span title="Choose a file first"><button disabled>B</button></span>`,
      "Choose a file first",
    ],
    ["a label of its wrapper", `<span aria-label="Not yet"><button disabled>B</button></span>`, "Not yet"],
    [
      "the description of its fieldset",
      `<fieldset disabled aria-describedby=d><button>B</button></fieldset><p id=d>Sign in first</p>`,
      "Sign in first",
    ],
    ["no label of a landmark", `<nav aria-label=Pages><button disabled>B</button></nav>`, undefined],
    ["no tooltip of what is around several", `<div title=Tools><button disabled>B</button><i>x</i></div>`, undefined],
  ];
  test.each(said)("slots: what a disabled button is told by: %s", async (_, html, text) => {
    const { page } = browser();
    await page.open(`<!doctype html>${html}`);
    const target = (await walk(page)).target("button", "B");
    expect((await page.call<Disabled>("whyDisabled", { target })).says).toBe(text);
  });

  const roles: [string, string, string[], string[]][] = [
    [
      "rows and cells in the table of a component",
      tables(
        `make("table", make("tbody", make("slot")))`,
        `make("tr", make("td", "One"), make("td", "Two")), make("tr", make("td", "Three"), make("td", "Four"))`,
      ),
      ["row", "cell"],
      [],
    ],
    [
      "a group of rows in the table of a component",
      tables(
        `make("table", make("slot"))`,
        `make("thead", make("tr", make("th", "H"), make("th", "I"))), make("tbody", make("tr", make("td", "One"), make("td", "Two")))`,
      ),
      ["row", "columnheader", "cell"],
      [],
    ],
    [
      "a header in the article of a component",
      host("<article><slot></slot></article>", "<header>H</header>"),
      [],
      ["banner"],
    ],
    ["a component with a header, in an article", `<article>${host("<header>H</header>")}</article>`, [], ["banner"]],
    [
      "a footer in the main part of a component",
      host("<main><slot></slot></main>", "<footer>F</footer>"),
      [],
      ["contentinfo"],
    ],
    [
      "an aside in the section of a component",
      host("<section><slot></slot></section>", "<aside>A</aside>"),
      [],
      ["complementary"],
    ],
    ["a header in a component", host("<header>H</header>"), ["banner"], []],
  ];
  test.each(roles)("slots: %s", async (_, html, there, missing) => {
    const { page } = browser();
    await page.open(`<!doctype html>${html}`);
    const found = (await walk(page)).lines.map(({ role }) => role);
    for (const role of there) expect(found).toContain(role);
    for (const role of missing) expect(found).not.toContain(role);
  });

  const files = "<input type=file hidden>";
  const uploads: [string, string, string][] = [
    ["in the label of a component", host(`<label><slot></slot>${files}</label>`, "<button>B</button>"), "files"],
    ["in a component in a label", `<label>${host("<button>B</button>")}${files}</label>`, "files"],
    [
      "that holds a slot with the field",
      host("<button><slot name=f></slot>B</button>", `<input type=file hidden slot=f>`),
      "files",
    ],
    ["around a component with the field", `<button>B${host(files)}</button>`, "files"],
    ["beside the field", `<button>B</button>${files}`, "opener"],
  ];
  test.each(uploads)("slots: upload to a button %s", async (_, html, state) => {
    const { page } = browser();
    await page.open(`<!doctype html>${html}`);
    const target = (await walk(page)).target("button", "B");
    expect(await page.call("upload", { target })).toMatchObject({ state });
  });

  test("slots: a search inside of a part of a component finds what is in its slot", async () => {
    const { page } = browser();
    await page.open(
      `<!doctype html>${host("<div role=dialog aria-label=D><slot></slot></div>", "<button>B</button>")}<button>B</button>`,
    );
    const answer = await page.call<{ matches: unknown[] }>("locate", {
      steps: [
        { by: "role", value: "dialog" },
        { by: "role", value: "button" },
      ],
      ...SEARCH,
    });
    expect(answer.matches).toHaveLength(1);
  });

  test("slots: a text in the button of a component is found as the button", async () => {
    const { page } = browser();
    await page.open(`<!doctype html>${host("<button><slot></slot></button>", "<span>Save</span>")}`);
    const answer = await page.call("locate", {
      steps: [{ by: "text", value: "Save" }],
      ...SEARCH,
    });
    expect(answer).toMatchObject({ matches: [{ role: "button", name: "Save" }] });
  });

  test("slots: the options in the list of a component are chosen from", async () => {
    const { page } = browser();
    const options = "<div role=option>One</div><div role=option>Two</div>";
    await page.open(`<!doctype html>${host("<div role=listbox aria-label=L><slot></slot></div>", options)}`);
    const target = (await walk(page)).target("listbox", "L");
    const answer = await page.call("choose", { target, value: "Two", opened: false, restMs: 100, timeoutMs: 1000 });
    expect(answer).toMatchObject({ state: "choice" });
  });

  test("slots: a field in a busy part of a component is waited for", async () => {
    const { page } = browser();
    const content = "<select aria-label=S><option>One</select>";
    await page.open(`<!doctype html>${host("<div aria-busy=true><slot></slot></div>", content)}`);
    const target = (await walk(page)).target("combobox", "S");
    await page.main(`setTimeout(() => document.querySelector("select").append(new Option("Late")), 1200); 0`);
    expect(await page.call("fill", { target, value: "Late", timeoutMs: 4000, waitMs: 4000 })).toMatchObject({
      state: "filled",
    });
  });

  test("slots: a draggable part of a component is dragged by what is in its slot", async () => {
    const { page } = browser();
    const zone = `<div id=zone role=button style="width:90px;height:90px" ondragover="event.preventDefault()" ondrop="this.textContent='Dropped'">Zone</div>`;
    await page.open(`<!doctype html>${host("<div draggable=true><slot></slot></div>", "<button>B</button>")}${zone}`);
    const all = await walk(page);
    await page.call("dragSynthetic", {
      from: all.target("button", "B"),
      to: all.target("button", "Zone"),
      modifiers: 0,
    });
    expect(await page.main(`document.querySelector("#zone").textContent`)).toBe("Dropped");
  });

  test("slots: a scripted press gives the focus to the part of a component around the slot", async () => {
    const { page } = browser();
    await page.open(`<!doctype html>${host("<div tabindex=0><slot></slot></div>", "<p role=button>B</p>")}`);
    const target = (await walk(page)).target("button", "B");
    await page.call("imitate", { target, action: "click" });
    expect(await page.main(`document.querySelector("x-h").shadowRoot.activeElement?.localName`)).toBe("div");
  });
}
