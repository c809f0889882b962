import { expect, test } from "vitest";
import type { Choice, ChooseArgs } from "../../src/protocol.ts";
import type { TestBrowser, TestPage } from "../browsers.ts";
import { prepare, walk } from "../page.ts";

type Answer = Partial<Extract<Choice, { state: "missing" }>> & Partial<Extract<Choice, { state: "choice" }>>;

/** A list of `count` options of which only those in view are drawn, `lateMs` after it was scrolled. */
const windowed = (count: number, lateMs: number): string => `
  <div role=listbox aria-label=Rows id=list style="height:200px;overflow:auto;position:relative"><div style="height:${count * 20}px"></div></div>
  <script>
    const draw = () => {
      const first = Math.floor(list.scrollTop / 20);
      for (const old of list.querySelectorAll("[role=option]")) old.remove();
      for (let row = first; row < Math.min(first + 11, ${count}); row++)
        list.insertAdjacentHTML("beforeend", '<div role=option style="position:absolute;height:20px;top:' + row * 20 + 'px">Row ' + row + "</div>");
    };
    draw();
    let drawing;
    list.onscroll = () => { clearTimeout(drawing); drawing = setTimeout(draw, ${lateMs}); };
  </script>`;

export function chooseSuite(browser: () => TestBrowser): void {
  /** Asks, and how long that took. */
  async function ask(page: TestPage, role: string, name: string, more: Partial<ChooseArgs>): Promise<[Answer, number]> {
    const target = (await walk(page)).target(role, name);
    const began = performance.now();
    const args = { target, value: "Two", opened: false, restMs: 300, timeoutMs: 4000, ...more };
    return [await page.call<Answer>("choose", args), performance.now() - began];
  }
  const combobox = `<div role=combobox tabindex=0 aria-label=C aria-controls=l>None</div><ul role=listbox id=l hidden></ul>`;
  const list = (page: TestPage, script: string): Promise<unknown> => page.main(`${script}; 0`);

  test("choose: waits for the list, and answers when it is there", async () => {
    const { page } = browser();
    await page.open(combobox);
    expect((await ask(page, "combobox", "C", { until: "list", timeoutMs: 100 }))[0]).toMatchObject({
      state: "closed",
      now: "None",
    });
    await list(page, `setTimeout(() => { l.innerHTML = "<li role=option>One"; l.hidden = false; }, 400)`);
    const [answer, ms] = await ask(page, "combobox", "C", { until: "list" });
    expect(answer).toMatchObject({ state: "missing", options: ["One"] });
    expect(ms).toBeLessThan(2000);
    await list(page, `setTimeout(() => { l.hidden = true; }, 200)`);
    expect((await ask(page, "combobox", "C", { until: "gone" }))[0].state).toBe("closed");
  });

  test("choose: waits for the option, until the list is at rest", async () => {
    const { page } = browser();
    await page.open(combobox);
    await list(
      page,
      `l.innerHTML = "<li role=option>One"; l.hidden = false;
      setTimeout(() => l.insertAdjacentHTML("beforeend", "<li role=option>Two"), 200)`,
    );
    expect((await ask(page, "combobox", "C", { until: "option" }))[0]).toMatchObject({
      state: "choice",
      found: { name: "Two" },
    });
    const [answer, ms] = await ask(page, "combobox", "C", { until: "option", value: "Three" });
    expect(answer).toMatchObject({ state: "missing", options: ["One", "Two"] });
    expect(ms).toBeGreaterThan(290);
    expect(ms).toBeLessThan(2000);
    // What says that it is busy is not at rest.
    await list(
      page,
      `l.setAttribute("aria-busy", "true");
      setTimeout(() => { l.removeAttribute("aria-busy"); l.insertAdjacentHTML("beforeend", "<li role=option>Three"); }, 1000)`,
    );
    expect((await ask(page, "combobox", "C", { until: "option", value: "Three" }))[0].state).toBe("choice");
  });

  test.each([
    ["at once", 0],
    ["late", 90],
  ])("choose: scrolls a list that draws what is in view %s", async (_, lateMs) => {
    const { page } = browser();
    await page.open(windowed(95, lateMs));
    await page.main(`list.scrollTop = 300; draw(); 0`);
    const [found] = await ask(page, "listbox", "Rows", { until: "end", value: "Row 83", timeoutMs: 20_000 });
    expect(found).toMatchObject({ state: "choice", found: { name: "Row 83" } });
    await page.main(`list.scrollTop = 300; draw(); 0`);
    const [missing] = await ask(page, "listbox", "Rows", { until: "end", value: "Row 95", timeoutMs: 20_000 });
    expect(missing).toMatchObject({ state: "missing", looked: { options: 95, last: "Row 94", end: true } });
    expect(await page.main(`String(list.scrollTop)`)).toBe("300");
    const [cut] = await ask(page, "listbox", "Rows", { until: "end", value: "Row 95", timeoutMs: 1 });
    expect(cut.looked?.end).toBe(false);
  });

  test("choose: a list that grows at its end is gone through to its last page", async () => {
    const { page } = browser();
    await page.open(`<div role=listbox aria-label=Rows id=list style="height:100px;overflow:auto"></div><script>
      let pages = 0;
      const more = () => { for (let i = 0; i < 20; i++) list.insertAdjacentHTML("beforeend", "<div role=option style='height:20px'>Row " + (pages * 20 + i) + "</div>"); pages++; };
      more();
      list.onscroll = () => { if (pages < 4 && list.scrollTop + 100 >= list.scrollHeight - 1) setTimeout(more, 150); };</script>`);
    const [found] = await ask(page, "listbox", "Rows", { until: "end", value: "Row 75", timeoutMs: 20_000 });
    expect(found.state).toBe("choice");
    const [missing] = await ask(page, "listbox", "Rows", { until: "end", value: "Row 80", timeoutMs: 20_000 });
    expect(missing.looked).toEqual({ options: 80, last: "Row 79", end: true });
  });

  test.each([
    ["JSON", "JSON Output with JSON"],
    ["by hand", "Manual By hand"],
    ["Output with", undefined],
    ["Shared", undefined],
    ["Man", undefined],
    ["Exact", "Exact"],
  ])("choose: %s is an option by its whole text, or by a line that no other has", async (value, name) => {
    const { page } = browser();
    const option = (label: string, about: string): string =>
      `<div role=option><div>${label}</div><div>${about}</div></div>`;
    await page.open(
      `<div role=listbox aria-label=L>${option("<b>Man</b>ual", "By hand")}${option("JSON", "Output with JSON")}${option("One", "Shared")}${option("Two", "Shared")}${option("Exact", "Not this")}<div role=option>Exact</div></div>`,
    );
    const [answer] = await ask(page, "listbox", "L", { value });
    expect(answer.state).toBe(name ? "choice" : "missing");
    if (name) expect(answer.found).toMatchObject({ name });
  });

  test("choose: a page around a list is not scrolled for it", async () => {
    const { page } = browser();
    await page.open(
      `<div style="height:300px;overflow:auto" id=pane><div role=listbox aria-label=Rows><div role=option>One</div></div><p style="height:3000px"></p></div>`,
    );
    const [missing] = await ask(page, "listbox", "Rows", { until: "end" });
    expect(missing).toMatchObject({ state: "missing", options: ["One"] });
    expect(missing.looked).toBeUndefined();
  });

  test("choose: what is written narrows the list, where it can be written", async () => {
    const { page } = browser();
    await page.open(`<input role=combobox aria-label=W aria-controls=l value=was><input role=combobox aria-label=R readonly aria-controls=l>
      <ul role=listbox id=l><li role=option>One</ul><div style="width:200px;height:30px" id=around><input role=combobox aria-label=D readonly aria-readonly=true aria-controls=none style="opacity:0;width:0;height:0;padding:0;border:0"></div>`);
    expect((await ask(page, "combobox", "W", {}))[0]).toMatchObject({
      state: "missing",
      now: "was",
      field: { name: "W" },
    });
    expect((await ask(page, "combobox", "R", {}))[0].field).toBeUndefined();
  });

  test("choose: a field that only kept the focus as a list opened does not narrow that list", async () => {
    const { page } = browser();
    await page.open(`<input aria-label=Other id=other><div role=combobox aria-label=C aria-controls=l tabindex=0>None</div>
      <div id=drop hidden><input aria-label=Search id=search><ul role=listbox id=l><li role=option>One</ul></div>`);
    await page.main(`other.focus(); 0`);
    expect((await ask(page, "combobox", "C", {}))[0].state).toBe("closed");
    await page.main(`drop.hidden = false; 0`);
    expect((await ask(page, "combobox", "C", { opened: true }))[0]).not.toHaveProperty("field");
    await page.main(`search.focus(); 0`);
    expect((await ask(page, "combobox", "C", { opened: true }))[0].field).toMatchObject({ name: "Search" });
    // The list may have been open before, with the focus in its field.
    await page.main(`l.previousElementSibling.parentElement.previousElementSibling.ariaExpanded = "true"; 0`);
    await ask(page, "combobox", "C", {});
    expect((await ask(page, "combobox", "C", { opened: true }))[0].field).toMatchObject({ name: "Search" });
  });

  test("choose: a field whose placeholder is its name keeps that while it is searched", async () => {
    const { page } = browser();
    await page.open(`<div><span id=p>Pick</span><input role=combobox aria-labelledby=p aria-controls=l id=c></div>
      <ul role=listbox id=l hidden><li role=option>One</ul><input aria-label=Other>`);
    const walked = await walk(page);
    const target = walked.target("combobox", "Pick");
    const args = { target, value: "Two", restMs: 300, timeoutMs: 4000 };
    expect((await page.call<Answer>("choose", { ...args, opened: false })).state).toBe("closed");
    await page.main(`p.textContent = ""; l.hidden = false; 0`);
    const missing = await page.call<Answer>("choose", { ...args, opened: true });
    expect(missing).toMatchObject({ state: "missing", field: { id: target.id, name: "Pick" } });
    // The text is typed and put back by the name that it had.
    await page.main(`p.textContent = c.value = "Two"; 0`);
    expect(await page.call("caret", { target, all: true })).toMatchObject({ state: "done" });
    // Nothing else may be another one by then, nor may it once another element is chosen from.
    await page.main(`document.querySelector("[aria-label]").ariaLabel = "Wrong"; 0`);
    expect(await page.call("caret", { target: walked.target("textbox", "Other") })).toMatchObject({ state: "changed" });
    await page.main(`p.textContent = "Else"; 0`);
    await page.call<Answer>("choose", {
      ...args,
      target: (await walk(page)).target("combobox", "Else"),
      opened: false,
    });
    expect(await page.call("caret", { target })).toMatchObject({ state: "changed" });
  });

  test("choose: of two lists with the id that a field names, the one that is drawn is its own", async () => {
    const { page } = browser();
    const open = `<div id=l role=listbox style="height:0;width:0;overflow:hidden"><div role=option>One</div></div><p>One</p><p>Two</p>`;
    await page.open(`<div style="display:none"><div id=l role=listbox><div role=option>One</div></div></div>
      <input role=combobox aria-label=C aria-controls=l aria-expanded=false><div style="position:absolute">${open}</div>`);
    expect((await ask(page, "combobox", "C", { opened: true }))[0]).toMatchObject({
      state: "choice",
      found: { name: "Two" },
    });
    expect((await ask(page, "combobox", "C", { opened: true, value: "Three" }))[0].state).toBe("missing");
  });

  const options = `<div role=option>One</div><div role=option>Two</div>`;
  const expanded = `role=combobox aria-label=C aria-expanded=true aria-haspopup=listbox`;
  test.each([
    ["right after it", `<div ${expanded}>None</div><div role=listbox>${options}</div>`],
    [
      "with it alone in a box",
      `<div><div ${expanded}>None</div><button>Open</button><div><div role=listbox>${options}</div></div></div>`,
    ],
    [
      "drawn over the page at it",
      `<div style="position:absolute;top:40px;left:8px;padding:8px"><input aria-label=Search><div role=listbox>${options}</div></div>
      <div ${expanded} style="height:20px;width:100px">None</div>`,
    ],
    [
      "where the keys are",
      `<div ${expanded} aria-activedescendant=o>None</div><hr><ul role=tree><li role=treeitem id=o>Two</ul>`,
    ],
    ["inside", `<div ${expanded}>None<div role=listbox>${options}</div></div>`],
  ])("choose: a list that is open and not named is that of a field %s", async (_, html) => {
    const { page } = browser();
    await page.open(`<body>${html}<hr><ul role=listbox aria-label=Others><li role=option id=other>Two</ul>`);
    const [answer] = await ask(page, "combobox", "C", {});
    expect(answer).toMatchObject({ state: "choice", found: { name: "Two" } });
    const own = await page.main(
      `(document.querySelector("#o") ?? document.querySelectorAll("[role=option]")[1]).textContent`,
    );
    expect(own).toBe("Two");
    await page.main(
      `(document.querySelector("#o") ?? document.querySelectorAll("[role=option]")[1]).textContent = "Three"; 0`,
    );
    expect((await ask(page, "combobox", "C", {}))[0].state).not.toBe("choice");
  });

  test.each([
    ["elsewhere", `<div ${expanded}>None</div><p>Text</p><div role=listbox>${options}</div>`],
    ["of another kind", `<div ${expanded}>None</div><ul role=tree><li role=treeitem>Two</ul>`],
    [
      "that another field names",
      `<div ${expanded}>None</div><div role=listbox id=l>${options}</div><input role=combobox aria-controls=l aria-label=D>`,
    ],
    [
      "drawn over the page elsewhere",
      `<div ${expanded}>None</div><div role=listbox style="position:absolute;top:200px">${options}</div>`,
    ],
  ])("choose: a list %s is not that of a field with an open list", async (_, html) => {
    const { page } = browser();
    await page.open(`<body>${html}`);
    for (const opened of [false, true]) expect((await ask(page, "combobox", "C", { opened }))[0].state).toBe("closed");
    // What goes and comes again with the field does belong to it.
    await page.main(
      `window.list = document.querySelector("[role=listbox], [role=tree]"); list.style.display = "none"; 0`,
    );
    expect((await ask(page, "combobox", "C", { opened: true }))[0].state).toBe("closed");
    await page.main(`list.style.display = ""; 0`);
    expect((await ask(page, "combobox", "C", { opened: true }))[0].state).toBe("choice");
  });

  test("choose: a field to search the list, drawn as it opens, does not make the lists of others its own", async () => {
    const { page } = browser();
    await page.open(`<div role=combobox aria-label=C aria-expanded=false id=c><div role=listbox><div role=option>One</div></div>
      <div hidden id=drop><input type=search><div role=listbox>${options}</div></div></div>
      <ul role=listbox><li role=option>Two</ul>`);
    expect((await ask(page, "combobox", "C", {}))[0].state).toBe("closed");
    const target = (await walk(page)).target("combobox", "C");
    await page.main(`drop.hidden = false; c.setAttribute("aria-expanded", "true"); 0`);
    const args = { target, opened: true, restMs: 300, timeoutMs: 4000 };
    expect((await page.call<Answer>("choose", { ...args, value: "Two" })).state).toBe("choice");
    await page.main(`drop.querySelectorAll("[role=option]")[1].textContent = "Three"; 0`);
    expect((await page.call<Answer>("choose", { ...args, value: "Two" })).state).toBe("missing");
  });

  test("choose: an option that is called selected once its text is typed is not said to be chosen", async () => {
    const { page } = browser();
    const field = `<input role=combobox aria-label=C aria-controls=l aria-expanded=true value=Two>`;
    const selected = `<li role=option aria-selected=true>Two`;
    await page.open(`<script>"Two"</script><label>Two</label>${field}<ul role=listbox id=l><li role=option>One</ul>`);
    expect((await ask(page, "combobox", "C", {}))[0].state).toBe("missing");
    await page.main(`l.innerHTML = ${JSON.stringify(selected)}; 0`);
    const [highlighted] = await ask(page, "combobox", "C", { opened: true, typed: true });
    expect(highlighted.state).toBe("choice");
    expect(highlighted.chosen).toBeUndefined();
    // It was selected before, its list takes several, or it is a name in the field.
    await ask(page, "combobox", "C", {});
    const chosen = async (): Promise<boolean | undefined> =>
      (await ask(page, "combobox", "C", { opened: true, typed: true }))[0].chosen;
    expect(await chosen()).toBe(true);
    await page.open(`${field}<ul role=listbox id=l aria-multiselectable=true>${selected}</ul>`);
    expect(await chosen()).toBe(true);
    await page.open(`<div><span>Two</span>${field}</div><ul role=listbox id=l><li role=option>One</ul>`);
    await ask(page, "combobox", "C", {});
    await page.main(`l.innerHTML = ${JSON.stringify(selected)}; 0`);
    expect(await chosen()).toBe(true);
  });

  test.each([
    ["off the page", "position:absolute;top:-9999px;left:-9999px", true],
    ["beside the window", "position:fixed;top:40px;left:-999px", true],
    ["scaled to nothing", "position:fixed;top:40px;transform:scale(1,0)", true],
    ["in a box that is scaled to nothing", "position:fixed;top:40px;width:200px;scale:1 0", true],
    ["named by nothing", "position:absolute;top:-9999px", false],
  ])("choose: a list %s is closed", async (_, style, named) => {
    const { page } = browser();
    const inner = _.includes("in a box");
    const list = (own: string): string => `<div role=listbox id=l style="${own}">${options}</div>`;
    await page.open(`<body><div ${expanded.replace("true", "false")} ${named ? "aria-controls=l" : ""} id=c>None</div><p>Two</p>
      ${inner ? `<div style="${style}" id=box>${list("")}</div>` : list(style)}<p style="height:3000px"></p>`);
    await page.main(`scrollTo(0, 500); 0`);
    for (const opened of [false, true]) expect((await ask(page, "combobox", "C", { opened }))[0].state).toBe("closed");
    await page.main(`(window.box ?? l).style = "position: absolute; top: 40px"; 0`);
    expect((await ask(page, "combobox", "C", { opened: true }))[0].state).toBe("choice");
  });

  test("choose: a list that is scrolled away is not closed", async () => {
    const { page } = browser();
    await page.open(`<body><div style="height:100px;overflow:auto" id=pane><div ${expanded} aria-controls=l>None</div><div role=listbox id=l>
      ${options}</div><p style="height:3000px"></p></div>`);
    await page.main(`pane.scrollTop = 1000; 0`);
    expect((await ask(page, "combobox", "C", {}))[0].state).toBe("choice");
  });

  test.each(["light", "shadow"])(
    "choose: an option shows by its box that it is chosen, in the %s tree",
    async (tree) => {
      const { page } = browser();
      const box = (checked: string) => `<input type=checkbox tabindex=-1 ${checked}>`;
      const option = (name: string, checked: string) =>
        tree === "light"
          ? `<li role=option aria-selected=false>${box(checked)}${name}</li>`
          : `<li><div role=option aria-selected=false aria-label=${name}><template shadowrootmode=open>${box(checked)}</template></div></li>`;
      await page.open(
        `<!doctype html><div role=combobox tabindex=0 aria-label=C aria-controls=l aria-expanded=true>None</div><ul role=listbox id=l>${option("One", "")}${option("Two", "checked")}</ul>`,
      );
      expect((await ask(page, "combobox", "C", { opened: true }))[0]).toMatchObject({ state: "choice", chosen: true });
      const [other] = await ask(page, "combobox", "C", { opened: true, value: "One" });
      expect(other).toMatchObject({ state: "choice", chosen: false });
    },
  );

  test("choose: what a field completes beside a typed text is no choice", async () => {
    const { page } = browser();
    await page.open(
      `<!doctype html><div><span id=b></span><input id=f role=combobox aria-label=C aria-controls=l aria-expanded=true aria-autocomplete=both></div>
      <ul role=listbox id=l><li role=option>One</li><li role=option id=o>Two</li></ul>`,
    );
    const opened = { opened: true, typed: false };
    expect((await ask(page, "combobox", "C", opened))[0].chosen).toBeUndefined();
    await list(page, `b.textContent = f.value = "Two"; o.ariaSelected = "true"`);
    expect((await ask(page, "combobox", "C", { ...opened, typed: true }))[0]).toMatchObject({
      state: "choice",
      several: false,
    });
    expect((await ask(page, "combobox", "C", { ...opened, typed: true }))[0].chosen).toBeUndefined();
    // What was beside the field before is what had been chosen.
    await ask(page, "combobox", "C", opened);
    expect((await ask(page, "combobox", "C", { ...opened, typed: true }))[0].chosen).toBe(true);
  });

  test("choose: an input for forms in a combobox is not what opens its list", async () => {
    const { page } = browser();
    const form = `<input readonly aria-hidden=true tabindex=-1 style="pointer-events:none">`;
    await page.open(
      `<div role=combobox tabindex=0 aria-label=C aria-haspopup=listbox aria-expanded=false>${form}<span>Pick</span></div>`,
    );
    const [answer] = await ask(page, "combobox", "C", {});
    expect(answer).toMatchObject({ state: "closed", found: { role: "combobox", name: "C" } });
    expect(answer).not.toHaveProperty("field");
    // Nor is a field that takes no keys one to search by.
    await page.open(`<input role=combobox aria-label=C aria-haspopup=listbox inputmode=none>`);
    expect((await ask(page, "combobox", "C", {}))[0]).not.toHaveProperty("field");
  });

  test("choose: an option is found by what is drawn of it, without words for screen readers", async () => {
    const { page } = browser();
    const option = (name: string) =>
      `<div><template shadowrootmode=open><style>.cut{position:absolute;clip:rect(1px,1px,1px,1px);left:-1000px}</style><li role=option id=${name}><slot></slot><span class=cut>Not Selected</span></li></template>${name}</div>`;
    await page.open(
      `<!doctype html><div role=combobox tabindex=0 aria-label=C aria-controls=l aria-expanded=true>None</div><div role=listbox id=l>${option("One")}${option("Two")}</div>`,
    );
    expect((await ask(page, "combobox", "C", { opened: true }))[0]).toMatchObject({ state: "choice" });
  });

  /** Boxes without roles that are drawn in place of a field for forms, and what opens in them. */
  const floats = `style="position:absolute;top:60px;left:0;width:200px" id=list`;
  const items = `<div data-value=1>One</div><div data-value=2>Two</div>`;
  const inBox = `<div style="position:relative" tabindex=0 aria-label=C role=group id=box><input type=hidden><span id=now>Number</span><div ${floats} hidden>${items}</div></div>`;
  const besideSelect = `<label for=q>C</label><select multiple tabindex=-1 style="display:none"></select><div style="position:relative" id=box><div><span data-value=3>Three</span><input id=q></div><div ${floats} hidden></div></div>`;

  test.each([
    ["with its options in it", inBox, "group", ""],
    ["whose options are made as it opens, beside its select", besideSelect, "textbox", items],
  ])("choose: a list without roles, in a box %s", async (_, html, role, made) => {
    const { page } = browser();
    await page.open(`<!doctype html><body>${html}<p data-value=2>Two</p>`);
    const closed = (await ask(page, role, "C", {}))[0];
    expect(closed.state).toBe("closed");
    await page.main(`list.innerHTML += ${JSON.stringify(made)}; list.hidden = false; 0`);
    const [two] = await ask(page, role, "C", { opened: true });
    expect(two).toMatchObject({ state: "choice", found: { name: "Two" } });
    expect(two.chosen).toBeUndefined();
    expect((await ask(page, role, "C", { opened: true, value: "2" }))[0].found).toMatchObject({ name: "Two" });
    expect((await ask(page, role, "C", { opened: true, value: "Four" }))[0]).toMatchObject({
      state: "missing",
      options: ["One", "Two"],
    });
    // What is chosen may be in the box itself, and not in the list any more.
    await page.main(
      `list.lastChild.remove(); box.firstElementChild.insertAdjacentHTML("beforebegin", "<b data-value=2>Two <a>x</a></b>"); 0`,
    );
    expect((await ask(page, role, "C", { opened: true }))[0]).toMatchObject({ state: "choice", chosen: true });
    await page.main(`list.hidden = true; 0`);
    expect((await ask(page, role, "C", { opened: true }))[0].state).toBe("closed");
    expect((await ask(page, role, "C", {}))[0]).toMatchObject({ state: "choice", chosen: true });
  });

  test.each([
    ["a field that takes the place of a select", `<select style="display:none"></select><input id=q>`],
    ["a field beside one that is hidden", `<input type=hidden><input id=q><div hidden>Wrong</div>`],
    ["a form with a menu", `<input type=hidden><input id=q><input><div ${floats}>${items}</div>`],
    ["a chooser of files", `<input type=file tabindex=-1 style="display:none"><div><input id=q></div>`],
  ])("choose: %s has no list", async (_, html) => {
    const { page } = browser();
    await page.open(`<!doctype html><label for=q>C</label><div>${html}</div>`);
    expect((await ask(page, "textbox", "C", {}))[0].state).toBe("native");
    const target = (await walk(page)).target("textbox", "C");
    expect(await page.call("fill", { target, options: ["Two"] })).toMatchObject({ state: "kind" });
    expect(await page.call("fill", { target, value: "Two" })).toMatchObject({ state: "filled" });
  });

  test("fill: chooses of a list without roles, and writes where a text of its own can be kept", async () => {
    const { page } = browser();
    const answer = async (html: string, role: string, value: object): Promise<string> => {
      await page.open(`<!doctype html><body>${html}`);
      return (await page.call<Answer>("fill", { target: (await walk(page)).target(role, "C"), ...value })).state ?? "";
    };
    for (const value of [{ value: "Two" }, { options: ["Two"] }]) {
      expect(await answer(inBox, "group", value)).toBe("list");
      expect(await answer(besideSelect, "textbox", value)).toBe("list");
    }
    const text = besideSelect.replace(/<select.*<\/select>/, '<input tabindex=-1 style="display:none">');
    expect(await answer(text, "textbox", { options: ["Two"] })).toBe("list");
    expect(await answer(text, "textbox", { value: "Two" })).toBe("filled");
  });

  test("fill: a field of no width in a combobox is chosen from", async () => {
    const { page } = browser();
    await page.open(`<!doctype html><label for=q>C</label><div role=combobox aria-owns=l aria-expanded=false tabindex=-1 style="height:30px">
      <div><input id=q style="width:0;position:absolute;padding:0;border:0"><span>None</span></div></div>`);
    const target = (await walk(page)).target("textbox", "C");
    expect(await page.call("fill", { target, value: "Two" })).toMatchObject({ state: "list" });
  });

  /** A list of Tom Select: its select is kept for forms, and the field of its combobox is put away while the list is closed. */
  const drawnList = (hears: boolean): string => `<!doctype html><style>
    #s{border:0;clip:rect(0 0 0 0);clip-path:inset(50%);overflow:hidden;padding:0;position:absolute;width:1px}
    #c{border:1px solid;width:240px;padding:6px}.away #i{opacity:0;position:absolute;left:-10000px}#dd{display:none}.open #dd{display:block}</style>
    <label for="s">Country</label><select id="s" tabindex="-1"><option>Germany<option>Czech<option selected>Poland</select>
    <div class="away" id="w"><div id="c"><div id="it">Poland</div><input id="i" aria-label="Land" size="1" role="combobox" aria-haspopup="listbox" aria-expanded="false" aria-controls="dd"></div>
    <div id="dd" role="listbox"><div role="option">Germany</div><div role="option">Czech</div><div role="option">Poland</div></div></div>
    <script>c.onmousedown = () => { w.className = "open"; i.setAttribute("aria-expanded", "true"); };
    ${hears ? "s.onchange = () => setTimeout(() => { it.textContent = s.value; });" : ""}</script>`;

  test("choose: a list whose field is put away is opened by the box around that", async () => {
    const { page } = browser();
    await page.open(drawnList(false));
    const target = (await walk(page)).target("combobox", "Land");
    expect(await page.call("fill", { target, options: ["Czech"] })).toEqual({ state: "list" });
    expect((await ask(page, "combobox", "Land", { value: "Czech" }))[0].state).toBe("closed");
    const { state, x, y } = await prepare(page, target);
    expect(state).toBe("ready");
    expect(await page.main(`String(c.contains(document.elementFromPoint(${x}, ${y})))`)).toBe("true");
    await page.click(x, y);
    const [answer] = await ask(page, "combobox", "Land", { value: "Czech", opened: true });
    expect(answer).toMatchObject({ state: "choice", found: { name: "Czech" } });
  });

  test.each([
    [false, { state: "list" }, "closed"],
    [true, { state: "filled", changed: true }, "native"],
  ])("choose: an option of a select for forms is chosen as its page shows it: %s", async (hears, answer, state) => {
    const { page } = browser();
    await page.open(drawnList(hears));
    const target = (await walk(page)).target("combobox", "Country");
    expect(await page.call("fill", { target, options: ["Czech"] })).toMatchObject(answer);
    expect((await ask(page, "combobox", "Country", { value: "Czech" }))[0].state).toBe(state);
    // Its own options are shown.
    await page.main("it.textContent = 'Germany'; 0");
    expect(await page.call("fill", { target, options: ["Germany"] })).toMatchObject({ state: "filled" });
  });
}
