import { describe, expect, it } from "vitest";
import type { ReadHeader } from "../../src/reading/protocol.ts";
import type { TestBrowser, TestPage } from "../browsers.ts";
import { walk } from "../page.ts";

/** What the script reads, with references as `{address}` and frames as `<title>`. */
async function read(page: TestPage, html: string, args: object = {}): Promise<string> {
  await page.open(`<!doctype html><title>t</title>${html}`);
  return (await taken(page, args)).text;
}

async function taken(page: TestPage, args: object): Promise<{ header: ReadHeader; text: string }> {
  const [first = "", ...lines] = (await page.raw("read", args)).split("\n");
  const header = JSON.parse(first) as ReadHeader;
  const text = lines
    .map((line) => {
      const [kind, rest] = [line.charAt(0), line.slice(1)];
      if (kind === " ") return rest;
      const [before = "", ...fields] = rest.split("\t");
      return kind === "f" ? `${before}<${fields[1]}>` : `${before}${"#".repeat(Number(kind))} ${fields[0]}`;
    })
    .join("\n")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they stand around the number of a link
    .replace(/\u0002(\d+)\u0003/g, (_, number) => `{${header.links[Number(number)]}}`);
  return { header, text };
}

export function readSuite(context: () => TestBrowser): void {
  const md = (html: string, args: object = {}): Promise<string> => read(context().page, html, args);

  describe("read", () => {
    it("writes headings, paragraphs, line breaks and emphasis", async () => {
      expect(
        await md(`<h1>One <small>small</small></h1><p>Some <b>bold </b>and <em>soft</em>  words<br>on two lines.</p>
          <div>Block<div>in a block</div>tail</div><h3>Three</h3><hr>10<sup>2</sup> and H<sub>2</sub>O<p>   </p>`),
      ).toBe(
        "# One small\n\nSome **bold** and *soft* words\non two lines.\n\nBlock\n\nin a block\n\ntail\n\n### Three\n\n---\n\n10^2 and H2O",
      );
    });

    it("keeps the whitespace that is shown", async () => {
      expect(
        await md(`<p style="white-space: pre-line">one\n two</p><p style="white-space: pre-wrap">a\n   b</p>
          <pre><code class="language-rust">fn main() {\n\tlet a = "*";\n}\n</code></pre>`),
      ).toBe('one\ntwo\n\na\n   b\n\n```rust\nfn main() {\n\tlet a = "*";\n}\n```');
    });

    it("writes lists in lists, with their numbers", async () => {
      expect(
        await md(`<p>Before</p><ol start=3><li>three<ul><li>a<li><p>b</p><p>more</p></ul></li><li value=9>nine</ol>
          <ul><li></li><li>only</ul><dl><dt>Term<dd>Meaning<dt>Other<dd>First<dd>Second</dl>after`),
      ).toBe(
        "Before\n\n3. three\n   - a\n   - b\n\n     more\n9. nine\n\n- only\n\n**Term**\n: Meaning\n\n**Other**\n: First\n: Second\n\nafter",
      );
    });

    it("writes quotations and code in them", async () => {
      expect(
        await md("<blockquote><p>Said</p><pre>x\n\ny</pre><ul><li>i</ul></blockquote><p>`tick` <code>a`b</code>"),
      ).toBe("> Said\n>\n> ```\n> x\n> \n> y\n> ```\n>\n> - i\n\n\\`tick\\` ``a`b``");
    });

    it("writes tables, and reads those that only place things cell by cell", async () => {
      expect(
        await md(`<table><caption>List</caption><tr><th>Name<th colspan=2>Places<tr><td rowspan=2>Ada|B<td>Bern<td><p>x</p><p>y</p>
          <tr><td>Lima<td><table><tr><td>in<td>ner</table></table>
          <table><tr><td><h2>Left</h2><td><p>Right</p></table>
          <div role=table><div role=row><span role=columnheader>H</span><span role=columnheader>I</span></div><div role=row><span role=cell>1</span><span role=cell>2</span></div></div>`),
      ).toBe(
        "List\n\n| Name | Places |  |\n|---|---|---|\n| Ada\\|B | Bern | x<br>y |\n| Ada\\|B | Lima | in, ner |\n\n## Left\n\nRight\n\n| H | I |\n|---|---|\n| 1 | 2 |",
      );
    });

    it("reads the rows and cells of tables where they are shown", async () => {
      const { page } = context();
      const cells = (name: string): string => `<x-cell>${name} 1</x-cell><x-cell>${name} 2</x-cell>`;
      // The parser leaves only rows in tables, so that a script puts the others there.
      await page.open(`<!doctype html><title>t</title><style>
          x-row { display: table-row } x-cell { display: table-cell } x-rows { display: contents }</style>
        <x-list><x-row>${cells("slotted")}</x-row><x-row slot=first>${cells("first")}</x-row><x-row hidden style="display: none">${cells("no")}</x-row></x-list>
        <table id=own><tr><th>H1<th>H2<tbody></table>
        <script>
          const row = (name) => \`<tr><td>\${name} 1<td>\${name} 2\`;
          const list = document.querySelector("x-list");
          const root = list.attachShadow({ mode: "open" });
          root.innerHTML = "<style>::slotted(x-row) { display: table-row }</style><table><thead><tr><th>A<th>B</thead>" + row("own") + "</table>";
          const body = root.querySelector("tbody");
          const slot = (name) => Object.assign(document.createElement("slot"), { name });
          body.prepend(slot("first"));
          body.append(slot(""));
          const rows = document.createElement("x-rows");
          const made = document.createElement("table");
          made.innerHTML = row("made");
          rows.append(...made.rows);
          own.tBodies[1].append(rows, list.children[0].cloneNode(true));
        </script>`);
      expect((await taken(page, {})).text).toBe(
        [
          "| A | B |\n|---|---|\n| first 1 | first 2 |\n| own 1 | own 2 |\n| slotted 1 | slotted 2 |",
          "| H1 | H2 |\n|---|---|\n| made 1 | made 2 |\n| slotted 1 | slotted 2 |",
        ].join("\n\n"),
      );
    });

    it("writes links as references", async () => {
      expect(
        await md(`<a href="/a">One</a> and <a href="#part">two</a>, <a href="/a"> again</a>; <a href="javascript:void 0">script</a>
          <a href="/card"><h2>Card</h2><p>Text</p></a><a href="/icon" aria-label="Search"><svg width=9 height=9></svg></a><a href="/empty"></a><br>
          <a href="/late"><div></div>Late</a>`),
      ).toBe(
        "[One]{/a} and [two]{#part}, [again]{/a}; script\n\n## [Card]{/card}\n\nText\n\n[Search]{/icon}\n\n[Late]{/late}",
      );
    });

    it("writes the values of fields, and never those of passwords", async () => {
      const page =
        await md(`<input value="Ann"><input placeholder="City"><input type=password value="hunter2"><input type=hidden value=h>
        <input type=checkbox checked>Yes <input type=radio name=r>No <select><option>S<option selected>M</select><textarea>one\ntwo</textarea>
        <input type=submit value=Go><progress value=3 max=10></progress>`);
      expect(page).toBe("{Ann} {City…} {••••} [x] Yes ( ) No {M} {one\ntwo} Go {3 / 10}");
      expect(page).not.toContain("hunter2");
    });

    it("names pictures, films, canvases and formulas, and reads closed details", async () => {
      expect(
        await md(`<p><img alt="A cat" src=x><img alt="" src=y><svg role=img aria-label=Chart width=9 height=9></svg></p>
          <canvas width=90 height=90 aria-label=Map></canvas><video aria-label=Film width=90 height=90></video>
          <math alttext="x^2"><mi>x</mi></math><details><summary>More</summary><p>Inside</p></details>
          <details open><summary>Open</summary>Shown</details><ruby>漢<rt>kan</rt></ruby>`),
      ).toBe(
        "![A cat]![Chart]\n\n![canvas: Map] ![video: Film] $`x^2`$\n\n▸ More\n\nInside\n\n▾ Open\n\nShown\n\n漢(kan)",
      );
    });

    it("reads the words of drawings, each by itself, and what is no drawing in them", async () => {
      expect(
        await md(`<p>Before</p><svg width=600 height=90><title>Sales</title><desc>no words</desc><rect width=9 height=9 /><g><text x=5 y=20>North <tspan>12</tspan></text>
          <text x=5 y=40>South 7</text></g><defs><text>defined</text></defs><text y=60 visibility=hidden>hidden</text>
          <a href="/all"><text x=5 y=80>All of it</text></a></svg><p>After</p>
          <svg width=600 height=90><foreignObject width=600 height=90><p>One</p><p>Two <b>three</b></p></foreignObject></svg>
          <p>By <svg width=60 height=20 aria-label="Acme Inc."><text y=15>Acme</text></svg></p>`),
      ).toBe("Before\n\n![Sales] North 12 South 7 All of it\n\nAfter\n\nOne\n\nTwo **three**\n\nBy ![Acme Inc.]");
    });

    it.each([
      ["a fraction", "<mfrac><mn>1</mn><mn>2</mn></mfrac>", "1/2"],
      ["a mixed number", "<mn>1</mn><mfrac><mn>1</mn><mn>2</mn></mfrac>", "1 1/2"],
      ["numbers side by side", "<mn>1</mn><mn>2</mn>", "1 2"],
      ["a power", "<msup><mi>x</mi><mn>2</mn></msup><mi>y</mi>", "x^2 y"],
      ["an index", "<msub><mi>a</mi><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></msub>", "a_(n+1)"],
      ["both", "<msubsup><mi>a</mi><mi>n</mi><mn>2</mn></msubsup>", "a_n^2"],
      [
        "roots",
        "<msqrt><mn>9</mn></msqrt><mo>+</mo><mroot><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>3</mn></mroot>",
        "√9+√[3](a+b)",
      ],
      ["a quotient", "<mfrac><mrow><mo>−</mo><mi>b</mi></mrow><mrow><mn>2</mn><mi>a</mi></mrow></mfrac>", "(−b)/(2a)"],
      [
        "a sum",
        "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>",
        "∑_(i=1)^n i",
      ],
      [
        "a number over another",
        '<mo>(</mo><mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac><mo>)</mo>',
        "([n; k])",
      ],
      [
        "a matrix",
        "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable>",
        "[1, 2; 3, 4]",
      ],
      [
        "what its author wrote",
        '<semantics><mfrac><mn>1</mn><mn>2</mn></mfrac><annotation encoding="application/x-tex">\\tfrac12</annotation></semantics>',
        "\\tfrac12",
      ],
      ["words", "<mtext>if </mtext><mi>x</mi><mo>&gt;</mo><mn>0</mn>", "if x>0"],
    ])("writes formulas so that no number is another: %s", async (_, formula, line) => {
      expect(await md(`<p>It is <math>${formula}</math>.</p>`)).toBe(`It is $\`${line}\`$.`);
    });

    it("leaves out what is hidden, and keeps what is visible in it", async () => {
      expect(
        await md(`<p style="display:none">none</p><p style="visibility:hidden">hid <b style="visibility:visible">seen</b></p>
          <div style="content-visibility:hidden">skipped</div><script>1</script><template>t</template><i aria-hidden=true>icon</i>
          <main aria-hidden=true><p>Behind a dialog</p></main><p hidden>h</p>`),
      ).toBe("**seen**\n\nBehind a dialog");
    });

    it("reads shadow trees and slots", async () => {
      const page = await md(`<div id=h><b slot=s>slotted</b>unslotted</div>
        <script>h.attachShadow({mode:"open"}).innerHTML = "<h2>Shadow</h2><p>before <slot name=s></slot> after</p>"</script>`);
      expect(page).toBe("## Shadow\n\nbefore **slotted** after");
    });

    it("keeps the page from writing what Markdown gives a meaning", async () => {
      expect(
        await md(`<p># no heading</p><p>1. no item</p><p>> no quotation</p><p>[no](link) [1]: http://x</p><p>a*b &lt;!-- c --&gt;</p>
          <p>-- - ---</p><p>\`\`\`</p><table><tr><th>a | b<th>c</table><p>\u0001\u0002​9\u0003x</p>`),
      ).toBe(
        "\\# no heading\n\n1\\. no item\n\n\\> no quotation\n\n\\[no\\](link) \\[1\\]: http://x\n\na\\*b \\<!-- c -->\n\n-- - ---\n\n\\`\\`\\`\n\n| a \\| b | c |\n|---|---|\n\n​9x",
      );
    });

    it("writes plain text", async () => {
      expect(
        await md(
          `<h1>T</h1><p><b>b</b> <a href="/x">l</a> [x] *</p><table><tr><th>1<th>2<tr><td>3|x<td>4<br>y</table><pre>a  b</pre>`,
          {
            plain: true,
          },
        ),
      ).toBe("# T\n\nb l [x] *\n\n1\t2\n3|x\t4 y\n\na  b");
    });

    it("finds the main part", async () => {
      const text = "A sentence with several words, commas, and so on, which belongs to the article. ".repeat(4);
      const { page } = context();
      await page.open(`<!doctype html><nav><a href=/>Home</a> <a href=/b>Things that are long enough to be text</a></nav>
        <div class=sidebar><p>${"Buy this, now, and that. ".repeat(8)}</p></div>
        <article><h1>Title</h1><p>${text}</p><p>${text}</p><div class="share-links"><a href=/s>Share this</a></div><p>${text}</p></article>
        <footer>Imprint and so on</footer>`);
      const { header, text: main } = await taken(page, { main: true });
      expect(header.main).toBe(true);
      expect(main).toContain("# Title");
      expect(main.split("A sentence").length).toBe(13);
      expect(main).not.toMatch(/Home|Buy|Share|Imprint/);
      const none = await read(page, "<nav><a href=/>Home</a></nav><p>Short.</p>", { main: true });
      expect(none).toContain("Home");
    });

    it("reads one element, and refuses one that is gone", async () => {
      const { page } = context();
      await page.open(`<!doctype html><h1>A</h1><button id=b>Press <b>me</b></button>`);
      const { target } = await walk(page);
      expect((await taken(page, { root: target("button", "Press me") })).text).toBe("Press **me**");
      const gone = { ...target("button", "Press me"), id: 9_999 };
      expect(await page.raw("read", { root: gone })).toBe('!{"state":"gone"}');
    });

    it("does not change the page", async () => {
      const { page } = context();
      await page.open(`<!doctype html><title>t</title><p>One <a href=/x>two</a></p><div id=d></div>`);
      const before = await page.main("document.documentElement.outerHTML");
      await taken(page, { main: true });
      expect(await page.main("document.documentElement.outerHTML")).toBe(before);
    });
  });
}
