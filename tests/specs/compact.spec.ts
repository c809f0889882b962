import { expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";

const table = `<table aria-label="Orders"><thead><tr><th>Order</th><th>State</th><th>Action</th></tr></thead><tbody>${[
  1, 2, 3,
]
  .map(
    (number) => `<tr><td><a href="/orders/${number}">No ${number}</a></td><td>Paid</td>
      <td><button onclick="record('edit', { number: ${number} })">Edit</button><button>Delete ${number}</button></td></tr>`,
  )
  .join("")}</tbody></table>`;

inOneBrowser("a snapshot's size", (t) => {
  it("puts a table's row on one line, and every control of it can be acted on", async () => {
    const page = t.site.html(table);
    const tree = await t.pilot.see(page);
    const rows = tree.text.split("\n").filter((line) => /^ *row /.test(line));
    expect(rows).toHaveLength(4);
    expect(rows[2]).toMatch(/link "No 2".* \| "Paid" \| uid=\d+_\d+ button "Edit" uid=\d+_\d+ button "Delete 2"/);
    await t.pilot.ok("click_by_uid", { uid: /uid=(\d+_\d+) button "Edit"/.exec(rows[2] ?? "")?.[1] });
    expect(await page.event("edit")).toMatchObject({ number: 2 });
  });

  it("keeps a sentence with its links together", async () => {
    const tree = await t.pilot.see(
      t.site.html(`<p>Read <a href="/terms">the terms</a> and <a href="/privacy">the privacy notice</a> first.</p>`),
    );
    expect(tree.text).toMatch(
      /paragraph "Read" uid=\S+ link "the terms" "and" uid=\S+ link "the privacy notice" "first\."/,
    );
  });

  it("cuts long text with its length, and gives it whole for its UID", async () => {
    const tree = await t.pilot.see(t.site.html(`<p>${"lorem ipsum ".repeat(60)}end</p><p>Short</p>`));
    const [, uid, length] = /uid=(\S+) paragraph ".*…" length=(\d+)/.exec(tree.text) ?? [];
    expect(Number(length)).toBe(723);
    expect(tree.text).toContain('paragraph "Short"');
    expect((await t.pilot.snapshot({ uid })).text).toContain("ipsum end");
  });

  it("folds a long run of texts to a count, and gives them for the UID it names", async () => {
    const items = Array.from({ length: 60 }, (_, number) => `<li>Entry ${number}</li>`).join("");
    const tree = await t.pilot.see(t.site.html(`<ul aria-label="Log">${items}</ul>`));
    const [, count, uid] = /… (\d+) more listitem without controls: uid (\S+)/.exec(tree.text) ?? [];
    expect(tree.text).toContain("Entry 5");
    expect(tree.text).not.toContain("Entry 50");
    expect(Number(count)).toBe(60 - tree.all("listitem").length);
    expect((await t.pilot.snapshot({ uid })).all("listitem")).toHaveLength(60);
  });

  it("says of addresses what tells links of one name apart", async () => {
    const tree = await t.pilot.see(
      t.site.html(`<a href="/only">Only</a><div><a href="/blog/first?from=x">More</a></div><div><a href="/blog/second?from=x">More</a></div>
        <div><a href="https://example.org/a/cart"><img alt="" src="data:,"></a></div>`),
    );
    expect(tree.node("link", "Only").attributes).toEqual({});
    expect(tree.all("link", "More").map(({ attributes }) => attributes.href)).toEqual([
      "…first?from=x",
      "…second?from=x",
    ]);
    expect(tree.node("link", "").attributes.href).toBe("…cart");
    const whole = await t.pilot.snapshot({ includeAttributes: true });
    expect(whole.node("link", "Only").attributes.href).toBe("/only");
  });

  it("can leave out what cannot be operated, and what is only text", async () => {
    await t.pilot.open(
      t.site.html(
        `<h1>Title</h1><p>Words</p><nav aria-label="Main"><a href="/a">A</a></nav>${table}<section aria-label="Empty"><p>x</p></section>`,
      ),
    );
    const controls = await t.pilot.snapshot({ interactiveOnly: true });
    expect([...new Set(controls.nodes.map(({ role }) => role))]).toEqual([
      "document",
      "navigation",
      "link",
      "table",
      "button",
    ]);
    expect(controls.all("button")).toHaveLength(6);
    const mute = await t.pilot.snapshot({ includeText: false });
    expect(mute.has("heading", "Title")).toBe(true);
    expect(mute.text).not.toContain("Words");
    expect(mute.text).not.toContain("Paid");
    expect(mute.all("button")).toHaveLength(6);
  });

  it("counts what is deeper than was asked for", async () => {
    await t.pilot.open(
      t.site.html(
        `<nav aria-label="Main"><ul><li><a href="/a">A</a><li><a href="/b">B</a></ul></nav><button>Top</button>`,
      ),
    );
    const flat = await t.pilot.snapshot({ maxDepth: 1 });
    const [, uid] = /uid=(\S+) navigation "Main" … 2 below/.exec(flat.text) ?? [];
    expect(flat.has("button", "Top")).toBe(true);
    expect(flat.has("link")).toBe(false);
    expect((await t.pilot.snapshot({ uid })).all("link")).toHaveLength(2);
  });

  it("gives drawn elements without content where every element is asked for, and says that an element is empty", async () => {
    await t.pilot.open(
      t.site.html(`<style>.cell { width: 30px; height: 30px; background: red } .dot { padding: 4px; background: blue }</style>
        <p>Board</p><div class="cell"></div><p>Text <span class="dot"></span> around</p><ul class="cell"></ul>
        <div style="height: 0"></div><span></span><div class="cell" hidden id="gone"></div>`),
    );
    const all = await t.pilot.snapshot({ includeAll: true, includeAttributes: true });
    const classes = all.nodes.flatMap(({ attributes }) => attributes.class ?? []);
    expect(classes).toEqual(["cell", "dot", "cell"]);
    expect((await t.pilot.snapshot()).text).not.toContain("generic");
    for (const selector of [".cell", "#gone"])
      expect(await t.pilot.ok("take_snapshot", { selector })).toContain("The element is empty or not visible");
    await t.pilot.ok("hover_by_uid", { uid: all.nodes.find(({ attributes }) => attributes.class === "dot")?.uid });
  });

  it("gives every element, attributes and boxes where that is asked for", async () => {
    await t.pilot.open(
      t.site.html(`<div class="card wide" data-testid="card" style="height:100px"><div><button id="b" name="go" style="position:absolute;left:20px;top:30px;width:80px;height:40px">Go</button></div></div>
        <input type="password" aria-label="Code" value="secret" data-testid="code">`),
    );
    const all = await t.pilot.snapshot({ includeAll: true, includeAttributes: true, bounds: true });
    const card = all.nodes.find(({ attributes }) => attributes["data-testid"] === "card");
    expect(card).toMatchObject({ role: "generic", attributes: { class: "card wide" } });
    const button = all.node("button", "Go");
    expect(button.attributes).toMatchObject({ id: "b", name: "go", bounds: "20,30,80,40" });
    expect(button.depth).toBe((card?.depth ?? 0) + 2);
    expect(all.text).not.toContain("secret");
    await t.pilot.ok("hover_by_uid", { uid: card?.uid });
    expect(await t.pilot.ok("click_by_uid", { uid: button.uid })).toContain("Go");
  });
});
