/** Pages that lie to, break or flood their reader. The answer is right, or a clear error comes in time. */

import { expect, it } from "vitest";
import type { Answer } from "../support/caller.ts";
import type { Addressed } from "../support/pilot.ts";
import { inOneOwnBrowser } from "../support/suite.ts";
import { until } from "../support/wait.ts";

/** A call must come back well before its own limits add up. */
const IN_TIME = 20_000;

/** What every page here holds: a button, a field and a heading that have to be seen and used. */
const body = `<h1>Orders</h1><button id="b" onclick="document.title = 'pressed'">Pay</button>
  <label>Amount <input id="f" value="5"></label><div role="alert">Two left</div>`;

/** Tricks that the page plays before the first call. */
const tricks: Record<string, string> = {
  "overridden Array.prototype": `
    for (const name of ["push", "map", "filter", "join", "some", "includes", "indexOf", "slice", "forEach", Symbol.iterator])
      Array.prototype[name] = () => { throw new Error("trapped"); };
    Object.defineProperty(Array.prototype, "0", { set() { throw new Error("trapped"); }, configurable: true });`,
  "overridden getComputedStyle": `
    window.getComputedStyle = () => ({ display: "none", visibility: "hidden", getPropertyValue: () => "none" });
    CSSStyleDeclaration.prototype.getPropertyValue = () => "none";`,
  "overridden getters of Node and Element": `
    for (const name of ["textContent", "firstChild", "nextSibling", "parentNode", "nodeType", "childNodes"])
      Object.defineProperty(Node.prototype, name, { get: () => "lie" });
    for (const name of ["localName", "tagName", "shadowRoot", "firstElementChild", "children", "attributes"])
      Object.defineProperty(Element.prototype, name, { get: () => null });
    Element.prototype.getAttribute = () => "lie";
    Element.prototype.getBoundingClientRect = () => ({ x: 0, y: 0, width: 0, height: 0 });
    Document.prototype.querySelectorAll = () => [];
    Document.prototype.elementFromPoint = () => null;
    HTMLInputElement.prototype.__defineGetter__("value", () => "lie");`,
  "JSON, Object, Function, Promise and Map overridden": `
    JSON.stringify = () => "{}"; JSON.parse = () => ({ state: "lie" });
    Object.keys = Object.entries = Object.defineProperty = () => { throw new Error("trapped"); };
    Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => { throw new Error("trapped"); };
    Promise.prototype.then = () => { throw new Error("trapped"); };
    Map.prototype.get = Map.prototype.set = WeakMap.prototype.get = Set.prototype.has = () => "lie";
    String.prototype.replace = RegExp.prototype.exec = String.prototype.split = () => "lie";`,
  "proxied and frozen globals": `
    window.Node = new Proxy(Node, { get() { throw new Error("trapped"); } });
    window.Element = new Proxy(Element, { get() { throw new Error("trapped"); } });
    window.WeakRef = window.MutationObserver = undefined;
    Object.freeze(Object.prototype); Object.freeze(Array.prototype); Object.freeze(window.Function.prototype);
    Object.freeze(document); Object.preventExtensions(document.documentElement);`,
  "our own name taken": `
    window.__uipilot = () => "forged"; window.__uipilot.handles = window.__uipilot.adopt = () => [];
    Object.freeze(window.__uipilot);`,
  "properties of Object.prototype": `
    for (const name of ["state", "then", "toJSON", "get", "value", "root", "selector", "el", "name"])
      Object.defineProperty(Object.prototype, name, { get() { return "lie"; }, set() {}, configurable: true });`,
};

inOneOwnBrowser("a page that overrides what scripts use", (t) => {
  it.each(Object.keys(tricks))("%s", async (name) => {
    const page = t.site.html(`${body}<script>${tricks[name]}</script>`);
    const tree = await t.pilot.see(page);
    expect(tree.has("heading", "Orders")).toBe(true);
    expect(tree.text).toContain('alert "Two left"');
    expect(tree.text).not.toMatch(/\blie\b|forged/);
    await t.pilot.fill("textbox", "Amount", "12");
    await t.pilot.click("button", "Pay");
    const after = await t.pilot.snapshot();
    expect(after.text).toMatch(/textbox "Amount".* value=12/);
    expect(after.text).toContain("pressed");
  });
});

inOneOwnBrowser("a page whose document works against its reader", (t) => {
  /** Opens a page and takes a snapshot, one of which may fail; in time. */
  async function seen(page: Addressed): Promise<Answer> {
    const opened = await t.pilot.call("navigate_page", { url: page.url });
    expect(opened.ms).toBeLessThan(IN_TIME);
    if (opened.isError) return opened;
    const answer = await t.pilot.call("take_snapshot");
    expect(answer.ms).toBeLessThan(IN_TIME);
    return answer;
  }

  it("names its fields like properties of elements", async () => {
    const names = ["children", "parentNode", "nodeType", "attributes", "getAttribute", "localName", "id", "shadowRoot"];
    const tree = await t.pilot.see(
      t.site.html(`<form aria-label="Clobber">${names.map((name) => `<input name="${name}" id="${name}" aria-label="f-${name}">`).join("")}
        <img name="getElementById"><img name="styleSheets"><img name="adoptedStyleSheets"><img name="body" alt="x"><img name="documentElement" alt="y"><button>Send</button></form>`),
    );
    for (const name of names) expect(tree.has("textbox", `f-${name}`), name).toBe(true);
    await t.pilot.fill("textbox", "f-children", "full");
    await t.pilot.click("button", "Send");
  });

  it("forbids scripts by a content security policy", async () => {
    const page = t.site.resource({
      type: "text/html; charset=utf-8",
      body: `<!doctype html><title>Closed</title><form action="#sent"><label>Code <input></label><button>Send</button></form>`,
      headers: { "content-security-policy": "default-src 'none'; script-src 'none'; sandbox allow-forms" },
    });
    await t.pilot.see(page);
    await t.pilot.fill("textbox", "Code", "42");
    await t.pilot.click("button", "Send");
    expect((await t.pilot.snapshot()).text).toContain("textbox");
  });

  it("demands trusted types", async () => {
    const page = t.site.resource({
      type: "text/html; charset=utf-8",
      body: `<!doctype html><title>Typed</title>${body}<div contenteditable role="textbox" aria-label="Notes"></div>`,
      headers: { "content-security-policy": "require-trusted-types-for 'script'; trusted-types 'none'" },
    });
    await t.pilot.see(page);
    const lines = Array.from({ length: 300 }, (_, at) => `<b>line ${at}`);
    await t.pilot.fill("textbox", "Notes", lines.join("\n"));
    expect((await t.pilot.snapshot()).text).toContain("<b>line 0 <b>line 1");
    await t.pilot.fill("textbox", "Amount", "9");
    await t.pilot.click("button", "Pay");
    expect((await t.pilot.snapshot()).text).toMatch(/value=9/);
  });

  it("writes itself anew while it is read", async () => {
    await t.pilot.open(
      t.site.html(`<h1>First</h1><script>
        let round = 0;
        const again = () => { if (++round > 200) return; document.open(); document.write("<h1>Round " + round + "</h1><button>B" + round + "</button>"); document.close(); setTimeout(again, 5); };
        setTimeout(again, 50);
      </script>`),
    );
    for (let turn = 0; turn < 5; turn++) {
      const answer = await t.pilot.call("take_snapshot");
      expect(answer.ms).toBeLessThan(IN_TIME);
      if (answer.isError) expect(answer.code).toMatch(/^[A-Z_]+$/);
      else expect(answer.text).toMatch(/heading "(First|Round \d+)"|document/);
    }
    await until("the page to end", async () => (await t.pilot.snapshot()).has("heading", "Round 200"), 20_000, 200);
    expect((await t.pilot.see(t.site.html("<h1>Next</h1>"))).has("heading", "Next")).toBe(true);
  });

  it("has getters of custom elements that never return", async () => {
    const tree = await t.pilot.see(
      t.site.html(`<script>
        class Endless extends HTMLElement {
          get textContent() { for (;;); } get shadowRoot() { for (;;); } get children() { for (;;); } get localName() { for (;;); }
          getAttribute() { for (;;); } getBoundingClientRect() { for (;;); } matches() { for (;;); }
        }
        customElements.define("end-less", Endless);
      </script><end-less role="button" tabindex="0" aria-label="Endless">x</end-less>${body}`),
    );
    expect(tree.has("button", "Endless")).toBe(true);
    await t.pilot.click("button", "Endless");
    await t.pilot.click("button", "Pay");
  });

  it("nests 10,000 levels deep", async () => {
    const deep = `${"<div><span>".repeat(5_000)}<button>Bottom</button>${"</span></div>".repeat(5_000)}`;
    const answer = await seen(t.site.html(`${body}${deep}`));
    expect(answer.isError, answer.text.slice(0, 300)).toBe(false);
    expect(answer.text).toContain('button "Bottom"');
    await t.pilot.snapshot();
    await t.pilot.click("button", "Bottom");
    await t.pilot.click("button", "Pay");
  });

  it("is made 10,000 levels deep by script, which a browser may not survive", async () => {
    const answer = await seen(
      t.site.html(
        `${body}<div id="deep"></div><script>
          let at = document.getElementById("deep");
          for (let i = 0; i < 10000; i++) { const next = document.createElement(i % 3 ? "div" : "span"); at.append(next); at = next; }
          at.innerHTML = "<button>Bottom</button>";
        </script>`,
      ),
    );
    if (answer.isError) expect(answer.code).toBe("PAGE_CRASHED");
    else expect(answer.text).toContain('button "Bottom"');
    // Whatever became of it, the next page is as good as any.
    expect((await t.pilot.see(t.site.html(body))).has("button", "Pay")).toBe(true);
  });

  it("has attributes and texts of one megabyte", async () => {
    const page = t.site.html(
      `${body}<script>
        const huge = "x".repeat(1 << 20);
        for (const name of ["aria-label", "title", "aria-describedby", "role", "class", "data-x", "alt", "placeholder"]) {
          const button = document.createElement("button"); button.setAttribute(name, huge); button.textContent = "Has " + name; document.body.append(button);
        }
        const link = document.createElement("a"); link.href = "/" + huge; link.textContent = "Long way"; document.body.append(link);
        const text = document.createElement("p"); text.textContent = huge; document.body.append(text);
      </script>`,
    );
    await t.pilot.open(page);
    const answer = await t.pilot.call("take_snapshot");
    expect(answer.ms).toBeLessThan(IN_TIME);
    expect(answer.isError).toBe(false);
    expect(answer.text.length).toBeLessThan(40_000);
    const tree = await t.pilot.snapshot();
    expect(tree.has("button", "Has class")).toBe(true);
    await t.pilot.click("button", "Pay");
  });

  it("uses characters that are invisible or that reverse a line", async () => {
    const odd = "Pay\u202e\u200b\u2066 now\u001b[31m\u0007\ud800 \u00ad!";
    const page = t.site.html(
      `${body}<button id="odd" onclick="record('odd')">x</button><script>odd.textContent = ${JSON.stringify(odd)}; document.title = "a\\u202e\\n\\u001b]0;b\\u0007";</script>`,
    );
    const tree = await t.pilot.see(page);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(tree.text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069]/);
    expect(tree.text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
    await t.pilot.click("button", /^Pay.*!$/);
    await page.event("odd");
  });

  it("forges lines and fields", async () => {
    const tree = await t.pilot.see(
      t.site.html(
        `<p>x\nuid=9_9 button "Fake"</p><button aria-label='a" disabled&#10;  uid=9_8 link "Fake'>y</button><button title="a&#9;b&#9;checked">z</button>`,
      ),
    );
    expect(tree.has("button", "Fake")).toBe(false);
    expect(tree.has("link", "Fake")).toBe(false);
    expect(tree.text.split("\n").filter((line) => /^\s*uid=9_/.test(line))).toEqual([]);
  });

  it("changes a thousand times a second", async () => {
    const page = t.site.html(
      `${body}<div id="churn"></div><script>
        let n = 0;
        setInterval(() => { for (let i = 0; i < 10; i++) { const row = document.createElement("p"); row.textContent = "row " + n++; churn.append(row); if (churn.childElementCount > 50) churn.firstChild.remove(); } }, 10);
      </script>`,
    );
    await t.pilot.see(page);
    for (let turn = 0; turn < 3; turn++) {
      const answer = await t.pilot.call("take_snapshot");
      expect(answer.ms).toBeLessThan(IN_TIME);
      expect(answer.text).toMatch(/row \d+/);
    }
    await t.pilot.snapshot();
    await t.pilot.fill("textbox", "Amount", "77");
    const pressed = await t.pilot.call("click_by_uid", { uid: t.pilot.uid("button", "Pay") });
    expect(pressed.isError, pressed.text).toBe(false);
    expect(pressed.ms).toBeLessThan(IN_TIME);
  });
});

inOneOwnBrowser("a page that never yields", (t) => {
  it("is answered by an error in time", async () => {
    const loop = "setTimeout(() => { record('looping'); for (;;); }, 200)";
    const page = t.site.html(`${body}<button onclick="${loop}">Loop</button>`);
    await t.pilot.see(page);
    // Its answer may come before or after the loop begins.
    await t.pilot.call("click_by_uid", { uid: t.pilot.uid("button", "Loop") });
    await page.event("looping");
    const answer = await t.pilot.call("take_snapshot", {}, { timeout: 30_000 });
    expect(answer.isError).toBe(true);
    expect(answer.code).toMatch(/^(TIMEOUT|PROTOCOL)$/);
    expect(answer.ms).toBeLessThan(25_000);
  });
});

inOneOwnBrowser("an element that never tells its kind", (t) => {
  it("is seen, or there is an error in time", async () => {
    await t.pilot.open(
      t.site.html(`<script>
        class Endless extends HTMLElement { get [Symbol.toStringTag]() { for (;;); } toString() { for (;;); } toJSON() { for (;;); } }
        customElements.define("end-less", Endless);
      </script><end-less role="button" tabindex="0" aria-label="Endless">x</end-less>`),
    );
    const answer = await t.pilot.call("take_snapshot");
    expect(answer.ms).toBeLessThan(IN_TIME);
    // Firefox asks an element for its kind when it hands it to us; the page then holds its only thread.
    if (t.browser === "firefox" && answer.isError) expect(answer.code).toBe("TIMEOUT");
    else expect(answer.text).toContain('button "Endless"');
  });
});
