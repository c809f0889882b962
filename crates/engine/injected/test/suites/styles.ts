import { expect, test } from "vitest";
import type { TestBrowser } from "../browsers.ts";
import { walk } from "../page.ts";

/**
 * On a large page the rules of style sheets are read in place of the styles of elements. What is shown
 * has to be the same: each case is walked alone, and behind so many elements that the rules are read.
 */
const FILLER = `<main>${"<p>Some <b>text</b> here.</p>".repeat(500)}</main>`;

const CASES: [string, string][] = [
  ["nothing special", `<div>one <b>two</b> three<ul><li>four</li></ul><p>five</p></div>`],
  [
    "display by a class",
    `<style>.b{display:block}.n{display:none}</style><p>a<span class=b>b</span>c<i class=n>d</i></p>`,
  ],
  ["display by an attribute", `<p>a<span style="display:block">b</span>c<i hidden>d</i></p>`],
  ["items of a flex container", `<style>.f{display:flex}</style><div class=f>a<span>b</span>c<b>d</b></div>`],
  ["items of an inline grid", `<p>x<span style="display:inline-grid">a<span>b</span>c</span>y</p>`],
  [
    "floats and positions",
    `<style>.l{float:left}.a{position:absolute}.r{position:relative}</style>
    <p>a<span class=l>b</span>c<b class=a>d</b>e<i class=r>f</i></p>`,
  ],
  [
    "contents",
    `<style>.c{display:contents}.f{display:flex}</style><div class=f><div class=c>a<span>b</span>c</div></div>`,
  ],
  [
    "visibility, inherited and undone",
    `<style>.h{visibility:hidden}.v{visibility:visible}</style>
    <div class=h>a<p>b<span class=v>c</span></p><button>d</button></div>`,
  ],
  [
    "cursor, inherited and undone",
    `<style>.p{cursor:pointer}.d{cursor:default}</style>
    <div class=p>a <span>b</span></div><div><span class=p>c</span><b>d</b></div><div class=p><label>e</label><p class=d>f</p></div>`,
  ],
  ["links", `<p><a href="#x">a</a> <a>b</a></p><div contenteditable="false"><a href="#y">c</a></div>`],
  ["all", `<style>.u{all:unset;cursor:pointer}</style><div>a<div class=u>b</div>c</div>`],
  ["a nested rule", `<style>.o{color:red;& b{display:none}}</style><div class=o>a<b>b</b></div>`],
  ["a nested declaration", `<style>.o{color:red;@media all{display:none}}</style><div>a<b class=o>b</b></div>`],
  [
    "conditions and layers",
    `<style>@layer x{@media all{@supports (display:block){.n{display:none}}}}</style><p>a<b class=n>b</b></p>`,
  ],
  ["a scope", `<style>@scope (.s){b{display:none}:scope{cursor:pointer}}</style><div class=s>a<b>b</b></div>`],
  [
    "an animation",
    `<style>@keyframes k{from,to{visibility:hidden}}.k{animation:k 100s infinite}</style><p>a<b class=k>b</b></p>`,
  ],
  [
    "a script's animation",
    `<p>a<b id=w>b</b></p><script>w.animate({visibility:["hidden","hidden"]},{duration:1e6})</script>`,
  ],
  [
    "an adopted sheet",
    `<p>a<b class=n>b</b></p><script>const s=new CSSStyleSheet();s.replaceSync(".n{display:none}");document.adoptedStyleSheets=[s]</script>`,
  ],
  [
    "a rule put in by script",
    `<style id=s></style><p>a<b class=n>b</b></p><script>s.sheet.insertRule(".n{display:none}")</script>`,
  ],
  [
    "a namespace",
    `<style>@namespace h url(http://www.w3.org/1999/xhtml);h|b.n{display:none}</style><p>a<b class=n>b</b></p>`,
  ],
  [
    "a host and its slots",
    `<section id=h>a<b>b</b><p slot=s>c</p></section><script>
    h.attachShadow({mode:"open"}).innerHTML="<style>:host{display:flex;cursor:pointer}::slotted(b){display:none}.i{display:block}</style><p>x<span class=i>y</span><slot></slot>z</p><slot name=s></slot>"</script>`,
  ],
  [
    "parts",
    `<style>section::part(q){display:none}</style><section id=h></section><script>
    h.attachShadow({mode:"open"}).innerHTML="<p>x<b part=q>y</b></p>"</script>`,
  ],
  ["ruby", `<p>a<ruby>b<rt>c</rt></ruby><ruby><div>d</div></ruby>e</p>`],
  ["hidden content", `<style>.s{content-visibility:hidden}</style><div class=s>a<p>b</p></div><p>c</p>`],
  [
    "a frame set aside",
    `<p>a<img src="data:," alt="b" align="left">c</p><table align="left"><tr><td>d</td></tr></table>`,
  ],
];

export function stylesSuite(browser: () => TestBrowser): void {
  for (const [what, html] of CASES)
    test(`styles: a large page shows what a small one does: ${what}`, async () => {
      const shown = async (filler: string): Promise<string> => {
        const { page } = browser();
        await page.open(`<!doctype html><title>t</title>${filler}<article aria-label="case">${html}</article>`);
        const { lines } = await walk(page);
        const from = lines.findIndex((line) => line.role === "article");
        expect(from).toBeGreaterThan(0);
        return (
          lines
            .slice(from)
            // What is below the viewport is so because of what stands before it.
            .map((l) => [l.role, l.flags, l.name, ...l.rest.filter((r) => !r.startsWith("offscreen="))].join(" "))
            .join("\n")
        );
      };
      expect(await shown(FILLER)).toBe(await shown(""));
    });
}
