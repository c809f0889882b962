import { Session, UipilotError } from "@uipilot/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { oneBrowser } from "../support/browsers.ts";
import { executables } from "../support/paths.ts";
import { type Site, startSite } from "../support/site.ts";

/** Elements by id, and what is to be said of them. Fields that are not named are not looked at. */
const form = `
  <style>#drawn::before { content: "New " } #worded::before { content: "★" / "starred " }</style>
  <h2 id="title" aria-level="3">Order <span aria-hidden="true">#1</span> <span inert>draft</span></h2>
  <form id="nameless"><label for="mail">E-mail</label>
    <input id="mail" type="email" required aria-describedby="hint" value="a@b" aria-invalid="spelling"><p id="hint">For the receipt</p>
    <label>Send <input id="all" type="checkbox"> every <input value="7" size="2" aria-label="days"> days</label>
    <input id="card" type="password" value="secret" readonly aria-label="Card">
    <label for="quiet" hidden>Never shown</label><input id="quiet" title="Fallback">
    <fieldset id="set" disabled><legend>Size</legend><input id="small" type="radio" checked aria-label="Small"></fieldset>
    <select id="many" multiple aria-label="Extras"><option id="picked" selected>Cup</option></select>
    <input id="range" type="range" min="1" max="5" value="4" aria-label="Stars" aria-valuetext="good">
    <progress id="bar" value="3" max="4" aria-label="Upload"></progress>
    <button id="drawn">entry</button><button id="worded">item</button>
    <button id="toggle" aria-pressed="mixed" aria-expanded="false" aria-haspopup="true">Bold</button>
    <div id="some" role="checkbox" aria-checked="mixed" tabindex="0">Some</div>
    <div id="gone" style="display: none" role="button">Later</div></form>
  <nav><a id="here" href="#x" aria-current="page">Home</a></nav>
  <nav role="menuitem" id="orphan">x</nav><div role="option" id="lonely">x</div>
  <div role="banana button" id="fallback" aria-busy="true">Go</div><h1 role="none" tabindex="0" id="kept">Kept</h1>
  <ul role="tree" aria-label="Files"><li role="treeitem" id="deep1">a<ul role="group"><li role="treeitem" id="deep2" aria-selected="true">b</li></ul></li></ul>
  <div role="slider" id="default" tabindex="0" aria-label="Volume"></div><div role="tablist" id="tabs"></div>
  <table id="prices" aria-label="Prices"><caption>All in euro</caption><tr><td>1</td><td>2</td></tr><tr><td>1</td><td>2</td></tr></table>
  <svg id="chart" role="img" width="9" height="9"><title>Chart</title><desc>Going up</desc></svg>
  <div aria-hidden="true"><button id="unheard">Close</button></div>
  <dialog id="box" aria-label="Sure?"><p>x</p></dialog>
  <x-host id="host"><template shadowrootmode="open"><button id="inner">In <slot></slot></button></template>shadow</x-host>`;

const expected: Record<string, object> = {
  title: { role: "heading", name: "Order", states: { level: 3 } },
  nameless: { role: "generic", name: "" },
  mail: {
    role: "textbox",
    name: "E-mail",
    description: "For the receipt",
    states: { required: true, value: "a@b", invalid: "spelling" },
  },
  all: { role: "checkbox", name: "Send every 7 days", states: { checked: "false" } },
  card: { role: "textbox", name: "Card", states: { readonly: true, value: "••••" } },
  quiet: { name: "Fallback", description: "" },
  set: { role: "group", name: "Size", states: { disabled: true } },
  small: { role: "radio", name: "Small", states: { checked: "true", disabled: true } },
  many: { role: "listbox", states: { multiselectable: true, orientation: "vertical" } },
  picked: { role: "option", name: "Cup", states: { selected: true } },
  range: {
    role: "slider",
    states: { valuemin: 1, valuemax: 5, valuenow: 4, valuetext: "good", orientation: "horizontal" },
  },
  bar: { role: "progressbar", states: { valuemin: 0, valuemax: 4, valuenow: 3 } },
  drawn: { name: "New entry" },
  worded: { name: "starred item" },
  toggle: { states: { pressed: "mixed", expanded: false, haspopup: "menu" } },
  some: { role: "checkbox", states: { checked: "mixed" } },
  gone: { role: "button", name: "", states: { hidden: true } },
  here: { role: "link", states: { current: "page" } },
  orphan: { role: "navigation" },
  lonely: { role: "generic" },
  fallback: { role: "button", name: "Go", states: { busy: true } },
  kept: { role: "heading" },
  deep1: { role: "treeitem", name: "a", states: { level: 1 } },
  deep2: { role: "treeitem", name: "b", states: { level: 2, selected: true } },
  default: { states: { valuemin: 0, valuemax: 100, valuenow: 50 } },
  tabs: { states: { orientation: "horizontal" } },
  prices: { role: "table", name: "Prices", description: "All in euro" },
  chart: { role: "img", name: "Chart", description: "Going up" },
  unheard: { name: "", states: { hidden: true } },
  inner: { role: "button", name: "In shadow" },
};

describe.each(oneBrowser)("describe in %s", (browser) => {
  let site: Site;
  let session: Session;
  beforeAll(async () => {
    site = await startSite();
    session = Session.open({ launch: { browser, executable: executables[browser] } });
    await session.newPage(site.html(form).url);
  });
  afterAll(async () => {
    await session?.close();
    await site?.close();
  });

  it.each(Object.keys(expected))("%s", async (id) => {
    expect(await session.describe(`#${id}`)).toMatchObject(expected[id] as object);
  });

  it("takes a UID, also of an element in a frame", async () => {
    const frame = site.html(`<button aria-description="Cannot be undone">Delete</button>`);
    await session.navigate(site.html(`<iframe src="${frame.otherOrigin}"></iframe>`).url);
    const { text } = await session.snapshot();
    const uid = /uid=(\S+) button "Delete"/.exec(text)?.[1] ?? "";
    expect(await session.describe(uid)).toEqual({
      role: "button",
      name: "Delete",
      description: "Cannot be undone",
      states: {},
    });
    await session.navigate(site.html(form).url);
    await expect(session.describe(uid)).rejects.toMatchObject({ code: "STALE_UID" });
  });

  it("says what is wrong with what it cannot find", async () => {
    await expect(session.describe("#nowhere")).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(session.describe("a[[")).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(session.describe("99_1")).rejects.toMatchObject({ code: "UNKNOWN_UID" });
    await expect(session.describe(7 as unknown as string)).rejects.toBeInstanceOf(UipilotError);
  });
});
