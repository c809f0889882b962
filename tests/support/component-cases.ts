/** Component libraries by locators alone, in the server's own browser and in the user's own tab. */

import { expect } from "vitest";
import { componentPage } from "./component.ts";
import type { Pilot } from "./pilot.ts";
import type { Site, SitePage } from "./site.ts";

/** A step: a locator and an action. */
export type Step = [action: string, target: Record<string, unknown>, value?: string];

/** Each library by locators alone, without a snapshot: the steps, and the page's state after them. */
export const COMPONENT_CASES: [file: string, steps: Step[], state: Record<string, unknown>][] = [
  [
    "react.tsx",
    [
      ["type", { by: "label", value: "Name" }, "Ada"],
      ["select", { by: "role", value: "combobox", name: "Colour" }, "Green"],
      ["check", { by: "label", value: "Terms" }],
      ["check", { by: "role", value: "radio", name: "paid" }],
      ["click", { by: "text", value: "Send" }],
    ],
    { name: "Ada", colour: "g", terms: true, plan: "paid", sent: 1 },
  ],
  [
    "mui.tsx",
    [
      ["type", { by: "role", value: "textbox", name: "Title" }, "Head"],
      ["click", { by: "role", value: "button", name: "Delete", exact: true }],
      ["click", { by: "text", value: "Delete it" }],
    ],
    { title: "Head", answer: "yes", open: false },
  ],
  [
    "mui.tsx",
    [
      ["click", { by: "role", value: "combobox", name: "Fruit" }],
      ["click", { by: "role", value: "option", name: "Banana" }],
    ],
    { fruit: "banana" },
  ],
  [
    "mui.tsx",
    [
      ["select", { by: "label", value: "Fruit" }, "Cherry"],
      ["select", { by: "role", value: "combobox", name: "City" }, "Berlin"],
      ["check", { by: "label", value: "Terms" }],
      ["check", { by: "role", value: "switch", name: "Quiet" }],
    ],
    { fruit: "cherry", city: "Berlin", terms: true, quiet: true },
  ],
  [
    "radix.tsx",
    [
      ["select", { by: "label", value: "Fruit" }, "Banana"],
      ["click", { by: "text", value: "Edit profile" }],
    ],
    { fruit: "banana", open: true },
  ],
  [
    "radix.tsx",
    [
      ["click", { by: "label", value: "Fruit" }],
      ["click", { by: "role", value: "option", name: "Apple" }],
      ["click", { by: "text", value: "Edit profile" }],
      ["type", { by: "label", value: "Name" }, "Ada"],
      ["click", { by: "role", value: "button", name: "Save" }],
    ],
    { fruit: "apple", saved: "Ada", open: true },
  ],
  [
    "vue.ts",
    [
      ["type", { by: "label", value: "Name" }, "Ada"],
      ["check", { by: "role", value: "checkbox", name: "Terms" }],
      ["click", { by: "text", value: "Add" }],
    ],
    { name: "Ada", terms: true, items: ["one", "Ada"] },
  ],
  [
    "lit.ts",
    [
      ["type", { by: "label", value: "Secret" }, "hidden"],
      ["type", { by: "label", value: "Name" }, "Ada"],
      ["click", { by: "role", value: "button", name: "Count" }],
    ],
    { secret: "hidden", name: "Ada", count: 1 },
  ],
  ["lexical.ts", [["type", { by: "role", value: "textbox", name: "Text" }, "One\nTwo"]], { paragraphs: 2 }],
  ["prosemirror.ts", [["type", { by: "label", value: "Text" }, "One\nTwo"]], { text: "One\nTwo", paragraphs: 2 }],
  ["virtual-list.tsx", [["click", { by: "text", value: "Row 7", exact: true }]], { chosen: 7 }],
  // These rows enter the document when the list is scrolled to them.
  ["virtual-list.tsx", [["select", { by: "role", value: "listbox", name: "Rows" }, "Row 321"]], { chosen: 321 }],
  [
    "react-select.tsx",
    [
      ["select", { by: "role", value: "combobox", name: "Colour" }, "Green"],
      // The options come from a server and depend on the text in the field.
      ["select", { by: "role", value: "combobox", name: "City" }, "Lisbon"],
      // Found by typing, or by scrolling where the list has no field.
      ["select", { by: "role", value: "combobox", name: "Number" }, "Number 4321"],
      ["select", { by: "role", value: "combobox", name: "Fixed" }, "Number 123"],
    ],
    { colour: "green", city: "lisbon", number: "number 4321", fixed: "number 123" },
  ],
  [
    "headless.tsx",
    [
      ["select", { by: "label", value: "Fruit" }, "Cherry"],
      ["select", { by: "role", value: "combobox", name: "Person" }, "Person 1234"],
      ["select", { by: "role", value: "combobox", name: "Person" }, "Person 77"],
    ],
    { fruit: "Cherry", person: "Person 77" },
  ],
  [
    "mui-virtual.tsx",
    [["select", { by: "role", value: "combobox", name: "Street" }, "Street 2987"]],
    { street: "Street 2987", open: true },
  ],
];

/** Does the steps in the page that `open` shows, and checks the page's state afterwards. */
export async function runComponent(
  { pilot, site }: { pilot: Pilot; site: Site },
  open: (page: SitePage) => Promise<unknown>,
  [file, steps, state]: (typeof COMPONENT_CASES)[number],
): Promise<void> {
  const page = await componentPage(site, file);
  await open(page);
  const said: string[] = [];
  for (const [action, target, value] of steps) {
    // Libraries that render lists of thousands of options need seconds on a busy machine.
    const options = { timeoutMs: 20_000 };
    const args = { action, target, ...(value === undefined ? {} : { value }), options };
    const answer = await pilot.call("interactWithPage", args);
    said.push(`${JSON.stringify(args)}: ${answer.text}`);
    if (!answer.isError) continue;
    const reported = page.events().map((event) => JSON.stringify(event));
    throw new Error([...said, ...reported, (await pilot.call("take_snapshot")).text].join("\n"));
  }
  const wanted = (event: Record<string, unknown>): boolean =>
    Object.entries(state).every(([key, held]) => JSON.stringify(event[key]) === JSON.stringify(held));
  expect(await page.event("state", wanted)).toMatchObject(state);
}
