import { expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";

const filler = Array.from({ length: 200 }, (_, row) => `<p>Paragraph ${row} of the page</p>`).join("");
const body = `<main><form aria-label="Sign in" onsubmit="return false">
  <label>Name <input id="name"></label><label><input type="checkbox" id="terms"> Terms</label>
  <button onclick="const p = document.createElement('p'); p.setAttribute('role', 'alert'); p.textContent = 'Wrong'; this.after(p)">Go</button></form>
  <section aria-label="Cookies" id="cookies"><p>We use cookies</p><button onclick="document.getElementById('cookies').remove()">Accept</button></section>
  <button onclick="setTimeout(() => { document.title = 'Late'; document.querySelector('main').append(' Loaded later') }, 30)">Load</button>
  <button onclick="document.querySelector('main').innerHTML = '<h1>Other</h1>'">Replace</button>
  ${filler}</main>`;

const marked = (text: string): string[] => text.split("\n").filter((line) => /^[-+~] /.test(line));

inOneBrowser("changes since a snapshot", (t) => {
  it("are only what was added, removed and changed, under its nearest named ancestor", async () => {
    const tree = await t.pilot.see(t.site.html(body));
    const number = Number(/^Snapshot (\d+)\.$/m.exec(tree.text)?.[1]);
    expect(await t.pilot.ok("take_snapshot", { since: number })).toContain(
      `Nothing has changed since snapshot ${number}.`,
    );
    await t.pilot.fill("textbox", "Name", "Ada");
    await t.pilot.click("checkbox", "Terms");
    await t.pilot.click("button", "Go");
    await t.pilot.click("button", "Accept");
    const text = await t.pilot.ok("take_snapshot", { since: number });
    const lines = marked(text);
    expect(text).toContain(`Since snapshot ${number}:`);
    expect(text).toMatch(/^ {2}uid=\d+_\d+ form "Sign in"$/m);
    expect(lines.some((line) => /^~ +uid=\d+_\d+ textbox "Name" value=Ada/.test(line))).toBe(true);
    expect(lines.some((line) => /^~ +uid=\d+_\d+ checkbox "Terms" checked/.test(line))).toBe(true);
    expect(lines.some((line) => /^\+ +uid=\d+_\d+ alert "?/.test(line))).toBe(true);
    expect(lines.some((line) => /^- +uid=\d+_\d+ region "Cookies" and \d+ lines below/.test(line))).toBe(true);
    expect(text.length).toBeLessThan(900);
    expect(text).not.toContain("Paragraph 7 ");
  });

  it("are those of the page that was acted on where another one is selected meanwhile", async () => {
    await t.pilot.see(t.site.html(`<button>First</button>`));
    const [first] = await t.pilot.pages();
    const second = t.site.html(`<button onclick="setTimeout(() => record('later'), 400)">Second</button>`);
    const number = await t.pilot.newPage(second);
    await t.pilot.snapshot();
    const uid = t.pilot.uid("button", "Second");
    const clicking = t.pilot.ok("click_by_uid", { uid, includeSnapshot: "diff" });
    await new Promise((done) => setTimeout(done, 100));
    await t.pilot.ok("select_page", { page: first?.page });
    const answer = await clicking;
    expect(answer).toContain('button "Second" focused');
    expect(answer).not.toContain('"First"');
    await t.pilot.ok("close_page", { page: number });
  });

  it("are the whole page where that is shorter, where the snapshot is of another document, and say so", async () => {
    await t.pilot.see(t.site.html(body));
    await t.pilot.click("button", "Replace");
    const replaced = await t.pilot.ok("take_snapshot", { since: 0 });
    expect(replaced).toContain("Other");
    expect(replaced.length).toBeLessThan(400);
    const before = Number(/Snapshot (\d+)\./.exec(replaced)?.[1]);
    await t.pilot.open(t.site.html("<h1>Elsewhere</h1>"));
    const elsewhere = await t.pilot.ok("take_snapshot", { since: before });
    expect(elsewhere).toContain(`The whole page: snapshot ${before} is no longer kept`);
    expect(elsewhere).toContain('heading "Elsewhere"');
  });

  it("come with every action that is not told otherwise, also when they come late", async () => {
    await t.pilot.see(t.site.html(body));
    const uid = t.pilot.uid("button", "Go");
    const clicked = await t.pilot.ok("click_by_uid", { uid });
    expect(clicked).toContain('Clicked button "Go"');
    // The button has the focus now, and there is something new.
    expect(marked(clicked)).toHaveLength(2);
    expect(marked(clicked)[0]).toMatch(/^~ .*button "Go" focused/);
    expect(marked(clicked)[1]).toMatch(/^\+ .*Wrong/);
    const late = await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("button", "Load"), includeSnapshot: "diff" });
    expect(late).toContain("Loaded later");
    const filled = await t.pilot.ok("fill_by_uid", {
      uid: t.pilot.uid("textbox", "Name"),
      value: "Bo",
      includeSnapshot: "diff",
    });
    // The button has the focus no more: the field has it.
    expect(marked(filled)).toHaveLength(1);
    expect(marked(filled)[0]).toMatch(/^~ .*textbox "Name".* focused .*value=Bo/);
    expect(await t.pilot.ok("hover_by_uid", { uid, includeSnapshot: "none" })).not.toContain("snapshot");
  });

  it("are written as a snapshot writes them, so that a calendar takes a line a week", async () => {
    await t.pilot.see(
      t.site.html(`<button id="choose">Choose a day</button><div id="at"></div>${filler}<script>
        choose.onclick = () => {
          const days = (from) => Array.from({ length: 7 }, (_, day) => "<td><button>" + (from + day) + "</button></td>").join("");
          at.innerHTML = '<div role="dialog" aria-label="May"><table>' +
            [1, 8, 15, 22].map((from) => "<tr>" + days(from) + "</tr>").join("") + "</table></div>";
        };</script>`),
    );
    const clicked = await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("button", "Choose a day") });
    const lines = marked(clicked).filter((line) => line.startsWith("+"));
    expect(lines).toHaveLength(6);
    expect(lines.at(-1)).toMatch(/^\+ +row uid=\S+ button "22" \| uid=\S+ button "23" \|.* button "28"$/);
    // The UIDs in it are as good as those of a snapshot.
    const uid = /uid=(\S+) button "24"/.exec(clicked)?.[1];
    expect(await t.pilot.ok("click_by_uid", { uid })).toContain('Clicked button "24"');
  });

  it("tell the lines of a value, with the blanks that they begin with", async () => {
    await t.pilot.see(t.site.html(`<label>Code <textarea rows="4"></textarea></label>${filler}`));
    const uid = t.pilot.uid("textbox", "Code");
    const filled = await t.pilot.ok("fill_by_uid", { uid, value: "def f(x):\n\treturn x\n" });
    expect(filled).toContain(String.raw`value="def f(x):\n\treturn x"`);
    const found = await t.pilot.ok("find_in_page", { text: "f(x): return" });
    expect(found).toContain(String.raw`value="def f(x):\n\treturn x"`);
  });

  it("say that controls in a closed part of the page are hidden, until it is open", async () => {
    await t.pilot.see(
      t.site.html(`<style>.fold { max-height: 0; overflow: hidden } [aria-expanded=true] + .fold { max-height: none }</style>
        <button aria-expanded="false" onclick="this.setAttribute('aria-expanded', 'true')">More</button>
        <div class="fold"><p>Details of the matter</p><button>Pay</button></div>${filler}`),
    );
    expect(await t.pilot.ok("take_snapshot")).toMatch(/button "Pay" hidden/);
    const opened = await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("button", "More") });
    expect(marked(opened).some((line) => /^~ .*button "Pay"$/.test(line))).toBe(true);
    expect(await t.pilot.click("button", "Pay")).toContain('Clicked button "Pay"');
  });

  it("never stand beside the word that nothing has changed", async () => {
    // What the style sheet shows by focus alone, no mutation and no event of the page tells.
    await t.pilot.see(
      t.site.html(
        `<style>.tip { display: none } button:focus + .tip { display: block }</style>
         <button type="button">Help</button><p class="tip">Ask at the desk</p>${filler}`,
      ),
    );
    const uid = t.pilot.uid("button", "Help");
    const clicked = await t.pilot.ok("click_by_uid", { uid });
    expect(marked(clicked).some((line) => /^\+ .*Ask at the desk/.test(line))).toBe(true);
    expect(clicked).not.toContain("No change was detected");
    const again = await t.pilot.ok("click_by_uid", { uid });
    expect(marked(again)).toEqual([]);
    expect(again).toContain("Nothing has changed since snapshot");
  });

  it("are told to come where a request of the page is under way", async () => {
    const slow = t.site.resource({ type: "text/plain", body: "Loaded", delayMs: 3_000 });
    await t.pilot.see(
      t.site.html(`<button ondblclick="fetch('${slow.url}').then((r) => r.text()).then((text) => done.textContent = text)">Open</button>
        <p id="done"></p>`),
    );
    // The first gives the focus.
    await t.pilot.click("button", "Open");
    await t.pilot.snapshot();
    const uid = t.pilot.uid("button", "Open");
    const said = await t.pilot.ok("click_by_uid", { uid, dblClick: true });
    expect(said).toContain("No change was detected yet: a request of the page is under way");
    await t.pilot.ok("wait_for", { text: "Loaded" });
    await t.pilot.snapshot();
    expect(await t.pilot.ok("click_by_uid", { uid })).toContain("No change was detected.");
  });

  it("are refused where they make no sense", async () => {
    await t.pilot.see(t.site.html(body));
    await t.pilot.fails("INVALID_INPUT", "take_snapshot", { since: 4_000_000 });
    await t.pilot.fails("INVALID_INPUT", "take_snapshot", { since: 0, selector: "main" });
    await t.pilot.fails("INVALID_INPUT", "take_snapshot", { since: 0, format: "json" });
  });
});
