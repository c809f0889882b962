import { expect, it } from "vitest";
import { componentPage } from "../support/component.ts";
import { inOneBrowser } from "../support/suite.ts";

const pane = (inside: string): string =>
  `<div id="pane" role="log" aria-label="Log" style="height:200px;width:300px;overflow:auto">${inside}</div>
   <script>pane.onclick = (event) => record("click", { on: event.target.textContent, top: Math.round(pane.scrollTop) });</script>`;

/** A list that loads ten more lines at its end (or at its top) a little after it is scrolled there. */
const loading = (up: boolean, most: number): string =>
  pane(`<div id="rows"></div>`) +
  `<script>
     let shown = 0, asked = false;
     const add = () => {
       const before = pane.scrollHeight - pane.scrollTop;
       for (let n = 0; n < 10 && shown < ${most}; n++, shown++) {
         const row = document.createElement("p");
         row.textContent = "Message " + shown;
         rows[${up} ? "prepend" : "append"](row);
       }
       if (${up}) pane.scrollTop = pane.scrollHeight - before;
       asked = false;
     };
     add();
     ${up ? "pane.scrollTop = pane.scrollHeight;" : ""}
     pane.onscroll = () => {
       const near = ${up ? "pane.scrollTop < 20" : "pane.scrollTop + pane.clientHeight > pane.scrollHeight - 20"};
       if (near && !asked) { asked = true; setTimeout(add, 150); }
     };
   </script>`;

inOneBrowser(
  "scrolling until a text is there",
  (t) => {
    it("goes on from the UID of a row that the list takes away as it scrolls", async () => {
      const list = pane(`<div id="rows" style="height:20000px;position:relative"></div>`);
      await t.pilot.see(
        t.site.html(`${list}<script>
          const draw = () => {
            const from = Math.max(0, Math.floor(pane.scrollTop / 40) - 2);
            rows.innerHTML = Array.from({ length: 9 }, (_, n) =>
              '<button style="position:absolute;top:' + (from + n) * 40 + 'px">Row ' + (from + n) + '</button>').join("");
          };
          draw();
          pane.onscroll = () => requestAnimationFrame(draw);</script>`),
      );
      const said = await t.pilot.ok("scroll", { uid: t.pilot.uid("button", "Row 1"), untilText: "Row 237" });
      expect(said).toMatch(/Found button "Row 237" \(uid \d+_\d+\)/);
    });

    it("finds a row of a virtual list, whose UID is given", async () => {
      const page = await componentPage(t.site, "virtual-list.tsx");
      await t.pilot.see(page);
      const uid = t.pilot.uid("listbox", "Rows");
      const said = await t.pilot.ok("scroll", { uid, untilText: "Row 432" });
      const [, found = ""] = /Found option "Row 432" \(uid (\d+_\d+)\)/.exec(said) ?? [];
      expect(said).toMatch(/down 1\d{4} px; \d+ px more, by script/);
      await t.pilot.ok("click_by_uid", { uid: found });
      await page.event("state", ({ chosen }) => chosen === 432);
    });

    it("goes up again to a row above, and not to one with a longer number", async () => {
      const page = await componentPage(t.site, "virtual-list.tsx");
      await t.pilot.see(page);
      const uid = t.pilot.uid("listbox", "Rows");
      await t.pilot.ok("scroll", { uid, direction: "down", amount: 9_000 });
      const said = await t.pilot.ok("scroll", { uid, direction: "up", untilText: "Row 27" });
      expect(said).toMatch(/Found option "Row 27" .* up \d+ px/);
      await page.event("state", ({ first }) => Number(first) <= 27);
    });

    it.each([
      ["say that it scrolls", "Scrolling", 150],
      ["are dots", "…", 300],
      ["are not there", undefined, 250],
    ])("waits for rows that %s at first", async (_, standIn, ms) => {
      const row = standIn === undefined ? "" : `<p style="height:40px;margin:0">${standIn}</p>`;
      const page = t.site.html(
        `<div id="pane" role="log" aria-label="Log" style="height:200px;overflow:auto"><div id="all" style="height:4000px;position:relative"></div></div>
         <script>
           let timer;
           const draw = (text) => {
             const first = Math.floor(pane.scrollTop / 40);
             const rows = Array.from({ length: 7 }, (_, n) => text(first + n)).join("");
             all.innerHTML = '<div style="position:absolute;top:' + first * 40 + 'px">' + rows + "</div>";
           };
           const real = () => draw((n) => n < 100 ? '<p style="height:40px;margin:0">Row ' + n + "</p>" : "");
           pane.onscroll = () => { draw(() => ${JSON.stringify(row)}); clearTimeout(timer); timer = setTimeout(real, ${ms}); };
           real();
         </script>`,
      );
      await t.pilot.see(page);
      const said = await t.pilot.ok("scroll", { uid: t.pilot.uid("log", "Log"), untilText: "Row 55" });
      expect(said).toContain('"Row 55"');
    });

    it("says at the end of the list that it is not there", async () => {
      const page = t.site.html(pane(Array.from({ length: 60 }, (_, n) => `<p>Line ${n}</p>`).join("")));
      await t.pilot.see(page);
      const uid = t.pilot.uid("log", "Log");
      const said = await t.pilot.fails("ELEMENT_NOT_FOUND", "scroll", { uid, untilText: "Line 99" });
      expect(said).toMatch(/"Line 99".*what holds log "Log" was scrolled \d{3,} px down, to its end/);
    });

    it("says so of a list, too, whose rows are all the name that it has", async () => {
      const page =
        t.site.html(`<div id="pane" tabindex="0" style="height:200px;overflow:auto"><div id="all"></div></div><script>
        const draw = () => {
          const first = Math.floor(pane.scrollTop / 20);
          const row = (_, n) => (first + n < 400 ? '<div style="height:20px">Row ' + (first + n) + "</div>" : "");
          const rows = Array.from({ length: 12 }, row).join("");
          all.innerHTML = '<div style="height:8000px;box-sizing:border-box;padding-top:' + first * 20 + 'px">' + rows + "</div>";
        };
        pane.onscroll = draw;
        draw();
        </script>`);
      await t.pilot.see(page);
      const uid = t.pilot.uid("generic", /^Row 0/);
      const said = await t.pilot.fails("ELEMENT_NOT_FOUND", "scroll", { uid, untilText: "Row 99999" });
      expect(said).toMatch(/"Row 99999".* px down, to its end/);
    });

    it("loads a feed until it has the text", async () => {
      const page = t.site.html(loading(false, 60));
      await t.pilot.see(page);
      const uid = t.pilot.uid("log", "Log");
      const said = await t.pilot.ok("scroll", { uid, untilText: "message 47" });
      const [, found = ""] = /\(uid (\d+_\d+)\)/.exec(said) ?? [];
      await t.pilot.ok("click_by_uid", { uid: found });
      expect(await page.event("click")).toMatchObject({ on: "Message 47" });
    });

    it("loads a chat upwards until it has the text", async () => {
      const page = t.site.html(loading(true, 60));
      await t.pilot.see(page);
      const uid = t.pilot.uid("log", "Log");
      const said = await t.pilot.ok("scroll", { uid, direction: "up", untilText: "Message 38" });
      expect(said).toContain('"Message 38"');
      await t.pilot.ok("click_by_uid", { uid: /\(uid (\d+_\d+)\)/.exec(said)?.[1] });
      expect(await page.event("click")).toMatchObject({ on: "Message 38" });
    });

    it("waits for rows that are still loading where it looks", async () => {
      const page = t.site.html(
        `${pane(`<div style="height:4000px;position:relative"><p id="row" style="position:absolute;width:200px"></p></div>`)}
         <script>
           let timer;
           const draw = () => {
             row.style.top = pane.scrollTop + "px";
             row.textContent = "";
             row.className = "skeleton";
             row.style.height = "20px";
             clearTimeout(timer);
             timer = setTimeout(() => { row.className = ""; row.textContent = "Part " + Math.floor(pane.scrollTop / 300); }, 300);
           };
           pane.onscroll = draw;
           draw();
         </script>`,
      );
      await t.pilot.see(page);
      expect(await t.pilot.ok("scroll", { uid: t.pilot.uid("log", "Log"), untilText: "Part 1" })).toContain('"Part 1"');
    });

    it("scrolls the page itself, and stops in time where it never ends", async () => {
      const page = t.site.html(
        `<style>p { height: 100px }</style><div id="feed"></div><script>
           let n = 0;
           const more = () => { while (document.documentElement.scrollHeight < scrollY + 3 * innerHeight) {
             const p = feed.appendChild(document.createElement("p")); p.textContent = "Post " + n++; } };
           onscroll = more; more();
         </script>`,
      );
      await t.pilot.see(page);
      expect(await t.pilot.ok("scroll", { untilText: "Post 120" })).toMatch(
        /Found .*"Post 120".* Scrolled the page down/,
      );
      const late = await t.pilot.fails("TIMEOUT", "scroll", { untilText: "Nowhere", timeoutMs: 1_200 });
      expect(late).toMatch(/in 1\.2 s: the page was scrolled \d{4,} px down, and \d+ px more are left/);
      await t.pilot.fails("INVALID_INPUT", "scroll", { untilText: " " });
      await t.pilot.fails("INVALID_INPUT", "scroll", { untilText: "Post", by: { dx: 0, dy: 1 } });
    });
  },
  { args: ["--tools", "web,more"] },
);

inOneBrowser(
  "scrolling until a text in a frame is there",
  (t) => {
    const far = `<div style="height:2000px"></div>`;
    /** Reports where its line is, as far as the screen shows it. */
    const inner = (line: string): string =>
      `${far}<p id="line">${line}</p>${far}<script>onscroll = () => record("shown", { top: line.getBoundingClientRect().top, height: innerHeight });</script>`;
    const frame = (url: string, name: string): string =>
      `<iframe title="${name}" src="${url}" style="width:400px;height:200px"></iframe>`;

    for (const site of ["url", "otherOrigin"] as const) {
      it(`finds it from the page, without scrolling that to its end (${site})`, async () => {
        const [first, second] = [t.site.html(inner("Other line")), t.site.html(inner("Wanted line"))];
        await t.pilot.see(t.site.html(`${far}${frame(first[site], "One")}${frame(second[site], "Two")}${far}${far}`));
        const said = await t.pilot.ok("scroll", { direction: "down", untilText: "Wanted line" });
        expect(said).toMatch(/^Found paragraph "Wanted line" \(uid \d+_\d+\)\. Scrolled it into view, by script\./);
        const [, uid] = /\(uid (\d+_\d+)\)/.exec(said) ?? [];
        const { top, height } = await second.event("shown");
        expect(Number(top)).toBeGreaterThanOrEqual(0);
        expect(Number(top)).toBeLessThan(Number(height));
        expect(first.events("shown")).toEqual([]);
        await t.pilot.ok("click_by_uid", { uid });
      });

      it(`finds it in the frame whose UID is given, and says of that alone if it is not there (${site})`, async () => {
        const shown = t.site.html(inner("Wanted line"));
        const tree = await t.pilot.see(t.site.html(`<p>Elsewhere</p>${frame(shown[site], "One")}${far}`));
        const uid = tree.uid("iframe", "One");
        expect(await t.pilot.ok("scroll", { uid, direction: "down", untilText: "Wanted line" })).toContain(
          "Wanted line",
        );
        await shown.event("shown");
        const none = await t.pilot.fails("ELEMENT_NOT_FOUND", "scroll", {
          uid,
          direction: "down",
          untilText: "Elsewhere",
        });
        expect(none).toContain("the frame was scrolled");
      });
    }
  },
  { args: ["--tools", "web,more"] },
);
