/** The example of an existing MCP server: its tools work before the engine is swapped in, and after. */

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { root } from "../support/paths.ts";
import { startSite } from "../support/site.ts";
import { SwapIn, type Variant } from "../support/swap-in.ts";

const PAGE = `<button onclick="record('click', { trusted: event.isTrusted })" ondblclick="record('double')">Send</button>
  <button onmouseover="record('hover')">Menu</button>
  <label>Name <input id="name" oninput="record('name', { value: this.value })"></label>
  <label>Town <input id="town" oninput="record('town', { value: this.value })"></label>
  <label>Paper <input type="file" onchange="record('file', { name: this.files[0].name })"></label>
  <div role="button" aria-label="Ship" tabindex="0" style="width: 80px; height: 40px; background: teal"
    onmousedown="this.held = true; record('down')">Ship</div>
  <div role="button" aria-label="Port" tabindex="0" style="width: 80px; height: 40px; background: gold" onmouseup="record('drop')">Port</div>`;

it.each<Variant>(["before", "after"])("the six tools work %s the swap", async (variant) => {
  const site = await startSite();
  const page = site.html(PAGE);
  const server = await SwapIn.start(variant);
  try {
    await server.ok("open_page", { url: page.url });
    await server.ok("click_by_uid", { uid: await server.uid(/button "Send"/) });
    expect(await page.event("click")).toMatchObject({ trusted: true });
    await server.ok("click_by_uid", { uid: await server.uid(/button "Send"/), dblClick: true });
    await page.event("double");
    await server.ok("hover_by_uid", { uid: await server.uid(/button "Menu"/) });
    await page.event("hover");
    await server.ok("fill_by_uid", { uid: await server.uid(/textbox "Name"/), value: "Ada" });
    await page.event("name", ({ value }) => value === "Ada");
    const fields = [
      { uid: await server.uid(/textbox "Name"/), value: "Grace" },
      { uid: await server.uid(/textbox "Town"/), value: "New York" },
    ];
    await server.ok("fill_form_by_uid", { fields });
    await page.event("town", ({ value }) => value === "New York");
    const [fromUid, toUid] = [await server.uid(/button "Ship"/), await server.uid(/button "Port"/)];
    await server.ok("drag_by_uid_to_uid", { fromUid, toUid });
    await page.event("drop");
    const file = path.join(server.folder, "paper.txt");
    writeFileSync(file, "paper");
    await server.ok("upload_by_uid", { uid: await server.uid(/(textbox|button) "Paper/), file });
    await page.event("file", ({ name }) => name === "paper.txt");
  } finally {
    await server.close();
    await site.close();
  }
});

it("the swap changes less than forty lines", () => {
  const patch = readFileSync(path.join(root, "examples/swap-in/swap-in.patch"), "utf8");
  const changed = patch.split("\n").filter((line) => /^[+-](?![+-]{2})/.test(line));
  expect(changed.length).toBeGreaterThan(20);
  expect(changed.length).toBeLessThan(40);
});
