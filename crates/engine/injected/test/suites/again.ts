import { expect, test } from "vitest";
import type { TestBrowser, TestPage } from "../browsers.ts";
import { CHANGING } from "./again-page.ts";

/** The walk as the engine has it: each answer applied to the lines before. */
export class Copy {
  lines: string[] = [];
  doc = "";
  serial = 0;
  /** The freed elements that the last answer named. */
  freed = "";
  /** How many lines the last answer held itself, and the serial of the walk that it is a difference from. */
  sent = 0;
  base = 0;

  constructor(private page: TestPage) {}

  async walk(): Promise<string> {
    const [header = "", ...rest] = (
      await this.page.raw("walk", { known: { doc: this.doc, serial: this.serial } })
    ).split("\n");
    const fields = header.split("\t");
    const before = this.lines;
    this.doc = fields[0] ?? "";
    this.serial = Number(fields[9]);
    this.base = Number(fields[10]);
    this.freed = fields[11] ?? "";
    this.sent = rest.filter((line) => !line.startsWith("=")).length;
    this.lines = rest.flatMap((line) => {
      if (!line.startsWith("=")) return [line];
      const [from = 0, count = 0] = line.slice(1).split("\t").map(Number);
      if (from + count > before.length) throw new Error(`${line} of ${before.length} lines`);
      return before.slice(from, from + count);
    });
    return this.lines.join("\n");
  }
}

const fresh = async (page: TestPage): Promise<string> => (await page.raw("walk")).split("\n").slice(1).join("\n");

/** Seeds, and changes of each: more with AGAIN_SEEDS. */
const SEEDS = Number(process.env.AGAIN_SEEDS ?? 12);
const FIRST = Number(process.env.AGAIN_FIRST ?? 1);
const STEPS = 25;

export function againSuite(browser: () => TestBrowser): void {
  test.each(Array.from({ length: SEEDS }, (_, seed) => seed + FIRST))(
    "a walk that takes over what has not changed says what a fresh one says, seed %i",
    { timeout: 60_000 },
    async (seed) => {
      const { page } = browser();
      await page.open(CHANGING);
      const copy = new Copy(page);
      expect(await copy.walk()).toBe(await fresh(page));
      let repeated = 0;
      for (let step = 0; step < STEPS; step++) {
        // What the browser does about it by itself, such as taking the focus away, comes with the next frame.
        await page.main(
          `changes(${seed * 1000 + step}); new Promise((done) => requestAnimationFrame(() => setTimeout(done)))`,
        );
        let [again, whole] = [await copy.walk(), await fresh(page)];
        // Scrolling may go on between the two; what was not noticed is not noticed later either.
        if (again !== whole) [again, whole] = [await copy.walk(), await fresh(page)];
        expect(again, `step ${step}`).toBe(whole);
        if (copy.base > 0) repeated++;
      }
      expect(repeated).toBeGreaterThan(STEPS / 4);
    },
  );

  test("the value of a combobox follows what it shows", async () => {
    const { page } = browser();
    await page.open(
      `<!doctype html><style>.off { display: none }</style><div role="combobox" tabindex="0" aria-label="C"><span id="a">Red</span><div id="b" class="off"><p>Green</p></div></div>`,
    );
    const copy = new Copy(page);
    expect(await copy.walk()).toContain("value=Red");
    for (const id of ["a", "b"]) {
      await page.main(`document.getElementById("${id}").classList.toggle("off"); 0`);
      expect(await copy.walk()).toBe(await fresh(page));
    }
    expect(copy.lines.join()).toContain("value=Green");
  });

  test("freed elements are named until the next call shows that the answer arrived", { timeout: 60_000 }, async () => {
    const { page } = browser();
    await page.open("<main><h1>Kept</h1></main><ul></ul>");
    await page.main("document.querySelector('ul').innerHTML = '<li><a href=#>Row</a>'.repeat(100); 1");
    const copy = new Copy(page);
    await copy.walk();
    const kept = copy.lines.find((line) => line.includes("Kept"))?.split("\t")[1];
    await page.main("document.querySelector('ul').replaceChildren(); 1");
    const lost = new Copy(page);
    // Garbage makes the browser collect; it decides when.
    const garbage =
      "new Promise((done) => { globalThis.kept = Array.from({ length: 2e5 }, (_, i) => ({ i, text: 'x' + i })); globalThis.kept = 0; requestIdleCallback(() => setTimeout(done)); })";
    while (lost.freed === "") {
      await page.main(garbage);
      await lost.walk();
      lost.serial = 0; // this answer got lost
    }
    await copy.walk();
    const numbers = copy.freed.split(",").flatMap((range) => {
      const [from = 0, to = from] = range.split("-").map(Number);
      return Array.from({ length: to - from + 1 }, (_, i) => from + i);
    });
    expect(numbers).not.toContain(Number(kept));
    expect(numbers.length).toBeGreaterThan(0);
    // A confirmed number is not named again.
    const named = copy.freed;
    await copy.walk();
    expect(copy.freed.split(",").filter((range) => named.split(",").includes(range) && range !== "")).toEqual([]);
  });

  const idle = "new Promise((done) => requestIdleCallback(() => setTimeout(done)))";

  test("a document that was walked ahead is answered as a whole, in its current state", async () => {
    const { page } = browser();
    for (const seed of [1, 2, 3]) {
      await page.open(CHANGING);
      await page.call("ahead");
      await page.main(idle);
      await page.main(idle);
      await page.main(`changes(${seed}); new Promise((done) => requestAnimationFrame(() => setTimeout(done)))`);
      const copy = new Copy(page);
      expect(await copy.walk()).toBe(await fresh(page));
      expect([copy.serial, copy.base], "the third walk; the two before were not answered").toEqual([3, 0]);
    }
  });

  test("nothing is walked ahead after a walk, nor in a huge document", async () => {
    const { page } = browser();
    await page.open(CHANGING);
    const header = await page.inside(
      `__uipilot("ahead", "{}"), __uipilot("walk", '{"known":{"doc":"","serial":0}}').split("\\n", 1)[0]`,
    );
    expect(header.split("\t")[9]).toBe("1");
    await page.main(idle);
    const copy = new Copy(page);
    await copy.walk();
    expect(copy.serial).toBe(2);

    await page.open(`<script>document.write("<br>".repeat(20001))</script>`);
    await page.call("ahead");
    await page.main(idle);
    await copy.walk();
    expect(copy.serial).toBe(1);
  });

  /** How many lines the answer after a change holds, and whether it is a difference. */
  async function after(copy: Copy, page: TestPage, change: string): Promise<{ sent: number; repeated: boolean }> {
    await page.main(change);
    expect(await copy.walk(), change).toBe(await fresh(page));
    return { sent: copy.sent, repeated: copy.base > 0 };
  }

  test("a layer that came over the page without a mutation is found", async () => {
    const { page } = browser();
    await page.open(`<style>body { margin: 0 } p { height: 400px }
      aside { position: fixed; inset: auto 0 0; height: 50%; background: white;
        transform: translateY(100%); transition: transform 300ms } aside.in { transform: none }
      nav { position: sticky; top: 0; height: 50vh; background: white }
      section { height: 100vh; overflow-y: scroll } section p { background: silver }</style>
      <section><p><button>One</button><nav><a href="#two">Two</a></nav>${"<p>Text".repeat(20)}</section>
      <nav aria-label="Bar"><a href="#three">Three</a></nav><aside role="dialog" aria-label="Cookies"><button>Yes</button></aside>${"<p><button>More</button>".repeat(20)}`);
    const copy = new Copy(page);
    await copy.walk();
    await page.main(`const aside = document.querySelector("aside"); aside.className = "in";
      window.stands = new Promise((done) => { aside.ontransitionend = () => done(); }); 0`);
    await copy.walk(); // it is on its way
    await after(copy, page, "window.stands");
    expect(copy.lines.join()).toContain("covers=50%");
    await after(copy, page, "1");
    await after(copy, page, `document.querySelector("section").scrollTop = 1000`);
    await after(copy, page, "scrollTo(0, 3000)");
    expect(copy.lines.join()).toMatch(/Bar\tcovers/);
  });

  test("layers of one line cover their shares together", async () => {
    const { page } = browser();
    await page.open(`<style>body { margin: 0 } p { height: 40px }
      div { position: fixed; inset: 0 } dialog { position: absolute; inset: auto 0 0; width: auto; height: 50%; margin: 0; border: 0; padding: 0 }</style>
      ${"<p><button>More</button>".repeat(20)}<div><dialog open aria-label="Cookies" style="position: sticky"><button>Yes</button></dialog></div>`);
    const copy = new Copy(page);
    await copy.walk();
    expect(copy.lines.join("\n").match(/covers=\S+/g)).toEqual(["covers=100%"]);
  });

  test("a list that goes on below says so once, where two that scroll end with the same line", async () => {
    const { page } = browser();
    const rows = "<p style='height:40px;margin:0'>Row</p>".repeat(6);
    await page.open(`<div style="height:300px;overflow:auto"><div style="height:280px;overflow:auto">${rows}<div style="height:3000px"></div></div>
      <div style="height:3000px"></div></div>`);
    const copy = new Copy(page);
    await copy.walk();
    expect(copy.lines.join("\n").match(/more=\S+/g)).toEqual(["more=below"]);
  });

  test("text of a host is found where its slots show it", async () => {
    const { page } = browser();
    await page.open(`<div id=host><button>A</button></div><x-in></x-in><script>
      host.attachShadow({ mode: "open" }).innerHTML = "<x-in><slot></slot></x-in><p>around <slot name=s>nothing</slot></p>";
      const inner = host.shadowRoot.querySelector("x-in").attachShadow({ mode: "open" });
      inner.innerHTML = "<section aria-label=In><div><slot>none</slot></div></section>";
    </script>`);
    const copy = new Copy(page);
    await copy.walk();
    for (const [change, shown] of [
      [`host.append("Text")`, "Text"],
      [`host.lastChild.data = "Other"`, "Other"],
      [`host.firstChild.remove()`, "Other"],
      [`host.prepend("More "); host.after(document.createElement("hr"))`, "More Other"],
      [`host.textContent = ""`, "around"],
      [`host.textContent = "Again"`, "Again"],
    ] as const) {
      await after(copy, page, change);
      expect(copy.lines.join("\n"), change).toContain(shown);
    }
    expect(copy.base).toBeGreaterThan(0);
  });

  test("a small change on a large page is answered in a few lines", async () => {
    const { page } = browser();
    const rows = Array.from({ length: 300 }, (_, i) => `<tr><td>Row ${i}<td><button>Edit ${i}</button></tr>`).join("");
    await page.open(
      `<!doctype html><title>t</title><main><h1>T</h1><table><tr><th>A<th>B</tr>${rows}</table><ul><li>one<li>two</ul></main>`,
    );
    const copy = new Copy(page);
    await copy.walk();
    expect(copy.base).toBe(0);
    expect(await after(copy, page, "void 0")).toEqual({ sent: 1, repeated: true });
    for (const change of [
      `document.querySelectorAll("td")[100].firstChild.data = "changed"`,
      `document.querySelectorAll("td")[100].textContent = "again"`,
      `document.querySelectorAll("button")[7].setAttribute("aria-label", "label")`,
      `document.querySelectorAll("tr")[9].remove()`,
      `document.querySelector("ul").insertAdjacentHTML("beforeend", "<li>three")`,
      `document.querySelectorAll("button")[11].focus()`,
    ]) {
      const { sent, repeated } = await after(copy, page, change);
      expect(repeated, change).toBe(true);
      expect(sent, change).toBeLessThan(12);
    }
  });

  test("a caller without the last walk gets all lines", async () => {
    const { page } = browser();
    await page.open(`<!doctype html><title>t</title><p>a<p>b`);
    const [one, other] = [new Copy(page), new Copy(page)];
    await one.walk();
    await other.walk();
    expect(await one.walk()).toBe(await fresh(page));
    expect(one.base).toBe(0);
    await page.open(`<!doctype html><title>t</title><p>c<p>d`);
    // The first walk of another document has a number that was used before.
    await new Copy(page).walk();
    expect(await one.walk()).toBe(await fresh(page));
    expect(one.base).toBe(0);
  });

  test("a page that changes all the time is not followed", async () => {
    const { page } = browser();
    await page.open(`<!doctype html><title>t</title><p id=p>a</p><ul></ul>`);
    const copy = new Copy(page);
    await copy.walk();
    await page.main(
      `(async () => { for (let i = 0; i < 3000; i++) { document.querySelector("ul").append(document.createElement("li")); if (i % 100 === 0) await 0; } p.textContent = "b"; })()`,
    );
    expect(await copy.walk()).toBe(await fresh(page));
    expect(copy.base).toBe(0);
    expect((await after(copy, page, `p.textContent = "c"`)).repeated).toBe(true);
  });

  /** [what, markup, changes that no mutation of what they show tells]. */
  test("references that script set are not what makes a page end", async () => {
    const { page } = browser();
    await page.open(`<!doctype html><title>t</title><button id=a>A</button><p id=x>X</p>`);
    await page.main(`a.ariaLabelledByElements = [x]; a.ariaDescribedByElements = [x]; 0`);
    await fresh(page);
    // Firefox keeps one list per element for the world that reads it first. The process crashes when the other one uses it.
    await page.main(`a.ariaLabelledByElements = [x, a]; 0`);
    await fresh(page);
    expect(await page.main(`String(a.ariaLabelledByElements.length + a.ariaDescribedByElements.length)`)).toBe("3");
    expect(await fresh(page)).toContain("button");
  });

  test("references that script set are noticed, where they can be read", async () => {
    const { page, name } = browser();
    await page.open(`<!doctype html><title>t</title><section aria-labelledby=h><h2 id=h>H</h2></section><p id=x>X</p>`);
    const copy = new Copy(page);
    await copy.walk();
    await page.main(`document.querySelector("section").ariaLabelledByElements = [x]; 0`);
    const now = await copy.walk();
    expect(now).toBe(await fresh(page));
    expect(now.includes("region\t\tX")).toBe(name === "chromium");
  });

  const UNTOLD: [string, string, string[]][] = [
    [
      "style by a sibling",
      `<style>.on + p{display:none}</style><div id=a>A</div><p>B <b>bold</b></p>`,
      [`a.className = "on"`, `a.className = ""`],
    ],
    [
      "style by what is inside",
      `<style>section:has(i) h2{display:none}</style><section><h2>H</h2><div id=a></div></section>`,
      [`a.append(document.createElement("i"))`, `a.textContent = ""`],
    ],
    [
      "style by state",
      `<style>#c:checked ~ p{visibility:hidden}</style><input type=checkbox id=c><div>d</div><p>B <b>bold</b></p>`,
      [`c.checked = true`, `c.checked = false`],
    ],
    [
      "the size of a container",
      `<style>.box{container-type:inline-size}@container (min-width:300px){.in{display:none}}</style><div class=box id=a style="width:200px"><p class=in>In</p></div>`,
      [`a.style.width = "400px"`, `a.style.width = "100px"`],
    ],
    [
      "a nested rule",
      `<style>.list{& li:first-child{display:none}}</style><ul class=list id=a><li>one<li>two<li>three</ul>`,
      [`a.prepend(a.lastChild)`],
    ],
    [
      "generated text",
      `<style>button:first-child::before{content:"first "}</style><div id=a><button>A</button><button>B</button></div>`,
      [`a.append(a.firstChild)`],
    ],
    [
      "a rule of a sheet",
      `<style id=s>p{color:red}</style><p>A</p><p class=x>B</p>`,
      [
        `s.sheet.insertRule(".x{display:none}")`,
        `s.sheet.disabled = true`,
        `s.sheet.disabled = false`,
        `s.sheet.deleteRule(0)`,
      ],
    ],
    [
      "another sheet",
      `<p>A</p><p class=x>B</p>`,
      [
        `globalThis.sheet = new CSSStyleSheet(); sheet.replaceSync(".x{display:none}"); document.adoptedStyleSheets = [sheet]`,
        `sheet.replaceSync(".y{display:none}")`,
      ],
    ],
    [
      "a popover and a dialog",
      `<div id=a popover>In <button>B</button></div><dialog id=d><p>D</p></dialog>`,
      [`a.showPopover()`, `a.hidePopover()`, `d.showModal()`, `d.close()`],
    ],
    [
      "a dialog that is why the page is unheard",
      `<main aria-hidden=true><p>Ada</p><button>Edit</button></main><section><p>B</p><div id=d><div role=dialog aria-modal=true><button>Save</button></div></div></section>`,
      [`d.style.display = "none"`, `d.style.display = ""`, `d.firstChild.ariaHidden = "true"`],
    ],
    [
      "an animation",
      `<div id=a><p>A <b>bold</b></p></div>`,
      [`globalThis.anim = a.animate({visibility:["hidden","hidden"]}, {duration:1e6})`, `anim.cancel()`],
    ],
    [
      "values",
      `<form id=f><input id=i value=a><input type=checkbox id=c><select id=s><option>x<option>y</select><textarea id=t>z</textarea><label id=l>For <input id=n value=3> days <input type=radio></label></form>`,
      [`i.value = "b"`, `c.indeterminate = true`, `s.value = "y"`, `t.value = "w"`, `n.value = "4"`, `f.reset()`],
    ],
    [
      "a shadow tree",
      `<div id=a><p>light</p></div>`,
      [
        `a.attachShadow({mode:"open"}).innerHTML = "<p>shade</p><slot></slot>"`,
        `a.shadowRoot.querySelector("slot").name = "s"`,
        `a.shadowRoot.firstChild.textContent = "dark"`,
      ],
    ],
    [
      "references",
      `<h2 id=h>H <b id=b>b</b></h2><section aria-labelledby=h><p>P</p></section><div><button aria-describedby=x>B</button></div><p id=x>X</p><label for=z>L</label><div><input id=z></div>`,
      [
        `b.textContent = "bb"`,
        `h.id = "g"`,
        `x.firstChild.data = "Y"`,
        `document.querySelector("label").htmlFor = "none"`,
        `document.querySelector("section").setAttribute("aria-labelledby", "x")`,
      ],
    ],
    [
      "the address",
      `<a href="#x">A</a><a href="y">B</a><p>C</p>`,
      [`history.pushState(0, "", "/other/place")`, `history.pushState(0, "", "/")`],
    ],
  ];
  test.each(UNTOLD)("what no mutation tells is noticed: %s", async (_, html, changes) => {
    const { page } = browser();
    const rest = Array.from({ length: 60 }, (__, i) => `<p>Filler <b>${i}</b></p>`).join("");
    await page.open(`<!doctype html><title>t</title>${html}<main>${rest}</main>`);
    const copy = new Copy(page);
    await copy.walk();
    for (const change of changes) {
      const before = copy.lines.join("\n");
      await page.main(`${change}; 0`);
      const now = await copy.walk();
      expect(now, change).toBe(await fresh(page));
      expect(now, `${change} is seen`).not.toBe(before);
      expect(await copy.walk()).toBe(now);
    }
  });

  test("a button without a name that got another icon says so", async () => {
    const { page } = browser();
    await page.open(`<style>i{display:inline-block;width:9px;height:9px}</style><button><i class="fa fa-play"></i></button>
      ${"<p>Text</p>".repeat(60)}<button><svg width="9" height="9"><use href="#icon-star"></use></svg></button>`);
    const copy = new Copy(page);
    expect(await copy.walk()).toContain("icon=play");
    await page.main(`document.querySelector("i").className = "fa fa-pause"; 0`);
    expect(await copy.walk()).toContain("icon=pause");
    await page.main(`document.querySelector("use").setAttribute("href", "#icon-heart"); 0`);
    expect(await copy.walk()).toContain("icon=heart");
    expect(copy.lines.join("\n")).toBe(await fresh(page));
  });
}
