import { expect, it } from "vitest";
import { rounds } from "../support/browsers.ts";
import { inOneBrowser } from "../support/suite.ts";

inOneBrowser("an action's answer", (t) => {
  const filler = Array.from({ length: 60 }, (_, row) => `<p>Paragraph ${row}</p>`).join("");
  const late = (code: string): string =>
    `<button onclick="${code}">Go</button><p id="out">Nothing</p><script>const show = () => { document.getElementById("out").textContent = "Arrived" }</script>${filler}`;

  /** Effects that come after the handlers of the click, and after what. */
  const cases: [what: string, body: string][] = [
    ["a promise", late("Promise.resolve().then(show)")],
    ["a timer of 0", late("setTimeout(show)")],
    ["a timer of 40 ms", late("setTimeout(show, 40)")],
    ["timers that follow on each other", late("setTimeout(() => setTimeout(() => setTimeout(show, 12), 12), 12)")],
    ["the next frames", late("requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(show)))")],
    ["idle time", late("requestIdleCallback(show)")],
    ["a message", late("const c = new MessageChannel(); c.port1.onmessage = show; c.port2.postMessage(1)")],
    [
      "a worker that runs",
      `${late("w.postMessage(1)")}<script>const w = new Worker(URL.createObjectURL(new Blob(["onmessage = () => postMessage(1); postMessage(0)"]))); w.onmessage = ({ data }) => { if (data) show() }</script>`,
    ],
    [
      "work in slices",
      late(
        "const c = new MessageChannel(); let n = 0; c.port1.onmessage = () => { for (const t = performance.now(); performance.now() - t < 6; ); if (++n < 6) c.port2.postMessage(1); else show() }; c.port2.postMessage(1)",
      ),
    ],
    [
      "work in slices of a framework's length",
      late(
        "const c = new MessageChannel(); let n = 0; c.port1.onmessage = () => { for (const t = performance.now(); performance.now() - t < 5; ); if (++n < 8) c.port2.postMessage(1); else show() }; c.port2.postMessage(1)",
      ),
    ],
    [
      "a message after a message after a frame",
      late(
        "const c = new MessageChannel(); let n = 0; c.port1.onmessage = () => { if (++n < 3) c.port2.postMessage(1); else show() }; requestAnimationFrame(() => c.port2.postMessage(1))",
      ),
    ],
    [
      "an observer in a shadow root that the click makes",
      late(
        "const host = document.createElement('p'); const root = host.attachShadow({ mode: 'open' }); root.innerHTML = '<p>Inner</p>'; document.body.prepend(host); new ResizeObserver(() => queueMicrotask(show)).observe(root.firstChild)",
      ),
    ],
    [
      "an interval that was there before",
      `${late("go = true")}<script>let go = false; setInterval(() => { if (go) show() }, 20)</script>`,
    ],
    [
      "an observer of what is in view",
      `${late("const p = document.createElement('p'); p.textContent = 'Seen'; document.body.prepend(p); new IntersectionObserver(show).observe(p)")}`,
    ],
    ["an observer of sizes", `${late("new ResizeObserver(show).observe(document.getElementById('out'))")}`],
    [
      "a transition",
      `<style>#box { width: 9px; transition: width 30ms } #box.wide { width: 99px }</style><div id="box">b</div>${late("document.getElementById('box').ontransitionend = show; document.getElementById('box').className = 'wide'")}`,
    ],
  ];
  // A page whose frames may never end is waited for 50 ms without a change. On a busy machine, three frames take longer.
  const patient = { retry: 2 };
  it.each(cases)("has what comes by %s", patient, async (_, body) => {
    await t.pilot.see(t.site.html(body));
    expect(await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("button", "Go") })).toContain("Arrived");
  });

  it.each(cases)("has what comes by %s on a page that was at rest for long", patient, async (_, body) => {
    const pause = t.site.resource({ type: "text/plain", body: "Rested", delayMs: 900 });
    const rested = `<p id="rested"></p><script>fetch('${pause.path}').then((r) => r.text()).then((text) => { document.getElementById("rested").textContent = text })</script>`;
    await t.pilot.see(t.site.html(body + rested));
    await t.pilot.ok("wait_for", { text: "Rested" });
    expect(await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("button", "Go") })).toContain("Arrived");
  });

  it("has what comes by a timer, look after look", async () => {
    // A browser's idle moment may have begun before the click. Its length was set then.
    const page = t.site.html(
      `<a role="link" tabindex="0" onclick="setTimeout(() => { document.title = 'Arrived' }, 20)">Go</a>`,
    );
    // It was Chromium's.
    const most = t.browser === "chromium" ? rounds(20, 60) : 15;
    for (let round = 0; round < most; round++) {
      await t.pilot.see(page);
      const answer = await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("link", "Go") });
      expect(answer, `round ${round}`).toContain("Arrived");
    }
  });

  it.each([
    ["a request of 30 ms", 30],
    ["a request of 200 ms", 200],
  ])("has what comes by %s", async (_, delayMs) => {
    const data = t.site.resource({ type: "application/json", body: "{}", delayMs });
    const fetched = late(`fetch('${data.path}').then((r) => r.json()).then(show)`);
    await t.pilot.see(t.site.html(fetched));
    expect(await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("button", "Go") })).toContain("Arrived");
    await t.pilot.see(
      t.site.html(fetched.replace("<button onclick", "<input aria-label=Field oninput").replace(">Go</button>", ">")),
    );
    expect(await t.pilot.ok("fill_by_uid", { uid: t.pilot.uid("textbox", "Field"), value: "x" })).toContain("Arrived");
  });

  it("has what a frame shows late, when the action was in it", async () => {
    const inner = t.site.html(late("setTimeout(show, 30)"));
    await t.pilot.see(t.site.html(`<iframe src="${inner.otherOrigin}" title="Inner"></iframe>${filler}`));
    expect(await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("button", "Go") })).toContain("Arrived");
  });

  it("comes in time on a page that never rests, or whose requests never end", async () => {
    const busy = [
      "setInterval(() => { document.title = Date.now() }, 5)",
      "const f = () => requestAnimationFrame(f); f()",
      "setInterval(() => fetch(location.href), 20)",
    ];
    for (const script of busy) {
      await t.pilot.see(
        t.site.html(`<button onclick="this.textContent = 'Pressed'">Go</button><script>${script}</script>`),
      );
      const answer = await t.pilot.call("click_by_uid", { uid: t.pilot.uid("button", "Go") });
      expect(answer.text).toContain("Pressed");
      expect(answer.ms).toBeLessThan(8_000);
    }
  });
});
