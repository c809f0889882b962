/** A paired server that turns against the user: nothing of an origin that is not allowed comes to it, or is reached by it. */

import { expect, test } from "vitest";
import { policyTexts } from "../../extension/build.mjs";
import { sleep, until } from "../support/wait.ts";
import {
  attach,
  far,
  framed,
  frames,
  INPUT,
  magenta,
  near,
  open,
  own,
  SECRET,
  secret,
  seen,
  server,
  site,
  targets,
  told,
  user,
} from "./hostile.ts";

test("no command brings anything of the others' documents", async () => {
  const { page } = framed("Listing page");
  const { tab, session } = await attach(own(page), "Listing page");
  await tab.until(`frames.length === 2`);
  const ids = await until("both frames", async () => {
    const list = await frames(session);
    return list.length === 3 ? list : undefined;
  }).catch(() => frames(session));
  const child = server
    .events<{ sessionId: string; targetInfo: { targetId: string; type: string } }>("Target.attachedToTarget")
    .filter(({ targetInfo }) => targetInfo.type === "iframe");
  const sessions = [session, ...child.map(({ sessionId }) => sessionId)];
  const all = [...ids.map(({ id }) => id), ...child.map(({ targetInfo }) => targetInfo.targetId)];
  const commands: [string, object][] = [
    ["DOM.getDocument", { depth: -1, pierce: true }],
    ["DOM.getFlattenedDocument", { depth: -1, pierce: true }],
    ["DOMSnapshot.captureSnapshot", { computedStyles: [] }],
    ["DOM.performSearch", { query: SECRET }],
    ["DOM.enable", {}],
    ["Accessibility.getFullAXTree", {}],
    ["Page.captureSnapshot", {}],
    ["Page.printToPDF", {}],
    ["Page.startScreencast", {}],
    ["Page.getResourceTree", {}],
    ["Page.getCookies", {}],
    ["Page.setBypassCSP", { enabled: true }],
    ["Page.addScriptToEvaluateOnNewDocument", { source: "fetch('/')", worldName: "uipilot" }],
    ["Page.createIsolatedWorld", { frameId: all[0], worldName: "uipilot", grantUniveralAccess: true }],
    ["Page.createIsolatedWorld", { frameId: all[0], worldName: "uipilot-shield" }],
    ["Network.getCookies", {}],
    ["Network.getAllCookies", {}],
    ["Network.setCookie", { name: "a", value: "b", url: "http://bank.test/" }],
    ["Network.setExtraHTTPHeaders", { headers: {} }],
    ["Network.getResponseBody", { requestId: "1" }],
    ["Fetch.enable", {}],
    ["Storage.getCookies", {}],
    ["Storage.getStorageKeyForFrame", { frameId: all[1] }],
    ["DOMStorage.enable", {}],
    ["IndexedDB.requestDatabaseNames", { securityOrigin: "http://bank.test" }],
    ["Runtime.addBinding", { name: "__uipilotTell" }],
    ["Runtime.globalLexicalScopeNames", {}],
    ["Runtime.evaluate", { expression: "document.cookie" }],
    ["Debugger.enable", {}],
    ["Log.enable", {}],
    ["Target.attachToTarget", { targetId: all[1], flatten: true }],
    ["Target.getTargetInfo", { targetId: all[1] }],
    ["Target.sendMessageToTarget", { message: "{}", sessionId: session }],
    ["Browser.getWindowForTarget", {}],
    ["SystemInfo.getInfo", {}],
    ["IO.read", { handle: "1" }],
    ["Tracing.start", {}],
    ["Overlay.enable", {}],
    ["Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: 50, y: 50 }] }],
    ["Input.synthesizeTapGesture", { x: 50, y: 50 }],
    ["Input.imeSetComposition", { text: "x", selectionStart: 0, selectionEnd: 0 }],
  ];
  for (const [method, params] of commands) {
    for (const on of [...sessions, undefined]) {
      const reply = await server.send(method, params, on);
      expect(reply.error, `${method} ${JSON.stringify(params)} on ${on}`).toBeDefined();
    }
  }
  // Numbers of frames, worlds, nodes and objects that were never given.
  for (const on of sessions) {
    const guesses: Promise<unknown>[] = [];
    for (const frameId of all.slice(1)) {
      const made = await server.send("Page.createIsolatedWorld", { frameId, worldName: "uipilot" }, on);
      expect(made.error, `a world in ${frameId} of ${JSON.stringify(ids)}`).toBeDefined();
    }
    for (let guess = 1; guess <= 150; guess++) {
      const expression = "document.documentElement.outerHTML + document.cookie";
      guesses.push(server.send("Runtime.evaluate", { expression, contextId: guess }, on));
      guesses.push(server.send("DOM.resolveNode", { backendNodeId: guess }, on));
      const objectId = `1.${guess}.1`;
      const functionDeclaration = "function() { return document.documentElement.outerHTML; }";
      guesses.push(server.send("Runtime.callFunctionOn", { objectId, functionDeclaration, returnByValue: true }, on));
      guesses.push(server.send("DOM.describeNode", { objectId }, on));
    }
    for (const reply of await Promise.all(guesses)) expect(reply).toHaveProperty("error");
  }
  expect(told()).not.toContain(SECRET);
});

test("nodes of an allowed document lead into no other one", async () => {
  const { page } = framed("Leading page");
  const { session } = await attach(own(page), "Leading page");
  const list = await frames(session);
  const world = await server.send("Page.createIsolatedWorld", { frameId: list[0]?.id, worldName: "uipilot" }, session);
  const contextId = world.result?.executionContextId;
  const run = async (expression: string) => {
    const { result } = await server.send("Runtime.evaluate", { expression, contextId }, session);
    return (result?.result as { objectId?: string; value?: unknown } | undefined) ?? {};
  };
  expect((await run("document.title")).value).toBe("Leading page");
  const owner = await run("document.getElementById('near')");
  const described = await server.send("DOM.describeNode", { objectId: owner.objectId, depth: 0 }, session);
  expect(JSON.stringify(described.result)).not.toContain("contentDocument");
  // The numbers of nodes follow each other: those of the frame's document are near the owner's.
  const { backendNodeId } = (described.result?.node ?? {}) as { backendNodeId: number };
  for (let guess = backendNodeId - 40; guess < backendNodeId + 40; guess++) {
    if (guess === backendNodeId || guess < 0) continue;
    for (const more of [{}, { executionContextId: contextId }]) {
      const reply = await server.send("DOM.resolveNode", { backendNodeId: guess, ...more }, session);
      expect(reply.error, `node ${guess}`).toBeDefined();
    }
  }
  // Worlds of the extension itself have numbers nearby.
  for (let guess = Number(contextId) - 10; guess < Number(contextId) + 10; guess++) {
    if (guess === contextId) continue;
    const reply = await server.send(
      "Runtime.evaluate",
      { expression: "document.body.innerText", contextId: guess },
      session,
    );
    expect(reply.error, `world ${guess}`).toBeDefined();
  }
  for (const path of ["contentDocument", "contentWindow.document"])
    await run(`document.getElementById('near').${path}`);
  expect(told()).not.toContain(SECRET);
});

test("what the user does is told of allowed documents only", async () => {
  const { page } = framed("Told page");
  const { tab, session } = await attach(own(page), "Told page");
  await until("both frames to be asked", async () => (await seen()).length === 2);
  const child = server
    .events<{ sessionId: string; targetInfo: { type: string } }>("Target.attachedToTarget")
    .filter(({ targetInfo }) => targetInfo.type === "iframe")
    .slice(-1);
  const source = `${JSON.parse(policyTexts().HANDS)}"data-testid" });`;
  for (const on of [session, ...child.map(({ sessionId }) => sessionId)]) {
    for (const [method, params] of [
      ["Runtime.enable", {}],
      ["Runtime.addBinding", { name: "__uipilotTell", executionContextName: "uipilot" }],
      ["Page.addScriptToEvaluateOnNewDocument", { source, worldName: "uipilot", runImmediately: true }],
    ] as const)
      expect((await server.send(method, params, on)).error, method).toBeUndefined();
  }
  const press = async (x: number, y: number) => {
    await tab.send("Input.dispatchMouseEvent", mouse("mousePressed", x, y));
    await tab.send("Input.dispatchMouseEvent", mouse("mouseReleased", x, y));
  };
  // The user is at work in the frames of others, and then in the page that they allowed. A frame has the focus some time after
  // the press.
  await until("the frames to have the text", async () => {
    for (const x of [50, 250]) {
      await press(x, 40);
      await tab.send("Input.insertText", { text: `${SECRET} typed` });
      await press(x, 120);
    }
    return (await seen()).every(({ seen: events }) => events.includes("input"));
  });
  const [x, y] = await tab.evaluate<[number, number]>(
    `(({ x, y }) => [x + 5, y + 5])(document.getElementById("ours").getBoundingClientRect())`,
  );
  await press(x, y);
  await until("the click to be told", () => told().includes('\\"kind\\":\\"click\\"'));
  // The tab goes to a document of others, and the user types there.
  await tab.evaluate(`void (location.href = ${JSON.stringify(far(secret()))})`);
  await tab.until(`document.querySelector("#field")`);
  await until("the field to have the text", async () => {
    await press(50, 40);
    await tab.send("Input.insertText", { text: `${SECRET} typed` });
    return tab.evaluate(`document.querySelector("#field").value.includes("typed")`);
  });
  await sleep(500);
  expect(told()).not.toContain(SECRET);
  expect(told()).not.toContain("typed");
});

const mouse = (type: string, x: number, y: number, more = {}) => ({
  type,
  x,
  y,
  button: "left",
  clickCount: 1,
  ...more,
});

test("input reaches no foreign frame, wherever it is and whatever has the focus", async () => {
  const { page } = framed("Input page");
  const { tab, session } = await attach(own(page), "Input page");
  await until("both frames to be asked", async () => (await seen()).length === 2);
  await sleep(600);
  for (const x of [50, 250]) {
    for (const y of [40, 120]) {
      const wheel = { type: "mouseWheel", x, y, deltaX: 0, deltaY: 200 };
      const replies = await Promise.all([
        server.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y }, session),
        server.send("Input.dispatchMouseEvent", mouse("mousePressed", x, y), session),
        server.send("Input.dispatchMouseEvent", mouse("mouseReleased", x, y), session),
      ]);
      expect(replies[1]?.error?.code, `a press at ${x},${y}: ${JSON.stringify(replies)}`).toBe(-32901);
      expect((await server.send("Input.dispatchMouseEvent", wheel, session)).error?.code, "the wheel").toBe(-32901);
    }
  }
  for (const id of ["near", "far"]) {
    await tab.evaluate(`document.getElementById("${id}").contentWindow.postMessage("focus", "*")`);
    await tab.evaluate(`document.getElementById("${id}").focus()`);
    await until(`${id} to have the focus`, async () => tab.evaluate(`document.activeElement.id === "${id}"`));
    const key = { type: "keyDown", key: "a", code: "KeyA", text: "a", windowsVirtualKeyCode: 65 };
    const down = await server.send("Input.dispatchKeyEvent", key, session);
    expect(down.error?.code, `a key in ${id}: ${JSON.stringify(down)}`).toBe(-32901);
    await server.send("Input.dispatchKeyEvent", { ...key, type: "keyUp", text: undefined }, session);
    await server.send("Input.insertText", { text: "typed" }, session);
    await server.send("Input.dispatchKeyEvent", { ...key, commands: ["selectAll"] }, session);
  }
  const input = [...INPUT, "scroll"];
  for (const { seen: events, value } of await seen()) {
    expect(
      events.filter((type) => input.includes(type)),
      `of ${JSON.stringify(events)}`,
    ).toEqual([]);
    expect(value).toBe(`${SECRET} value`);
  }
  // What is the user's own still arrives there at once, also after input that was refused, and the engine's in the page.
  const refused = await server.send("Input.dispatchMouseEvent", mouse("mousePressed", 50, 120), session);
  expect(refused.error?.code).toBe(-32901);
  await until(
    "the user's clicks",
    async () => {
      for (const x of [50, 250]) {
        await tab.send("Input.dispatchMouseEvent", mouse("mousePressed", x, 120));
        await tab.send("Input.dispatchMouseEvent", mouse("mouseReleased", x, 120));
      }
      return (await seen()).every(({ seen: events }) => events.includes("click"));
    },
    2_000,
  );
  const [x, y] = await tab.evaluate<[number, number]>(
    `(({ x, y }) => [x + 5, y + 5])(document.getElementById("ours").getBoundingClientRect())`,
  );
  for (const type of ["mousePressed", "mouseReleased"]) {
    expect((await server.send("Input.dispatchMouseEvent", mouse(type, x, y), session)).error).toBeUndefined();
  }
  await page.event("click");
  expect(told()).not.toContain(SECRET);
});

// A release without its press may get through: docs/security.md says so.
test("a foreign frame that is moved under the pointer gets no press and no click", { timeout: 90_000 }, async () => {
  const foreign = secret();
  const page = site.html(
    `<style>body{margin:0}iframe{border:0;position:fixed;top:0;left:0}</style><button style="width:200px;height:150px">x</button>
    <iframe src="${far(foreign)}" width="200" height="150"></iframe>
    <script>let loaded = false; setInterval(() => { const f = document.querySelector("iframe");
      f.style.left = f.style.left === "0px" ? "-500px" : "0px";
      if (loaded && Math.random() < .02) { loaded = false; f.src = f.src; } }, 7)</script>`,
    { title: "Moving page" },
  );
  const { tab, session } = await attach(own(page), "Moving page");
  // In a document that was there before, the page's own listeners come first: docs/security.md says so. From this load on, the
  // frame reloads, but only once it is loaded: on a busy machine it would otherwise never be.
  await tab.evaluate(
    `new Promise((done) => { const f = document.querySelector("iframe");
      f.onload = () => { loaded = true; done(true); }; f.src = f.src; })`,
  );
  for (let round = 0; round < 25; round++) {
    // Chromium withholds the answer until the next input if the frame under the pointer goes at that moment.
    await Promise.race([
      sleep(2_000),
      Promise.all(
        ["mouseMoved", "mousePressed", "mouseReleased"].map((type) =>
          server.send("Input.dispatchMouseEvent", mouse(type, 60 + round, 60), session),
        ),
      ),
    ]);
    for (const { seen: events } of await seen().catch(() => [])) {
      expect(events.filter((type) => /down|click/.test(type))).toEqual([]);
    }
  }
});

test("no picture shows a foreign frame", { timeout: 90_000 }, async () => {
  const { page } = framed("Picture page");
  const { tab, session } = await attach(own(page), "Picture page");
  await until("both frames to be asked", async () => (await seen()).length === 2);
  const whole = { format: "png", captureBeyondViewport: true, clip: { x: 0, y: 0, width: 600, height: 400, scale: 1 } };
  expect(await magenta((await tab.screenshot()).toString("base64")), "without the policy").toBeGreaterThan(10_000);
  for (let round = 0; round < 6; round++) {
    for (const params of [{ format: "png" }, whole]) {
      const reply = await server.send("Page.captureScreenshot", params, session);
      if (reply.error !== undefined) expect(reply.error.code, JSON.stringify(reply)).toBe(-32901);
      else expect(await magenta(String(reply.result?.data)), `round ${round}`).toBe(0);
      expect(reply.error, "a page at rest").toBeUndefined();
    }
  }
  // The user sees them as before.
  await until("the frames to be there again", async () => {
    return (await magenta((await tab.screenshot()).toString("base64"))) > 10_000;
  });
  // A frame that comes during the picture is either not in it, or there is none.
  await tab.evaluate(`setInterval(() => { const f = document.getElementById("near"); f.src = f.src; }, 30), 0`);
  for (let round = 0; round < 10; round++) {
    const reply = await server.send("Page.captureScreenshot", { format: "png" }, session);
    if (reply.error === undefined) expect(await magenta(String(reply.result?.data)), `round ${round}`).toBe(0);
    else expect(reply.error.code).toBe(-32901);
  }
});

test("an empty document belongs to what wrote it", async () => {
  const opener = site.html(
    `<button>Open</button><script>document.querySelector("button").onclick = () => {
      const w = open("${site.html("<p>First</p>").path}");
      setTimeout(() => { w.location = "about:blank"; }, 500);
      setInterval(() => { if (w.location.href !== "about:blank" || w.document.title) return;
        w.document.title = "Written tab"; w.document.body.innerHTML = "<p>${SECRET}</p>"; record("written"); }, 50); };</script>`,
    { title: "Opening page" },
  );
  // A foreign frame leaves for an empty document, which then has its origin, and another one writes into that.
  const victim = site.html(`<script>setTimeout(() => { location.href = "about:blank"; }, 300)</script>`);
  const writer = site.html(`<script>setInterval(() => {
      const f = parent.frames.victim;
      try { if (f.location.href !== "about:blank") return; f.document.body.innerHTML = "<p>${SECRET}</p>"; record("wrote"); } catch {} }, 50)</script>`);
  const page = site.html(
    `<p>Ours</p><iframe name="victim" src="${near(victim)}"></iframe><iframe src="${near(writer)}"></iframe>`,
    { title: "Victim page" },
  );
  const { session } = await attach(own(page), "Victim page");
  await writer.event("wrote");
  await sleep(300);
  let readable = 0;
  for (const { id } of await frames(session)) {
    const world = await server.send("Page.createIsolatedWorld", { frameId: id, worldName: "uipilot" }, session);
    const contextId = world.result?.executionContextId;
    if (contextId === undefined) continue;
    readable++;
    await server.send("Runtime.evaluate", { expression: "document.documentElement.outerHTML", contextId }, session);
  }
  expect(readable).toBe(1);
  expect(told()).not.toContain(SECRET);

  await open.pop()?.tab.close();
  const second = await attach(near(opener), "Opening page");
  await second.tab.evaluate(`document.querySelector("button").click()`);
  const written = await until("the new tab", async () =>
    (await targets()).find(({ targetId }) => targetId !== second.targetId),
  );
  await opener.event("written");
  const attached = await server.send("Target.attachToTarget", { targetId: written.targetId, flatten: true });
  const inner = String(attached.result?.sessionId);
  const world = { frameId: written.targetId, worldName: "uipilot" };
  expect((await server.send("Page.createIsolatedWorld", world, inner)).error?.code).toBe(-32901);
  expect((await server.send("Page.captureScreenshot", {}, inner)).error?.code).toBe(-32901);
  expect((await server.send("Input.insertText", { text: "x" }, inner)).error?.code).toBe(-32901);
  expect(JSON.stringify(await targets())).not.toContain("Written");
  const pages = await user.devtools.targets();
  const opened = pages.find(({ targetId }) => targetId === written.targetId);
  if (opened !== undefined) await user.devtools.send("Target.closeTarget", { targetId: opened.targetId });
});

test("a whole page of another origin is left, and nothing else", async () => {
  const foreign = secret();
  const asks = site.html(
    `<title>${SECRET}</title><button onclick="setTimeout(() => record('answered', { yes: confirm('${SECRET} question') }))">Ask</button>`,
    { title: "Asking page" },
  );
  const page = site.html("<p>Start</p>", { title: "Starting page" });
  const { tab, session } = await attach(own(page), "Starting page");
  const list = await frames(session);
  const world = await server.send("Page.createIsolatedWorld", { frameId: list[0]?.id, worldName: "uipilot" }, session);
  const contextId = world.result?.executionContextId;
  await tab.send("Page.navigate", { url: near(foreign) });
  await tab.until(`location.hostname === "pay.shop.test" && document.readyState === "complete"`);
  // The world's number may be another one's in the new document, which is in the same process.
  for (let guess = Number(contextId); guess < Number(contextId) + 20; guess++) {
    const read = await server.send(
      "Runtime.evaluate",
      { expression: "document.body.innerText", contextId: guess },
      session,
    );
    expect(read.error).toBeDefined();
  }
  for (const [method, params] of [
    ["Page.captureScreenshot", {}],
    ["Page.getLayoutMetrics", {}],
    ["Page.reload", {}],
    ["Input.insertText", { text: "typed" }],
    ["Input.dispatchMouseEvent", mouse("mousePressed", 20, 20)],
    ["Input.dispatchKeyEvent", { type: "keyDown", key: "a", text: "a" }],
    ["Network.enable", {}],
    ["Page.navigate", { url: far(foreign) }],
    ["Page.navigate", { url: "javascript:document.cookie" }],
    ["Page.navigate", { url: "file:///etc/passwd" }],
    ["Page.navigate", { url: "chrome://settings" }],
    ["Page.navigate", { url: `blob:${near(foreign)}` }],
    ["Page.navigate", { url: "view-source:http://localhost/" }],
  ] as const) {
    expect((await server.send(method, params, session)).error?.code, method).toBe(-32901);
  }
  const events = (await seen())[0];
  expect(events?.seen.filter((type) => type !== "focusin")).toEqual([]);
  expect(events?.value).toBe(`${SECRET} value`);

  // Back is the allowed page; the others are not in reach, and not told.
  await tab.send("Page.navigate", { url: near(asks) });
  await tab.until(`document.title.includes("${SECRET}") || document.querySelector("button")`);
  const { result } = await server.send("Page.getNavigationHistory", {}, session);
  const entries = (result?.entries ?? []) as { id: number }[];
  const middle = await server.send("Page.navigateToHistoryEntry", { entryId: entries.at(-2)?.id }, session);
  expect(middle.error?.code).toBe(-32901);
  expect((await server.send("Page.navigateToHistoryEntry", { entryId: 9999 }, session)).error).toBeDefined();

  await tab.evaluate(`document.querySelector("button").click()`);
  await until("the dialog", () => server.events("Page.javascriptDialogOpening").length > 0);
  for (const params of [{ accept: true }, { accept: true, promptText: "x" }, { accept: false, promptText: "x" }]) {
    expect((await server.send("Page.handleJavaScriptDialog", params, session)).error?.code).toBe(-32901);
  }
  expect(asks.events("answered")).toEqual([]);
  expect((await server.send("Page.handleJavaScriptDialog", { accept: false }, session)).error).toBeUndefined();
  expect(await asks.event("answered")).toMatchObject({ yes: false });
  expect(
    (await server.send("Page.navigateToHistoryEntry", { entryId: entries.at(-3)?.id }, session)).error,
  ).toBeUndefined();
  await tab.until(`location.hostname === "www.shop.test"`);
  expect(told()).not.toContain(SECRET);
});

test("events tell nothing of foreign frames: requests, cookies, downloads, addresses", async () => {
  const { page } = framed("Telling page");
  const { tab, session } = await attach(own(page), "Telling page");
  await server.send("Network.enable", { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }, session);
  await server.send("Page.setLifecycleEventsEnabled", { enabled: true }, session);
  await tab.evaluate(`for (const f of document.querySelectorAll("iframe")) f.src = f.src + "?again=${SECRET}"`);
  await tab.evaluate(`document.getElementById("near").src += "#${SECRET}"`);
  await until("the frames to have come again", () => server.events("Page.frameNavigated").length >= 1);
  await tab.send("Page.reload");
  await until("the page to be loaded again", () => server.events("Page.loadEventFired").length >= 1);
  await sleep(300);
  expect(told()).not.toContain(SECRET);
});

test("messages that are none, too long or too many end nothing but the connection", { timeout: 90_000 }, async () => {
  const page = site.html("<p>Here</p>", { title: "Flooded page" });
  const { session } = await attach(own(page), "Flooded page");
  for (const text of [
    "",
    "{",
    "null",
    "[]",
    '{"type":"cdp"}',
    '{"type":"cdp","id":"x","method":"Page.enable"}',
    '{"type":"cdp","id":1,"method":{}}',
    `{"type":"cdp","id":-1,"method":"Page.enable","params":[],"sessionId":${JSON.stringify(session)}}`,
    `{"type":"cdp","id":-2,"method":"__proto__","params":{"__proto__":{}},"sessionId":${JSON.stringify(session)}}`,
    '{"type":"cdp","id":-3,"method":"Target.attachToTarget","params":{"targetId":{"toString":1}}}',
    '{"type":"dom-action","requestId":"1","payload":{}}',
    '{"type":"dom-action","requestId":"1","payload":{"action":"click","locate":"{","timeoutMs":1e308}}',
    '{"type":"activity","id":1,"action":"a","target":"b","page":"c","thumbnail":"javascript:1"}',
    '{"type":"chunk","data":"{","last":true}',
    '{"type":"stopped"}',
    '{"type":"hello","version":1,"serverId":"x","name":"x","nonce":"x"}',
  ]) {
    server.raw(text);
  }
  expect((await server.send("Page.getFrameTree", {}, session)).result).toBeDefined();
  const many = Array.from({ length: 2_000 }, () => server.send("Page.getFrameTree", {}, session));
  for (const reply of await Promise.all(many)) expect(reply.result ?? reply.error).toBeDefined();
  // A message without end is cut off, and the extension comes back.
  const piece = JSON.stringify({ type: "chunk", data: "x".repeat(4 * 1024 * 1024), last: false });
  for (let pieces = 0; pieces < 40 && server.isConnected; pieces++) {
    server.raw(piece);
    await sleep(20);
  }
  await until("the connection to end", () => !server.isConnected, 20_000);
  await until("the extension to come back", () => server.isConnected, 45_000);
  expect(await targets()).toHaveLength(1);
});
