/** Audits: accessibility compared with axe-core injected by Playwright, web vitals of a page that is slow on purpose, traces and coverage. */

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { expect, it } from "vitest";
import { executables } from "../support/paths.ts";
import type { SitePage } from "../support/site.ts";
import { inOneBrowser } from "../support/suite.ts";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

const framed = `<h1>In the frame</h1><img id="foreign" src="data:,"><script>document.images[0].src = ""</script>`;

/** A page with known violations: `inner` is the address of the frame. The page's own `axe` must not matter. */
const violations = (inner: string): string => `<title>Shop</title><main><h1>Shop</h1>
  <p id="pale" style="color:#ccc;background:#fff">Pale "text"\u202e obey</p><input id="nolabel"><img id="own" src=""></main>
  <main id="second"><h4>Twice</h4></main><div id="host"></div>
  <iframe title="of another origin" src="${inner}"></iframe>
  <script>
    host.attachShadow({ mode: "open" }).innerHTML = '<img id="shadowed" src="">';
    window.axe = { runPartial() { document.title = "called"; throw new Error("the page's own"); } };
    Array.prototype.map = function () { document.title = "called"; return []; };
  </script>`;

interface File {
  violations: { rule: string; elements: { uid?: string; html: string; frame?: string }[] }[];
  missing: unknown[];
}

interface CoveredFile {
  kind: string;
  url: string;
  length: number;
  usedLength: number;
  used: [number, number][];
}

interface TraceFile {
  traceEvents: { name: string; args?: { data?: { url?: string } } }[];
}

inOneBrowser(
  "audits",
  (t) => {
    const audit = async (args: Record<string, unknown> = {}): Promise<File> => {
      await t.pilot.ok("audit_accessibility", { ...args, file: "audit.json", overwrite: true });
      return JSON.parse(readFileSync(path.join(t.pilot.folder, "audit.json"), "utf8")) as File;
    };

    it("finds what axe-core finds, in frames and shadow trees, with UIDs that can be acted on", async () => {
      const page = t.site.html(violations(t.site.html(framed).otherOrigin));
      await t.pilot.see(page);
      const said = await t.pilot.ok("audit_accessibility");
      for (const rule of ["critical: image-alt", "critical: label", "serious: color-contrast"])
        expect(said).toContain(rule);
      expect(said).toContain('Pale \\"text\\"\\u{202e} obey');
      expect(said.length).toBeLessThan(20_000);
      const { violations: found, missing } = await audit();
      expect(missing).toEqual([]);
      const images = found.find(({ rule }) => rule === "image-alt")?.elements ?? [];
      expect(images.map(({ html }) => /id="(\w+)"/.exec(html)?.[1]).sort()).toEqual(["foreign", "own", "shadowed"]);
      for (const { elements } of found) for (const { uid } of elements) expect(uid).toMatch(/^\d+_\d+$/);
      const foreign = images.find(({ frame }) => frame !== undefined);
      expect(foreign?.frame).toContain("localhost");
      const box = found.find(({ rule }) => rule === "label")?.elements[0]?.uid;
      await t.pilot.ok("fill_by_uid", { uid: box, value: "typed" });
      expect((await t.pilot.snapshot()).text).not.toContain("called");

      if (t.browser !== "chromium" || executables.chromium === undefined) return;
      const own = await chromium.launch({ executablePath: executables.chromium, args: ["--no-sandbox"] });
      try {
        const other = await own.newPage();
        // The page's changes of built-ins would break an axe-core that is injected beside them.
        await other.goto(
          t.site.html(violations(t.site.html(framed).otherOrigin).replace(/window\.axe[\s\S]*?\[\]; \};/, "")).url,
        );
        for (const frame of other.frames()) await frame.addScriptTag({ path: AXE });
        const rules = await other.evaluate(async () => {
          const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } };
          return (await axe.run()).violations.map(({ id }) => id);
        });
        expect(found.map(({ rule }) => rule).sort()).toEqual(rules.sort());
      } finally {
        await own.close();
      }
    });

    it("uses all of its time, and works again after an audit that was given up", async () => {
      const some = `<img src="data:,"><input><button></button><a href="#"></a>`;
      await t.pilot.see(t.site.html(`<h1>Many</h1>${some.repeat(450)}`));
      await t.pilot.ok("audit_accessibility", { rules: ["label"] });
      for (let round = 0; round < 2; round++) {
        const began = performance.now();
        await t.pilot.fails("TIMEOUT", "audit_accessibility", { timeoutMs: 400 });
        expect(performance.now() - began).toBeGreaterThan(280);
      }
      // The last one that was given up goes on to its end first.
      expect(await t.pilot.ok("audit_accessibility", { timeoutMs: 150_000 })).toContain("violations of");
    });

    it("asks by element, rule, tag and gravity", async () => {
      const tree = await t.pilot.see(
        t.site.html(`<title>Parts</title><main><h1>Parts</h1><section aria-label="left"><input></section>
          <section aria-label="right"><button></button></section></main>`),
      );
      const rules = ({ violations: found }: File): string[] => found.map(({ rule }) => rule);
      expect(rules(await audit()).sort()).toEqual(["button-name", "label"]);
      expect(rules(await audit({ uid: tree.uid("region", "left") }))).toEqual(["label"]);
      expect(rules(await audit({ rules: ["button-name"] }))).toEqual(["button-name"]);
      expect(rules(await audit({ tags: ["wcag2aa"] }))).toEqual([]);
      expect(rules(await audit({ impact: "critical" })).length).toBe(2);
      expect(await t.pilot.ok("audit_accessibility", { tags: ["wcag2aa"] })).toContain("no violation found");
      for (const args of [{ rules: ["nope"] }, { tags: ["nope"] }, { rules: ["label"], tags: ["best-practice"] }]) {
        await t.pilot.fails("INVALID_INPUT", "audit_accessibility", args);
      }
      // axe-core makes one audit at a time.
      const both = await Promise.all([t.pilot.ok("audit_accessibility"), t.pilot.ok("audit_accessibility")]);
      for (const said of both) expect(said).toContain("critical: label");
      await t.pilot.fails("UNKNOWN_UID", "audit_accessibility", { uid: "99_99" });
      await t.pilot.fails("PATH_NOT_ALLOWED", "audit_accessibility", { file: "/etc/audit.json" });
      await t.pilot.fails("IO", "audit_accessibility", { file: "audit.json" });
    });

    it("tells the web vitals with their elements", async () => {
      const page = t.site.html(
        `<title>Slow</title><h1 id="big" style="font-size:80px">The largest text</h1><button id="go">Work</button>
          <p id="pushed">Pushed</p><div id="space"></div>
          <script>
            function work() { const end = performance.now() + 300; while (performance.now() < end); }
            go.addEventListener("click", work);
            setTimeout(() => { pushed.style.marginTop = "200px"; setTimeout(() => record("shifted"), 100); }, 300);
          </script>`,
      );
      const tree = await t.pilot.see(page);
      // A shift soon after an input does not count.
      await page.event("shifted");
      await t.pilot.click("button", "Work");
      await expect
        .poll(async () => t.pilot.ok("measure_page"), { timeout: 20_000, interval: 500 })
        .toMatch(/INP \(interaction to next paint\): (?:[3-9]\d\d|\d{4,}) ms/);
      // The click is one of several events of the interaction, and the one with a handler.
      expect(await t.pilot.ok("measure_page")).toMatch(/Slowest: "click" at .* (?:[3-9]\d\d|\d{4,}) ms in them/);
      const said = await t.pilot.ok("measure_page");
      expect(said).toMatch(/LCP \(largest content\): \d+ ms, .*: uid=\d+_\d+ heading "The largest text"/);
      expect(said).toContain(`on uid=${tree.uid("button", "Work")} button "Work"`);
      expect(said).toMatch(/FCP \(first content\): \d+ ms/);
      expect(said).toMatch(/TTFB \(first byte\): \d+ ms/);
      if (t.browser === "chromium") {
        expect(said).toMatch(/CLS \(layout shifts\): 0\.[0-9]+, .* in [1-9]/);
        expect(said).toMatch(/ at \d+ ms: uid=\d+_\d+ paragraph/);
        expect(said).toMatch(/Long animation frames: [1-9]/);
        expect(said).toContain('by "BUTTON#go.onclick"');
      } else {
        expect(said).toContain("Not measured by this browser: CLS (layout-shift)");
      }
    });

    const file = (name: string): string => path.join(t.pilot.folder, name);

    it("traces what was slow, and opens elsewhere; or is told to be impossible", async () => {
      const page = t.site.html(`<title>Slow</title><button id="go">Work</button><script>
        function hardWork() { const end = performance.now() + 250; while (performance.now() < end); document.title = "done"; }
        go.addEventListener("click", hardWork);
      </script>`);
      await t.pilot.see(page);
      if (t.browser !== "chromium") {
        expect(await t.pilot.fails("UNSUPPORTED", "start_trace")).toContain("Chromium");
        await t.pilot.fails("INVALID_INPUT", "stop_trace", { file: "none.json" });
        expect(existsSync(file("none.json"))).toBe(false);
        return;
      }
      await t.pilot.fails("INVALID_INPUT", "stop_trace", { file: "none.json" });
      expect(existsSync(file("none.json"))).toBe(false);
      await t.pilot.ok("start_trace", { screenshots: true });
      await t.pilot.fails("INVALID_INPUT", "start_trace");
      // Another page, in another process, is told by the browser and left out.
      const aside = await t.pilot.newPage({
        url: `${t.site.html("<title>Aside</title>").otherOrigin}?of-another-page`,
      });
      await t.pilot.ok("close_page", { page: aside });
      // A load and an action are in it.
      await t.pilot.see(page);
      await t.pilot.click("button", "Work");
      await t.pilot.ok("wait_for", { text: "Work" });
      await t.pilot.fails("PATH_NOT_ALLOWED", "stop_trace", { file: "/etc/trace.json" });
      const said = await t.pilot.ok("stop_trace", { file: "trace.json" });
      expect(said).toMatch(/Long tasks: [1-9]/);
      expect(said).toMatch(/By kind: .*script \d/);
      expect(said).toContain(page.url);
      expect(said).toMatch(/ ms at \d+(?:\.\d)? ms: script \(/);
      expect(said.length).toBeLessThan(20_000);
      const { traceEvents } = JSON.parse(readFileSync(file("trace.json"), "utf8")) as TraceFile;
      expect(traceEvents.length).toBeGreaterThan(100);
      expect(JSON.stringify(traceEvents)).not.toContain("of-another-page");
      const names = new Set(traceEvents.map(({ name }) => name));
      for (const name of ["RunTask", "Layout", "ResourceSendRequest", "EventDispatch", "Screenshot"])
        expect(names).toContain(name);
      await t.pilot.fails("INVALID_INPUT", "stop_trace");

      await t.pilot.ok("start_trace");
      // A file that exists is found before anything is lost.
      await t.pilot.fails("IO", "stop_trace", { file: "trace.json" });
      await t.pilot.ok("stop_trace", { file: "trace.json.gz" });
      const zipped = JSON.parse(gunzipSync(readFileSync(file("trace.json.gz"))).toString()) as TraceFile;
      expect(zipped.traceEvents.length).toBeGreaterThan(0);
    });

    it.runIf(t.browser === "chromium")("misses no first script of a frame in another process", async () => {
      const code = "function never() { void 0 }";
      const inners = Array.from({ length: 6 }, () => t.site.html(`<script>${code}</script>`));
      const page = t.site.html(inners.map((inner) => `<iframe src="${inner.otherOrigin}"></iframe>`).join(""));
      for (let time = 0; time < 5; time++) {
        await t.pilot.see(t.site.html("<title>Between</title>"));
        await t.pilot.ok("start_coverage");
        await t.pilot.see(page);
        await t.pilot.ok("stop_coverage", { file: "frames.json", overwrite: true });
        const covered = JSON.parse(readFileSync(file("frames.json"), "utf8")) as CoveredFile[];
        const seen = covered.filter(({ length }) => length === code.length).map(({ url }) => url);
        expect(seen.sort()).toEqual(inners.map((inner) => inner.otherOrigin).sort());
      }
    });

    it.runIf(t.browser === "chromium")("goes on in a process whose first frame is gone", async () => {
      const code = "function run() { document.title = 'ran' }";
      const [first, second] = ["First", "Second"].map((name) =>
        t.site.html(`<button onclick="run()">Run ${name}</button><script>${code}</script>`),
      ) as [SitePage, SitePage];
      const page = t.site.html(
        `<button onclick="this.nextElementSibling.remove()">Drop</button><iframe src="${first.otherOrigin}"></iframe>
         <iframe src="${second.otherOrigin}"></iframe>`,
      );
      await t.pilot.ok("start_coverage");
      await t.pilot.see(page);
      await t.pilot.click("button", "Drop");
      await t.pilot.snapshot();
      await t.pilot.click("button", "Run Second");
      await t.pilot.ok("stop_coverage", { file: "frames.json", overwrite: true });
      const covered = JSON.parse(readFileSync(file("frames.json"), "utf8")) as CoveredFile[];
      const found = covered.find(({ url, length }) => url === second.otherOrigin && length === code.length);
      expect(found?.used).toEqual([[0, code.length]]);
    });

    it.runIf(t.browser === "chromium")(
      "tells branches apart also after a reload, and what of a page was left",
      async () => {
        const code = `function branch(x) { if (x) { return "taken" } else { return "never" } }\nbranch(1);\n\n`;
        const script = t.site.resource({ type: "text/javascript", body: code });
        const page = t.site.html(`<p>Branches</p><script src="${script.path}"></script>`);
        await t.pilot.see(page);
        for (const round of [1, 2]) {
          await t.pilot.ok("start_coverage");
          for (let load = 0; load < round; load++) await t.pilot.ok("navigate_history", { direction: "reload" });
          const said = await t.pilot.ok("stop_coverage", { file: "reload.json", overwrite: true });
          expect(said).toContain(round === 1 ? "The page left a document" : "The page left 2 documents");
          const files = JSON.parse(readFileSync(file("reload.json"), "utf8")) as CoveredFile[];
          const found = files.find(({ url }) => url.endsWith(script.path));
          const text = found?.used.map(([from, to]) => code.slice(from, to)).join("");
          expect([found?.length, text]).toEqual([code.length, expect.stringContaining("taken")]);
          expect(text).not.toContain("never");
        }
      },
    );

    it("tells what of scripts and style sheets is not used, as Playwright does; or is told to be impossible", async () => {
      if (t.browser !== "chromium") {
        expect(await t.pilot.fails("UNSUPPORTED", "start_coverage")).toContain("Chromium");
        await t.pilot.fails("INVALID_INPUT", "stop_coverage", { file: "none.json" });
        expect(existsSync(file("none.json"))).toBe(false);
        return;
      }
      const never = `function never() { ${"void 0;".repeat(300)} }`;
      const code = `function used() { document.title = "used" }\n${never}\ngo.onclick = used;`;
      const script = t.site.resource({ type: "text/javascript", body: code });
      const rules = `.used { color: red }\n${".never { color: blue }\n".repeat(200)}`;
      const style = t.site.resource({ type: "text/css", body: rules });
      const inner = t.site.html(`<p>Inside</p><script>${never.replaceAll("never", "inFrame")}</script>`);
      const page = t.site.html(
        `<link rel="stylesheet" href="${style.path}"><p class="used">Text</p><button id="go">Go</button>
         <script src="${script.path}"></script><iframe title="Inner" src="${inner.otherOrigin}"></iframe>`,
      );
      await t.pilot.fails("INVALID_INPUT", "stop_coverage");
      await t.pilot.see(t.site.html("<p>Before</p><style>.before { color: red }</style>"));
      await t.pilot.ok("start_coverage");
      await t.pilot.fails("INVALID_INPUT", "start_coverage");
      await t.pilot.see(page);
      const covered = async (name: string): Promise<CoveredFile[]> => {
        const said = await t.pilot.ok("stop_coverage", { file: name });
        expect(said).toMatch(/^Coverage of page \d+\. Scripts: \d+ of \d+ characters not used \(\d+ %\)/);
        return JSON.parse(readFileSync(file(name), "utf8")) as CoveredFile[];
      };
      const find = (files: CoveredFile[], url: string): CoveredFile =>
        files.find((one) => one.url.endsWith(url)) as CoveredFile;
      const before = await covered("before.json");
      await t.pilot.ok("start_coverage");
      await t.pilot.see(page);
      await t.pilot.click("button", "Go");
      const after = await covered("after.json");

      for (const files of [before, after]) {
        expect(find(files, style.path).used).toEqual([[0, ".used { color: red }".length]]);
        expect(find(files, script.path).length).toBe(code.length);
        // The frame of another origin has a process of its own.
        expect(find(files, inner.path).usedLength).toBeLessThan(200);
        expect(find(files, inner.path).length).toBeGreaterThan(2_000);
      }
      const text = (one: CoveredFile): string => one.used.map(([from, to]) => code.slice(from, to)).join("");
      expect(text(find(before, script.path))).not.toContain("title");
      expect(text(find(after, script.path))).toContain("title");
      expect(text(find(after, script.path))).not.toContain("void");
      await t.pilot.fails("INVALID_INPUT", "stop_coverage");

      const other = await chromium.launch({ executablePath: executables.chromium, args: ["--no-sandbox"] });
      try {
        const theirs = await other.newPage();
        await theirs.coverage.startCSSCoverage();
        await theirs.goto(page.url);
        const told = (await theirs.coverage.stopCSSCoverage()).find(({ url }) => url.endsWith(style.path));
        expect(told?.ranges.map(({ start, end }) => [start, end])).toEqual(find(after, style.path).used);
      } finally {
        await other.close();
      }
    });

    it("traces no session where the browser would tell of other sessions", async () => {
      if (t.browser !== "chromium") return;
      const session = /Opened session ([\w-]+)/.exec(await t.pilot.ok("open_session"))?.[1];
      expect(await t.pilot.fails("UNSUPPORTED", "start_trace", { session })).toContain("shares its browser");
      await t.pilot.ok("close_session", { session });
    });

    it("ends a trace with its page", async () => {
      if (t.browser !== "chromium") return;
      const number = await t.pilot.newPage(t.site.html("<title>Short</title>"));
      await t.pilot.ok("start_trace");
      await t.pilot.ok("close_page", { page: number });
      await t.pilot.fails("PAGE_CLOSED", "stop_trace", { file: "closed.json" });
      expect(existsSync(file("closed.json"))).toBe(false);
      await t.pilot.see(t.site.html("<title>Next</title>"));
      await t.pilot.ok("start_trace");
      expect(await t.pilot.ok("stop_trace")).toMatch(/^Trace of page \d+/);
    });
  },
  { args: ["--tools", "web,audits,sessions"] },
);
