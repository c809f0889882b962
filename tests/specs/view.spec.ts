import { expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";

const paragraphs = (count: number): string => "<p>Some words on a line</p>".repeat(count);

inOneBrowser("what a snapshot says of where things are", (t) => {
  it("marks a banner that lies over the page, and not the page itself", async () => {
    const tree = await t.pilot.see(
      t.site.html(`<div style="position:fixed;inset:0;overflow:auto" id="app"><main>${paragraphs(40)}<button>Buy</button></main></div>
        <div style="position:fixed;left:0;right:0;bottom:0;height:40vh;background:#eee"><p>We use cookies</p><button>Accept</button></div>`),
    );
    const marked = tree.nodes.filter(({ attributes }) => attributes.covers);
    expect(marked.map(({ name }) => name)).toEqual(["We use cookies"]);
    expect(Number.parseInt(String(marked[0]?.attributes.covers), 10)).toBeGreaterThan(20);
  });

  it("marks a modal dialog and an open popover", async () => {
    const tree = await t.pilot.see(
      t.site.html(`${paragraphs(30)}<dialog id="d" style="width:80vw;height:60vh"><h2>Sure?</h2><button>Yes</button></dialog>
        <script>document.getElementById("d").showModal()</script>`),
    );
    expect(tree.all("dialog")[0]?.attributes).toMatchObject({ modal: true, covers: expect.stringMatching(/%$/) });
    const popover = await t.pilot.see(
      t.site.html(`${paragraphs(30)}<div popover id="p" style="width:80vw;height:60vh"><button>Inside</button></div>
        <script>document.getElementById("p").showPopover()</script>`),
    );
    expect(popover.node("button", "Inside").attributes.covers).toMatch(/%$/);
  });

  it("marks what is out of sight and what no scrolling reaches", async () => {
    const tree = await t.pilot.see(
      t.site.html(`<a href="#x" style="position:absolute;left:-9999px">Skip</a><nav aria-label="Here"><a href="/a">A</a><a href="/b">B</a></nav>
        <div style="height:4000px"></div><section aria-label="Far"><button>Deep</button><button>Deeper</button></section>`),
    );
    expect(tree.node("link", "Skip").attributes.offscreen).toBe("left");
    expect(tree.node("navigation", "Here").attributes.offscreen).toBeUndefined();
    expect(tree.node("region", "Far").attributes.offscreen).toBe("below");
    expect(tree.node("button", "Deep").attributes.offscreen).toBeUndefined();
    await t.pilot.click("button", "Deep");
    expect((await t.pilot.snapshot()).node("region", "Far").attributes.offscreen).toBeUndefined();
  });

  it("says where a list has more rows than are rendered", async () => {
    const tree = await t.pilot.see(
      t.site.html(`<div id="list" style="height:300px;overflow:auto"><div id="room" style="height:50000px;position:relative"></div></div><script>
        const list = document.getElementById("list"), room = document.getElementById("room");
        const render = () => { const from = Math.floor(list.scrollTop / 25); room.innerHTML = "";
          for (let i = from; i < from + 14; i++) room.insertAdjacentHTML("beforeend", '<button style="position:absolute;height:25px;top:' + i * 25 + 'px">Row ' + i + '</button>'); };
        list.addEventListener("scroll", render); render();
        addEventListener("keydown", () => (list.scrollTop = 20000));
      </script>
      <table role="grid" aria-label="Stock" aria-rowcount="5000"><tr><td>1</td></tr><tr><td>2</td></tr></table>`),
    );
    expect(tree.node("button", "Row 13").attributes.more).toBe("below");
    expect(tree.node("button", "Row 0").attributes.more).toBeUndefined();
    expect(tree.node("grid", "Stock").attributes.rowcount).toBe("5000");
    await t.pilot.ok("press_key", { key: "F2" });
    const later = await t.pilot.snapshot();
    expect(later.node("button", "Row 800").attributes.more).toBe("above");
    expect(later.node("button", "Row 813").attributes.more).toBe("below");
  });

  it("says nothing of a list whose rows are all there", async () => {
    const rows = Array.from({ length: 100 }, (_, i) => `<li><button>Row ${i}</button></li>`).join("");
    const tree = await t.pilot.see(
      t.site.html(`<ul style="height:200px;overflow:auto">${rows}</ul>${paragraphs(200)}`),
    );
    expect(tree.nodes.filter(({ attributes }) => attributes.more)).toEqual([]);
  });
});
