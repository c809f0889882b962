import { expect, test } from "vitest";
import type { Spot } from "../../src/protocol.js";
import type { TestBrowser } from "../browsers.ts";
import { type Answer, outcome, prepare, walk } from "../page.ts";

/** Points that the caller names, and the places of elements that scrolling and shapes put elsewhere. */
export function pointsSuite(browser: () => TestBrowser): void {
  const at = async (name: string, spot: Partial<Spot> & { x: number; y: number }, role = "button") => {
    const { page } = browser();
    const target = (await walk(page)).target(role, name);
    return page.call<Answer>("prepare", { target, action: "click", attempt: 0, at: { share: false, ...spot } });
  };
  const hits = async (name: string, spot: { x: number; y: number }, role = "button") => {
    const { page } = browser();
    const answer = await at(name, spot, role);
    expect(answer).toMatchObject({ state: "ready" });
    await page.click(answer.x, answer.y);
    expect(await outcome(page)).toMatchObject({ seen: "hit", arrived: 1 });
    return answer;
  };

  test.each([
    ["", ["Alpha", "Beta"]],
    ["pointer-events:none", ["Alpha group", "Beta group"]],
  ])("point: the labels of two shapes in a drawing, with the style '%s'", async (style, reached) => {
    const { page } = browser();
    const shape = (x: number, y: number, name: string) =>
      `<g id="${name} group" transform="translate(${x},${y})"><rect width="100" height="60"/><text id="${name}" x="20" y="35" fill="#fff" style="${style}"><tspan>${name}</tspan></text></g>`;
    await page.open(
      `<!doctype html><svg width="600" height="300" style="display:block">${shape(50, 50, "Alpha")}${shape(400, 200, "Beta")}</svg><script>let got=[];addEventListener("click",(e)=>got.push(e.target.closest("[id]").id))</script>`,
    );
    for (const name of ["Alpha", "Beta"]) {
      const answer = await prepare(page, (await walk(page)).target("text", name));
      expect(answer).toMatchObject({ state: "ready" });
      await page.click(answer.x, answer.y);
      expect(await outcome(page)).toMatchObject({ seen: "hit" });
    }
    expect(await page.main("got.join()")).toBe(reached.join());
  });

  test("point: a label below what takes the pointer for its shape", async () => {
    const { page } = browser();
    const name = `<text x="20" y="35" style="pointer-events:none">Alpha</text>`;
    await page.open(
      `<!doctype html><svg width="300" height="90"><g><g><rect width="99" height="60" fill="#eee"/>${name}</g><rect width="99" height="60" fill="none" pointer-events="all"/></g></svg>`,
    );
    expect((await prepare(page, (await walk(page)).target("text", "Alpha"))).state).toBe("ready");
  });

  test("point: a label that takes no pointer does not stand for another shape of its group", async () => {
    const { page } = browser();
    const text = (name: string, y: number) => `<text y="${y}" style="pointer-events:none">${name}</text>`;
    await page.open(
      `<!doctype html><svg width="300" height="90"><g><rect width="300" height="90" fill="#eee"/>${text("A", 20)}${text("B", 60)}</g></svg>`,
    );
    expect((await prepare(page, (await walk(page)).target("text", "A"))).state).not.toBe("ready");
  });

  const bars = (header: string, footer: string) =>
    `<!doctype html><style>html{scroll-behavior:smooth}body{margin:0}header,footer{position:fixed;left:0;right:0;background:#ccc;z-index:3}
    header{top:0;height:${header}}footer{bottom:0;height:${footer}}button{display:block;width:80px}</style>
    <header>h</header><footer>f</footer><div style="height:1500px"></div><button style="height:30px">B</button>
    <div style="height:1500px"></div><button style="height:200vh">Tall</button><div style="height:1500px"></div>`;

  test.each([
    ["a header and a footer", "28vh", "46vh"],
    ["a header", "28vh", "0"],
    ["a footer", "0", "60vh"],
  ])("point: it is scrolled clear of %s", async (_what, header, footer) => {
    const { page } = browser();
    await page.open(bars(header, footer));
    await hits("B", { x: 20, y: 10 });
    await hits("Tall", { x: 20, y: 5 });
    const height = Number(await page.main("innerHeight"));
    await hits("Tall", { x: 20, y: 2 * height - 5 });
    await page.main("scrollTo({top:1490,behavior:'instant'});0");
    await hits("B", { x: 20, y: 10 });
  });

  test("point: what covers all of the page is said to cover it", async () => {
    const { page } = browser();
    await page.open(bars("28vh", "0"));
    await page.main(`document.querySelector("footer").style.height="100vh";0`);
    const covered = { state: "covered", by: `contentinfo "f" <footer>` };
    expect(await at("B", { x: 20, y: 10 })).toMatchObject(covered);
    // What goes away by itself is waited for where the page is.
    const before = await page.main("scrollY");
    expect(await at("B", { x: 20, y: 10 })).toMatchObject(covered);
    expect(await page.main("scrollY")).toBe(before);
  });

  test("point: a fixed element is where it is, in whatever scroll area it is written", async () => {
    const { page } = browser();
    await page.open(
      `<!doctype html><div style="height:50px;overflow:auto"><div style="height:300px"></div><button style="position:fixed;top:200px;left:100px;width:80px;height:30px">B</button></div><div style="height:3000px"></div>`,
    );
    await hits("B", { x: 20, y: 10 });
    expect(await page.main("scrollY")).toBe(0);
  });

  test.each([
    ["scale(1.5)", [1.5, 1.5]],
    ["scale(.5)", [0.5, 0.5]],
    ["scale(2,.8)", [2, 0.8]],
  ] as const)("point: in a scroll area with transform: %s", async (transform, [across, down]) => {
    const { page } = browser();
    await page.open(
      `<!doctype html><body style="margin:0"><div id="area" style="transform:${transform};transform-origin:0 0;height:60px;overflow:auto;width:150px"><div style="height:200px"></div><button style="width:80px;height:30px">B</button></div>`,
    );
    // Points are lengths of what is drawn.
    for (const spot of [
      { x: 30 * across, y: 15 * down },
      { x: 30 * across, y: 28 * down },
    ]) {
      await page.main("area.scrollTop=0");
      await hits("B", spot);
    }
    const again = await prepare(page, (await walk(page)).target("button", "B"));
    expect(again).toMatchObject({ state: "ready" });
  });

  const shape = (style: string) =>
    `<!doctype html><div role="button" style="width:200px;height:100px;background:red;${style}">B</div>`;
  test.each([
    ["turned", shape("transform:rotate(45deg);margin:100px"), { x: 10, y: 10 }],
    ["clipped", shape("clip-path:polygon(0 0,60% 0,0 60%)"), { x: 150, y: 80 }],
    ["round", shape("border-radius:50%"), { x: 196, y: 96 }],
    [
      "broken over lines",
      `<!doctype html><p style="width:120px;font:16px/20px monospace">xxxxxxxxx <span role="button" aria-label="B">bb bbbbbbbb</span>`,
      { x: 2, y: 5 },
    ],
    [
      "in a shadow tree",
      `<!doctype html><div></div><script>document.querySelector("div").attachShadow({mode:"open"}).innerHTML='<button style="width:100px;height:100px;border-radius:50%">B</button>'</script>`,
      { x: 97, y: 97 },
    ],
  ])("point: one beside an element that is %s is refused", async (_what, html, spot) => {
    const { page } = browser();
    await page.open(html);
    expect(await at("B", spot)).toMatchObject({ state: "beyond", inside: true });
    // Without a point, the element takes the pointer.
    expect(await prepare(page, (await walk(page)).target("button", "B"))).toMatchObject({ state: "ready" });
  });

  test.each([
    [
      "the element around it, for a while",
      `<style>#card{position:relative}#card.busy::after{content:"";position:absolute;inset:0}</style><div id="card"><button style="width:200px;height:100px">B</button></div>`,
      `card.className="busy"`,
      { x: 20, y: 20 },
    ],
    [
      "a modal dialog, which takes the pointer from all else",
      `<button style="width:200px;height:100px;border-radius:50%">B</button><dialog>D <button>Close</button></dialog>`,
      `document.querySelector("dialog").showModal()`,
      { x: 3, y: 3 },
    ],
  ])("point: covered by %s", async (_what, html, then, spot) => {
    const { page } = browser();
    await page.open(`<!doctype html>${html}`);
    const target = (await walk(page)).target("button", "B");
    await page.main(`${then};0`);
    const answer = await page.call<Answer>("prepare", {
      target,
      action: "click",
      attempt: 0,
      at: { share: false, ...spot },
    });
    expect(answer).toMatchObject({ state: "covered" });
  });

  const turned = (before: string, clip = "overflow:hidden") =>
    `<!doctype html><body style="margin:20px">${before}<div id="clip" style="${clip};width:600px;height:300px;position:relative"><div role="button" aria-label="B"
    style="width:600px;height:300px;background:#cde;transform:rotate(-26deg)"></div></div><div style="height:2000px"></div>`;
  const heading = `<h1 style="margin:0;height:150px">Map</h1>`;
  test.each([
    ["under nothing", turned(`<div style="height:150px"></div>`), { x: 300, y: 20 }],
    ["under a heading", turned(heading), { x: 300, y: 20 }],
    ["with overflow clip", turned(heading, "overflow:clip"), { x: 300, y: 20 }],
    ["with contain", turned(heading, "contain:paint"), { x: 300, y: 20 }],
    ["above the page", turned(""), { x: 300, y: 5 }],
    ["below the view", turned(`<div style="height:1500px"></div>`), { x: 300, y: 530 }],
  ])("point: one that something around the element clips is refused at once: %s", async (_what, html, spot) => {
    const { page } = browser();
    await page.open(html);
    const target = (await walk(page)).target("button", "B");
    for (const action of ["click", "touch", "drag", "hover", "drop"]) {
      const asked = { target, action, attempt: 0, at: { share: false, ...spot } };
      const answer = await page.call<Record<string, unknown>>("prepare", asked);
      expect.soft(answer, action).toMatchObject({ state: "beyond", shown: [36, 117, 635, 416] });
      expect.soft(Number(answer.width), action).toBeCloseTo(670.8, 1);
    }
    await hits("B", { x: 335, y: 266 });
    expect(await page.main("clip.scrollTop")).toBe(0);
  });

  test("point: one that a person can scroll to is scrolled to, and one that is about to show is waited for", async () => {
    const { page } = browser();
    const tall = `<button style="width:100px;height:400px">B</button>`;
    await page.open(`<!doctype html>${heading}<div style="overflow:auto;height:80px">${tall}</div>`);
    await hits("B", { x: 20, y: 390 });
    await page.open(`<!doctype html><div id="clip" style="overflow:hidden;height:80px">${tall}</div>${heading}`);
    await page.main(
      `(function grow() { clip.style.height = clip.offsetHeight + 4 + "px"; requestAnimationFrame(grow) })();0`,
    );
    expect(await at("B", { x: 20, y: 390 })).toMatchObject({ state: "moving" });
    await expect.poll(() => at("B", { x: 20, y: 390 }), { timeout: 5_000 }).toMatchObject({ state: "ready" });
  });

  test.each([
    "",
    "padding:9px",
    "border:6px solid",
    "padding:9px 2px 3px 21px;border:4px solid",
    "padding:9px;border:4px solid;transform:scale(2);transform-origin:0 0",
    "padding:9px;border:4px solid;zoom:2",
  ])("point: an area on an image with the style %j", async (style) => {
    const { page } = browser();
    await page.open(
      `<!doctype html><body style="margin:0"><img alt="" usemap="#m" width="200" height="150" style="display:block;${style}" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='200' height='150'/>"><map name="m"><area shape="rect" coords="10,10,20,20" href="#1" alt="Box"><area shape="circle" coords="100,50,6" href="#2" alt="Disc"></map>`,
    );
    const target = (await walk(page)).target("link", "Box");
    const { rect } = await prepare(page, target);
    for (const [x, y] of [
      [0.5, 0.5],
      [0.1, 0.1],
      [0.9, 0.9],
    ] as const) {
      await hits("Box", { x: (rect[2] as number) * x, y: (rect[3] as number) * y }, "link");
    }
    const disc = await prepare(page, (await walk(page)).target("link", "Disc"));
    await page.click(disc.x, disc.y);
    expect(await outcome(page)).toMatchObject({ seen: "hit" });
    expect(await page.main("location.hash")).toBe("#2");
  });

  test("view: an element that moves with the scrolling is shown where it comes to rest", async () => {
    const { page } = browser();
    await page.open(
      `<!doctype html><style>body{margin:0;height:6000px}</style><div id="par" style="position:absolute;top:2000px"><button>B</button></div><script>addEventListener("scroll",()=>{par.style.transform="translateY("+scrollY*.5+"px)"})</script>`,
    );
    const target = (await walk(page)).target("button", "B");
    const { state, rect } = await prepare(page, target, "view");
    expect(state).toBe("ready");
    const now = async () => Number(await page.main(`document.querySelector("button").getBoundingClientRect().top`));
    await new Promise((done) => setTimeout(done, 200));
    expect(rect[1]).toBeCloseTo(await now(), 0);
    expect(rect[1]).toBeGreaterThanOrEqual(0);
    expect(rect[1]).toBeLessThan(Number(await page.main("innerHeight")) - 10);
  });

  const BESIDE = `<p style="position:absolute;left:0;top:0;width:300px;height:300px;z-index:-1;margin:0">Beside</p>`;
  const far = `<button style="position:absolute;left:20px;top:100px;width:80px;height:30px">B</button>`;
  const up = `<button style="position:absolute;left:20px;top:-40px;width:80px;height:30px">B</button>`;
  test.each([
    [
      "overflow hidden, before its start",
      `<div style="overflow:hidden;position:relative;margin-top:60px;height:50px;width:200px">${up}</div>`,
    ],
    ["overflow clip", `<div style="overflow:clip;position:relative;height:50px;width:200px">${far}</div>`],
    [
      "overflow clip, inline",
      `<div style="overflow:clip;width:200px;height:50px"><p style="height:100px">x</p><button>B</button></div>`,
    ],
    ["contain paint", `<div style="contain:paint;position:relative;height:50px;width:200px">${far}</div>`],
    [
      "contain content",
      `<div style="contain:content;height:50px;width:200px"><p style="height:100px">x</p><button>B</button></div>`,
    ],
    [
      "a clip path",
      `<div style="clip-path:inset(0 0 100px 0);position:relative;height:150px;width:200px">${far}</div>`,
    ],
    ["a clip path beside it", `<div style="clip-path:inset(0);position:relative;height:50px;width:200px">${far}</div>`],
    ["no size", `<div style="overflow:hidden;width:0;height:0"><button>B</button></div>`],
    [
      "transform on screen",
      `<div style="overflow:hidden;width:100px;height:40px;margin-left:400px"><button style="transform:translateX(-300px)">B</button></div>`,
    ],
    ["clip by hand", `<div style="position:absolute;clip:rect(0,50px,50px,0);height:150px;width:200px">${far}</div>`],
  ])("clipped away by its ancestor: %s", async (_what, html) => {
    const { page } = browser();
    for (const beside of ["", BESIDE]) {
      await page.open(`<!doctype html><style>body{margin:0}</style>${beside}${html}`);
      const answer = await prepare(page, (await walk(page)).target("button", "B"));
      expect.soft(answer, beside).toMatchObject({ state: "hidden", clipped: true });
    }
  });

  const OVER = `<p id="over" style="position:absolute;left:0;top:0;width:300px;height:300px;margin:0">Over<button>No</button></p>`;
  test.each([
    ["in what hides its overflow", `<div style="overflow:hidden;width:200px;height:50px"><button>B</button></div>`],
    ["in a shape", `<div style="clip-path:inset(0);width:200px;height:50px"><button>B</button></div>`],
    [
      "clipped in part",
      `<div style="overflow:clip;width:200px;height:30px"><button style="height:60px">B</button></div>`,
    ],
    [
      "in a shadow tree",
      `<div style="overflow:clip;width:200px;height:30px"><template shadowrootmode="open"><button>B</button></template></div>`,
    ],
  ])("covered and not clipped away: %s", async (_what, html) => {
    const { page } = browser();
    await page.open(`<!doctype html><style>body{margin:0}</style>${html}`);
    const { target } = await walk(page);
    const asked = target("button", "B");
    await page.main(`document.body.insertAdjacentHTML("beforeend", ${JSON.stringify(OVER)});0`);
    const answer = await prepare(page, asked);
    expect(answer).toMatchObject({ state: "covered", by: expect.stringContaining("p#over") });
    await page.main(`over.outerHTML='<dialog id="over">D <button>Close</button></dialog>';over.showModal();0`);
    expect(await prepare(page, asked)).toMatchObject({ state: "covered" });
  });

  test("point: a checkbox without a box, whose label is narrower than the host of both", async () => {
    const { page } = browser();
    const cut =
      "position:absolute;width:1px;height:1px;margin:-1px;padding:0;border:0;overflow:hidden;clip:rect(0 0 0 0)";
    await page.open(
      `<!doctype html><div id="host"><template shadowrootmode="open"><style>:host{display:flex;position:relative;width:120px}</style>
      <input type="checkbox" id="c" style="${cut}"><label for="c" style="position:relative;width:20px;height:20px;background:#ccc"><span style="${cut}">Row</span></label></template></div>`,
    );
    const answer = await prepare(page, (await walk(page)).target("checkbox", "Row"));
    expect(answer).toMatchObject({ state: "ready" });
    await page.click(answer.x, answer.y);
    expect(await page.main("host.shadowRoot.querySelector('input').checked")).toBe(true);
  });

  test.each([
    ["lets the pointer through to its host", "", "ready"],
    ["lets the pointer through, as its host does", "pointer-events:none", "disabled"],
    ["lets the pointer through to a host of another size", "padding:60px", "disabled"],
  ])("point: a control in a shadow tree that %s", async (_what, host, state) => {
    const { page } = browser();
    await page.open(
      `<!doctype html><div id="host"><template shadowrootmode="open"><style>:host{display:inline-block;${host}}button{pointer-events:none;padding:10px}</style><button>B</button></template></div>
      <script>let got = 0; host.onclick = () => got++;</script>`,
    );
    const answer = await prepare(page, (await walk(page)).target("button", "B"));
    expect(answer).toMatchObject({ state });
    if (state !== "ready") return;
    await page.click(answer.x, answer.y);
    expect(await outcome(page)).toMatchObject({ seen: "hit", arrived: 1 });
    expect(await page.main("got")).toBe(1);
  });

  test("point: a button that is a switch, clipped away, is clicked on its label", async () => {
    const { page } = browser();
    const cut =
      "position:absolute;width:1px;height:1px;margin:-1px;padding:0;border:0;overflow:hidden;clip:rect(0 0 0 0)";
    await page.open(
      `<!doctype html><button role="switch" aria-checked="false" aria-label="B" id="b" style="${cut}"></button><label for="b">Turn <i>o</i></label><script>let got = 0; b.onclick = () => got++;</script>`,
    );
    const answer = await prepare(page, (await walk(page)).target("switch", "B"));
    expect(answer).toMatchObject({ state: "ready" });
    await page.click(answer.x, answer.y);
    expect(await page.main("got")).toBe(1);
  });

  test("point: an item is taken by the handle that fills it, and not by a control in that", async () => {
    const { page } = browser();
    const tab = (inner: string) =>
      `<!doctype html><div role=tablist><div role=tab tabindex=0 aria-label=T style="display:inline-block;padding:4px 8px">${inner}</div></div>`;
    const hitBy = async (html: string, action: string) => {
      await page.open(html);
      const target = (await walk(page)).target("tab", "T");
      const { x, y } = await page.call<Answer>("prepare", { target, action, attempt: 0 });
      return page.main(`document.elementFromPoint(${x}, ${y}).className`);
    };
    const filled = tab(`<div class=handle role=tab>Alpha <button aria-label=Close>x</button></div>`);
    for (const action of ["drag", "pull"]) expect.soft(await hitBy(filled, action), action).toBe("handle");
    const small = tab(
      `<div style="width:200px;height:60px"><div class=part role=button style="width:90px;margin:20px auto">x</div></div>`,
    );
    expect(await hitBy(small, "drag")).toBe("");
  });

  test.each([
    ["that takes no pointer", "pointer-events:none", ""],
    ["that is covered", "", `<div style="position:absolute;left:590px;top:90px;width:120px;height:60px"></div>`],
  ])("point: what hides its overflow stays where it is for a target %s", async (_what, style, over) => {
    const { page } = browser();
    await page.open(
      `<!doctype html><style>body{margin:0}</style><main style="position:relative;overflow:hidden;width:700px;height:300px"><button style="position:absolute;left:600px;top:100px;width:100px;${style}">B</button>${over}<aside style="position:absolute;left:700px;top:0;width:400px;height:700px"></aside></main>`,
    );
    const target = (await walk(page)).target("button", "B");
    for (const attempt of [0, 1, 2]) {
      expect((await prepare(page, target, "click", attempt)).state).toMatch(/disabled|covered/);
      expect(await page.main(`document.querySelector("main").scrollLeft`)).toBe(0);
      expect(await page.main(`document.querySelector("main").scrollTop`)).toBe(0);
    }
  });
}
