import { expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";

/** Something over the whole page. */
const over = (inner: string, more = ""): string =>
  `<div id="over" style="position:fixed;inset:0;background:rgba(0,0,0,.3)" ${more}>${inner}</div>`;

const BUY = `<button id="buy">Buy</button><script>watch("#buy", "click")</script>`;

inOneBrowser("what covers an element", (t) => {
  it.each([
    ["a spinner", over(`<div class="spinner"></div>`)],
    ["words", over("Loading…")],
    ["a busy area", over("<p>Please wait</p>", `aria-busy="true"`)],
    [
      "a spinner over an open chat",
      `<div role="dialog" aria-label="Chat" style="position:fixed;right:0;bottom:0"><button>Send</button></div>${over("")}`,
    ],
    [
      "a picture in a closed layer of its own",
      over("<svg width='40' height='40'><circle r='9' cx='20' cy='20'/></svg>"),
    ],
  ])("is waited for if it is a veil: %s", async (_, veil) => {
    const page = t.site.html(`${BUY}${veil}<script>setTimeout(() => over.remove(), 900)</script>`);
    await t.pilot.see(page);
    await t.pilot.click("button", "Buy");
    await page.event("click");
  });

  it("is refused after the time of the call if the veil stays", async () => {
    await t.pilot.see(t.site.html(BUY + over("Loading…")));
    const text = await t.pilot.fails("COVERED", "interactWithPage", {
      action: "click",
      target: { by: "role", value: "button", name: "Buy" },
      options: { timeoutMs: 1_000 },
    });
    expect(text).toMatch(/after \d\.\d s; nothing was clicked/);
  });

  it.each([
    [
      "a cookie banner",
      over("<p>We use cookies</p><button>Settings</button> <button id='yes'>Accept all</button>"),
      "Accept all",
    ],
    ["a dialog with a cross", over("<a href='#more'>More</a> <button id='yes' aria-label='Close'>×</button>"), "Close"],
    [
      "a backdrop beside its dialog",
      `${over("")}<div role="dialog" aria-label="News" style="position:fixed;top:40%;left:40%;background:white"><button id="yes">No thanks</button></div>`,
      "No thanks",
    ],
  ])("names the control that closes it: %s", async (_, layer, name) => {
    const page = t.site.html(
      `${BUY}${layer}<script>yes.onclick = () => { over.remove(); document.querySelector("[role=dialog]")?.remove(); }</script>`,
    );
    await t.pilot.see(page);
    const text = await t.pilot.fails("COVERED", "click_by_uid", { uid: t.pilot.uid("button", "Buy") });
    const [, uid] = /close it with UID (\w+) \(button "(.*?)"\)/.exec(text) ?? [];
    expect(text).toContain(`(button "${name}")`);
    await t.pilot.ok("click_by_uid", { uid });
    await t.pilot.click("button", "Buy");
    await page.event("click");
  });

  it("names the control that closes it in the page around the element's frame, and no UID dies of that", async () => {
    const inner = t.site.html(`<button id="buy">Buy</button><script>buy.onclick = () => record("click");</script>`);
    await t.pilot.see(
      t.site.html(
        `<button>Outside</button><iframe title="Shop" src="${inner.url}" style="width:300px;height:100px"></iframe>
        ${over("<button id='yes'>Accept</button>")}<script>yes.onclick = () => over.remove();</script>`,
      ),
    );
    const [buy, outside] = [t.pilot.uid("button", "Buy"), t.pilot.uid("button", "Outside")];
    const text = await t.pilot.fails("COVERED", "click_by_uid", { uid: buy });
    const [, uid] = /close it with UID (\w+) \(button "Accept"\)/.exec(text) ?? [];
    await t.pilot.ok("click_by_uid", { uid });
    await t.pilot.ok("click_by_uid", { uid: buy });
    await inner.event("click");
    await t.pilot.ok("click_by_uid", { uid: outside });
  });

  it("names the clear box that takes the pointer for an item, which can be acted on", async () => {
    const page = t.site.html(
      `<div id="item" style="position:relative;width:200px;height:40px;background:#ccd">
        <div style="height:100%;overflow:hidden"><div style="display:inline-block;padding:5px" role="note" aria-label="Shed">Build shed</div></div>
        <div class="lid" style="position:absolute;inset:0;cursor:move"></div></div>
      <script>item.addEventListener("pointerdown", (event) => record("press", { on: event.target.className }))</script>`,
    );
    await t.pilot.see(page);
    const shed = t.pilot.uid("note", "Shed");
    for (const tool of ["click_by_uid", "hover_by_uid"]) {
      const refused = await t.pilot.fails("COVERED", tool, { uid: shed });
      expect(refused).toContain("div.lid");
      const [, uid] = /act on UID (\w+) \(generic\)/.exec(refused) ?? [];
      await t.pilot.ok(tool, { uid });
      if (tool !== "hover_by_uid") expect(await page.event("press")).toMatchObject({ on: "lid" });
      page.forget();
    }
  });

  it("names no control of the page itself where the element takes no pointer events", async () => {
    const page = t.site.html(`<button>Close</button><button id="buy" style="pointer-events:none">Buy</button>`);
    await t.pilot.see(page);
    const text = await t.pilot.fails("NOT_ENABLED", "click_by_uid", { uid: t.pilot.uid("button", "Buy") });
    expect(text).toContain("takes no pointer after");
    expect(text).toContain("pointer-events: none");
    expect(text).not.toContain("close it with UID");
  });

  it.each(["", " style='pointer-events:none'"])(
    "names what a modal dialog puts over a page that takes no pointer events: %s",
    async (style) => {
      const page = t.site.html(
        `<button id="buy"${style}>Buy</button><div id="veil" style="position:fixed;inset:0;pointer-events:auto"></div>
        <div role="dialog" aria-label="Offer" style="position:fixed;top:50%;pointer-events:auto"><button>Close</button></div>
        <script>document.body.style.pointerEvents = "none"</script>`,
      );
      await t.pilot.see(page);
      const text = await t.pilot.fails("COVERED", "click_by_uid", { uid: t.pilot.uid("button", "Buy") });
      // The veil has no name: it is the dialog's.
      expect(text).toContain('covered by the backdrop of "dialog \\"Offer\\"');
      expect(text).toMatch(/close it with UID \w+ \(button "Close"\)/);
    },
  );

  it.each(["click_by_uid", "hover_by_uid"])(
    "goes where it is the tooltip of what the pointer was over: %s",
    async (tool) => {
      const page = t.site.html(
        `<style>#tip, #buy, #hint { position: absolute; top: 8px; height: 30px } #tip { left: 8px } #buy { left: 70px }
        #hint { left: 60px; width: 90px; background: black; display: none }</style>
      <button id="tip">Tip</button><button id="buy">Buy</button><div id="hint" role="tooltip">Some hint</div>
      <script>tip.onmouseenter = () => { hint.style.display = "block"; };
        tip.onmouseleave = () => setTimeout(() => { hint.style.display = "none"; }, 150);
        buy.onmouseenter = () => record("over"); buy.onclick = () => record("bought");</script>`,
      );
      await t.pilot.see(page);
      await t.pilot.ok("hover_by_uid", { uid: t.pilot.uid("button", "Tip") });
      const began = Date.now();
      await t.pilot.ok(tool, { uid: t.pilot.uid("button", "Buy") });
      expect(Date.now() - began).toBeLessThan(3000);
      await page.event(tool === "click_by_uid" ? "bought" : "over");
    },
  );

  it("names the dialog that is open where style keeps the pointer from all but that", async () => {
    const page = t.site.html(
      `<style>.tour * { pointer-events: none } .tour [role=dialog], .tour [role=dialog] * { pointer-events: auto }</style>
      <body class="tour"><button id="buy" onclick="record('bought')">Buy</button>
      <div role="dialog" aria-label="Step one" style="position:fixed;top:50%"><button onclick="close_()">Close</button></div>
      <script>function close_() { document.body.className = ""; document.querySelector("[role=dialog]").remove(); }</script>`,
    );
    await t.pilot.see(page);
    const buy = t.pilot.uid("button", "Buy");
    const began = Date.now();
    const text = await t.pilot.fails("COVERED", "click_by_uid", { uid: buy });
    expect(Date.now() - began).toBeLessThan(3000);
    expect(text).toContain('while "dialog \\"Step one\\"');
    const [, uid] = /close it with UID (\w+) \(button "Close"\)/.exec(text) ?? [];
    await t.pilot.ok("click_by_uid", { uid });
    await t.pilot.ok("click_by_uid", { uid: buy });
    await page.event("bought");
  });

  it("calls nothing a cover that is beneath one that takes no pointer events", async () => {
    const page = t.site.html(
      `<style>body { margin: 0 } button { position: absolute; top: 0; left: 0; width: 90px; height: 40px }</style>
      <button>Beneath</button><button style="pointer-events:none">Buy</button>`,
    );
    await t.pilot.see(page);
    const text = await t.pilot.fails("NOT_ENABLED", "click_by_uid", { uid: t.pilot.uid("button", "Buy") });
    expect(text).toContain("pointer-events: none");
  });

  it.each([
    ["a shape without an area", `<button style="clip-path:circle(0)">Buy</button>`],
    ["a shape around it", `<div style="clip-path:inset(50%)"><button>Buy</button></div>`],
    [
      "a shape of SVG",
      `<svg width="90" height="40"><clipPath id="no"><rect width="0" height="0"/></clipPath>
        <g clip-path="url(#no)"><rect role="button" aria-label="Buy" tabindex="0" width="90" height="40"/></g></svg>`,
    ],
    [
      "an element around it that hides its overflow, over another",
      `<p style="position:absolute;top:0;left:0;width:300px;height:300px;margin:0">Beside</p>
        <div style="position:relative;margin-top:60px;width:200px;height:50px;overflow:hidden"><button style="position:absolute;top:-40px">Buy</button></div>`,
    ],
    [
      "an element around it that contains what it draws, over another",
      `<p style="position:absolute;top:0;left:0;width:300px;height:300px;margin:0">Beside</p>
        <div style="position:relative;width:200px;height:50px;contain:paint"><button style="position:absolute;top:100px">Buy</button></div>`,
    ],
    ["a clip", `<button style="position:absolute;clip:rect(0,0,0,0)">Buy</button>`],
  ])("is nothing where style clips the element away: %s", async (_, html) => {
    await t.pilot.see(t.site.html(`<main>${html}</main>`));
    const text = await t.pilot.fails("NOT_VISIBLE", "click_by_uid", { uid: t.pilot.uid("button", "Buy") });
    expect(text).toContain("style clips it away");
  });

  it("is named where it lies over what is clipped in part, and where the element lies beneath what is around it", async () => {
    const page = t.site.html(`<button style="clip-path:circle(30%)">Buy</button>${over("<button>No</button>")}`);
    await t.pilot.see(page);
    const buy = await t.pilot.fails("COVERED", "click_by_uid", { uid: t.pilot.uid("button", "Buy") });
    expect(buy).toContain("div#over");
    await t.pilot.see(
      t.site.html(
        `<main id="main" style="background:white"><button style="position:relative;z-index:-1">Deep</button></main>`,
      ),
    );
    const deep = await t.pilot.fails("COVERED", "click_by_uid", { uid: t.pilot.uid("button", "Deep") });
    expect(deep).toContain("main#main");
  });

  it("is waited for where a shape opens", async () => {
    const page = t.site.html(
      `<button id="buy" style="clip-path:circle(0)" onclick="record('bought')">Buy</button>
      <script>addEventListener("load", () => setTimeout(() => { buy.style.clipPath = "none"; }, 900))</script>`,
    );
    await t.pilot.see(page);
    await t.pilot.click("button", "Buy");
    await page.event("bought");
  });

  it.each(["#buy", "body"])("waits for one that is out of the pointer's reach for a while: %s", async (which) => {
    const page = t.site.html(
      `<style>.saving { pointer-events: none }</style><p>Saving…</p><button id="buy" onclick="record('bought')">Buy</button>
      <script>addEventListener("load", () => {
        const all = document.querySelector("${which}");
        all.classList.add("saving");
        setTimeout(() => all.classList.remove("saving"), 1500);
      })</script>`,
    );
    await t.pilot.see(page);
    await t.pilot.click("button", "Buy");
    await page.event("bought");
  });
});

inOneBrowser(
  "an element that is never at rest",
  (t) => {
    it.each([
      [
        "an animation without end",
        "<style>@keyframes sway { to { transform: translateX(300px) } } #buy { animation: sway 1.5s linear infinite alternate }</style>",
      ],
      [
        "a script",
        `<script>let x = 0, by = 2; setInterval(() => { x += by; if (x > 300 || x < 0) by = -by; buy.style.marginLeft = x + "px" }, 10)</script>`,
      ],
      [
        "frames of a game",
        `<script>const move = (at) => { buy.style.position = "relative"; buy.style.left = 150 + 150 * Math.sin(at / 500) + "px"; requestAnimationFrame(move) }; requestAnimationFrame(move)</script>`,
      ],
    ])("is clicked where it is: moved by %s", async (by, mover) => {
      const page = t.site.html(
        `<button id="buy" style="width:140px;height:60px">Buy</button><button id="other" style="position:fixed;top:200px">Other</button>${mover}
       <script>watch("#buy", "click"); watch("#other", "click")</script>`,
      );
      await t.pilot.see(page);
      const answer = await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("button", "Buy") });
      // What a script moves is not known to move before it is looked at twice.
      if (by.includes("animation")) expect(answer).toContain("It was moving");
      expect(await page.event("click")).toMatchObject({ trusted: true });
      expect(page.events("click")).toHaveLength(1);
    });

    it("is hovered over where it is", async () => {
      const page = t.site.html(
        `<style>@keyframes sway { to { transform: translateX(300px) } } #buy { animation: sway 6s linear infinite alternate }</style>
       <button id="buy" style="width:140px;height:60px">Buy</button><script>watch("#buy", "mouseenter")</script>`,
      );
      await t.pilot.see(page);
      await t.pilot.ok("hover_by_uid", { uid: t.pilot.uid("button", "Buy") });
      expect(await page.event("mouseenter")).toMatchObject({ trusted: true });
    });

    /** A puck that sways until it is pressed, follows the pointer then, and tells where it is let go. */
    const puck = (mover: string): string =>
      `<style>@keyframes sway { to { left: 300px } }
       #puck { position: absolute; left: 0; top: 40px; width: 120px; height: 60px; background: red }
       #goal { position: absolute; left: 100px; top: 240px; width: 200px; height: 120px; background: green }</style>
     <div id="puck" role="application" aria-label="Puck">Puck</div><div id="goal" role="application" aria-label="Goal">Goal</div>
     <script>let held = false, dx = 0, dy = 0;
       puck.onpointerdown = (event) => { held = true; const { left, top } = puck.getBoundingClientRect();
         dx = event.clientX - left; dy = event.clientY - top; puck.style.animation = "none"; follow(event); };
       const follow = (event) => { puck.style.left = event.clientX - dx + "px"; puck.style.top = event.clientY - dy + "px"; };
       onpointermove = (event) => { if (held) follow(event); };
       onpointerup = (event) => { if (!held) return; held = false;
         record("let go", { inGoal: document.elementsFromPoint(event.clientX, event.clientY).includes(goal), trusted: event.isTrusted }); };
       ${mover}</script>`;
    const movers: [string, string][] = [
      ["an animation without end", `puck.style.animation = "sway 1.5s linear infinite alternate";`],
      [
        "frames of a game",
        `const move = (at) => { if (!held) puck.style.left = 150 + 150 * Math.sin(at / 500) + "px"; requestAnimationFrame(move); }; requestAnimationFrame(move);`,
      ],
    ];

    it.each(movers)("is dragged from where it is: moved by %s", async (by, mover) => {
      const page = t.site.html(puck(mover));
      await t.pilot.see(page);
      const [fromUid, toUid] = [t.pilot.uid("application", "Puck"), t.pilot.uid("application", "Goal")];
      const answer = await t.pilot.ok("drag_by_uid_to_uid", { fromUid, toUid });
      if (by.includes("animation")) expect(answer).toContain("It was moving");
      expect(await page.event("let go")).toMatchObject({ inGoal: true, trusted: true });
    });

    it.each(movers)("is dragged by a distance from where it is: moved by %s", async (by, mover) => {
      const page = t.site.html(puck(mover));
      await t.pilot.see(page);
      const answer = await t.pilot.ok("drag_by_uid", {
        uid: t.pilot.uid("application", "Puck"),
        by: { dx: 0, dy: 150 },
      });
      if (by.includes("animation")) expect(answer).toContain("It was moving");
      expect(await page.event("let go")).toMatchObject({ trusted: true });
    });

    it("is waited for if its animation ends", async () => {
      const page = t.site.html(
        `<style>@keyframes come { from { transform: translateX(400px) } } #buy { animation: come 1.5s linear }</style>${BUY}`,
      );
      await t.pilot.see(page);
      const answer = await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("button", "Buy") });
      expect(answer).not.toContain("It was moving");
      await page.event("click");
    });
  },
  { args: ["--tools", "web,more"] },
);

inOneBrowser("a control that is disabled", (t) => {
  it("is refused with what the page says about it, and with what it may wait for", async () => {
    const page = t.site.html(
      `<form><label>Name <input required></label> <label>Town <input required value="Bern"></label>
         <label><input type="checkbox" required> I agree</label>
         <div id="terms" style="height:60px;overflow:auto">${"<p>Terms</p>".repeat(30)}</div>
         <button disabled aria-describedby="hint">Order</button><p id="hint">Read the terms first</p></form>
       <form><label>Elsewhere <input required></label></form>`,
    );
    await t.pilot.see(page);
    const text = await t.pilot.fails("NOT_ENABLED", "interactWithPage", {
      action: "click",
      target: { by: "role", value: "button", name: "Order" },
      options: { timeoutMs: 300 },
    });
    expect(text).toContain('the page says "Read the terms first"');
    expect(text).toContain('required and empty: textbox "Name", checkbox "I agree"');
    expect(text).toMatch(/not scrolled to its end: ".*div#terms.*"/);
    expect(text).not.toContain("Elsewhere");
  });

  it("is waited for", async () => {
    const page = t.site.html(
      `<button id="buy" disabled>Buy</button><script>watch("#buy", "click"); setTimeout(() => { buy.disabled = false }, 700)</script>`,
    );
    await t.pilot.see(page);
    await t.pilot.click("button", "Buy");
    await page.event("click");
  });
});
