import { expect, test } from "vitest";
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
      "<input type=radio name=r aria-label=A><input type=radio name=r aria-label=Pay><input type=radio name=s aria-label=C>",
      "radio",
      "A",
      { byKey: true },
      ["radio A", "radio Pay"],
    ],
    ["a button, by a key", "<button>Pay</button>", "button", "Pay", { byKey: true }, []],
  ];
  test.each(cases)("activated: %s", async (_, markup, role, name, args, parts, unknown = false) => {
    const { page } = browser();
    await page.open(markup);
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
}
