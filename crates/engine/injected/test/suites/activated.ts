import { expect, test } from "vitest";
import type { PointAnswer } from "../../src/acting/sight-protocol.ts";
import type { Activated, ActivatedArgs } from "../../src/elements/secret-protocol.ts";
import type { TestBrowser } from "../browsers.ts";
import { walk } from "../page.ts";

const LONG = "w".repeat(600);

export function activatedSuite(browser: () => TestBrowser): void {
  /** [what, markup, role, name, arguments, parts as role and name, whether something is unknown] */
  const cases: [string, string, string, string, Partial<ActivatedArgs>, string[], boolean?][] = [
    ["a button", "<button>Pay</button>", "button", "Pay", {}, ["button Pay"]],
    [
      "a button that a label names",
      "<label for=b>Go</label><button id=b>Pay</button>",
      "button",
      "Go",
      {},
      ["button Go", "button Pay"],
    ],
    [
      "a label with a role",
      "<label for=b role=note aria-label=N>N</label><button id=b>Pay</button>",
      "note",
      "N",
      {},
      ["note N", "button N", "button Pay"],
    ],
    [
      "a label of a field",
      "<label for=f role=note aria-label=N>N</label><input id=f aria-label=Sum>",
      "note",
      "N",
      {},
      ["note N", "textbox Sum"],
    ],
    ["a long name", `<button>${LONG} pay</button>`, "button", `${LONG.slice(0, 300)}…`, {}, [`button ${LONG} pay`]],
    [
      "an option of a list, and not the one in the middle",
      "<ul role=listbox aria-label=L><li role=option>A<li role=option>Pay<li role=option>C</ul>",
      "listbox",
      "L",
      { values: ["a"] },
      ["listbox L", "option A", "option a"],
    ],
    [
      "an option of a select, by its value",
      "<select aria-label=S><option>A<option value=x>Pay</select>",
      "combobox",
      "S",
      { value: "x" },
      ["combobox S", "option Pay", "option x"],
    ],
    [
      "an option that is not there",
      "<select aria-label=S><option>A</select>",
      "combobox",
      "S",
      { values: ["B"] },
      ["combobox S", "option B"],
      true,
    ],
    [
      "radio buttons, by a key",
      "<input type=radio name=r aria-label=A><input type=radio name=r value=2 aria-label=Pay><input type=radio name=s aria-label=C>",
      "radio",
      "A",
      { byKey: true },
      ["radio A", "radio Pay"],
    ],
    ["a button, by a key", "<button>Pay</button>", "button", "Pay", { byKey: true }, []],
    [
      "options, by a key, with their values",
      "<select aria-label=S><option>A<option value=pay>Two</select>",
      "combobox",
      "S",
      { byKey: true },
      ["combobox S", "option A", "option Two", "option pay"],
    ],
    [
      "options of a list that is made, by a key, with their values",
      "<ul role=listbox aria-label=L tabindex=0><li role=option data-value=pay>Two</ul>",
      "listbox",
      "L",
      { byKey: true },
      ["listbox L", "option Two", "option pay"],
    ],
    ["a field, by a key", "<input aria-label=Sum>", "textbox", "Sum", { byKey: true }, ["textbox Sum"]],
    [
      "a slider that is made, by a key",
      "<div role=slider aria-label=Sum aria-valuenow=1 tabindex=0>",
      "slider",
      "Sum",
      { byKey: true },
      ["slider Sum"],
    ],
    [
      "slotted options of a shadow tree, by a key",
      `<div id=s><div role=option aria-label=A tabindex=0></div><div role=option aria-label=Pay></div></div>`,
      "option",
      "A",
      { byKey: true },
      ["option A", "option Pay"],
    ],
    [
      "a list that is made to open, by a key",
      "<div role=combobox aria-label=C aria-controls=l tabindex=0></div><ul role=listbox id=l><li role=option>Pay</ul>",
      "combobox",
      "C",
      { byKey: true },
      ["combobox C", "option Pay"],
    ],
    ["a check box, by a key", "<input type=checkbox aria-label=Pay>", "checkbox", "Pay", { byKey: true }, []],
    [
      "an editor, by a key",
      "<div contenteditable aria-label=Note>x",
      "textbox",
      "Note",
      { byKey: true },
      ["textbox Note"],
    ],
  ];
  test.each(cases)("activated: %s", async (_, markup, role, name, args, parts, unknown = false) => {
    const { page } = browser();
    await page.open(markup);
    await page.main(`document.querySelector("#s")?.attachShadow({ mode: "open" })
      .setHTMLUnsafe("<div role=listbox><slot></slot></div>"); 0`);
    const target = (await walk(page)).target(role, name);
    const answer = await page.call<Activated>("activated", { target, ...args });
    expect(answer).toMatchObject({ state: "activated", unknown });
    expect(answer.parts.map((part) => `${part.role} ${part.name}`)).toEqual(parts);
  });

  test("activated: names without their control characters, and names that are not all told", async () => {
    const { page } = browser();
    await page.open(`<button></button><button>${LONG.repeat(10)}</button>`);
    await page.main(`document.querySelector("button").textContent = "P\\u0001ay"; 0`);
    const walked = await walk(page);
    const ask = (name: string) => page.call<Activated>("activated", { target: walked.target("button", name) });
    expect((await ask("P ay")).parts[0]).toMatchObject({ name: "P ay", bare: "Pay" });
    expect((await ask(`${LONG.slice(0, 300)}…`)).parts[0]).toMatchObject({ cut: true });
  });

  /** [what, content of the host, shadow tree, what stands in the middle of the host] */
  const slotted: [string, string, string, string][] = [
    ["a text in a button", "Pay", "<button><slot></slot></button>", "button"],
    ["an element in a button", "<span>Pay</span>", "<button><slot></slot></button>", "button"],
    ["a text in a link", "Pay", "<a href=#x><slot></slot></a>", "link"],
    ["the content of a slot in a button", "", "<button><slot>Pay</slot></button>", "button"],
    ["a text in no control", "Pay", "<p><slot></slot></p>", "paragraph"],
    ["a text that takes no pointer", "Pay", "<button style=pointer-events:none><slot></slot></button>", "generic"],
  ];
  test.each(slotted)("what is at a point: %s", async (_, content, tree, role) => {
    const { page } = browser();
    await page.open(`<div id=h style="position:fixed;left:0;top:0;width:200px;height:60px">${content}</div>`);
    const style =
      "button,a,p{font:40px/60px serif;text-align:center;width:200px;height:60px;margin:0;padding:0;border:0;display:block}";
    const markup = JSON.stringify(`<style>${style}</style>${tree}`);
    await page.main(`document.querySelector("#h").attachShadow({ mode: "open" }).innerHTML = ${markup}; 0`);
    const answer = await page.call<PointAnswer>("point", { x: 100, y: 30 });
    expect(answer).toMatchObject({ state: "at", found: { role } });
  });
}
