/** What pages write to the console: kept from their first moment on, listed, and told by actions that cause errors. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browsers } from "../support/browsers.ts";
import { Pilot } from "../support/pilot.ts";
import { type Site, startSite } from "../support/site.ts";
import { until } from "../support/wait.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const script = (body: string, headers: Record<string, string> = {}) =>
  site.resource({ type: "text/javascript", body, headers }, "script.js");

/** `function fail() { throw … }` in line 2 of src/app.ts, in line 1 from column 0 on of the script. */
const MAP = {
  version: 3,
  sources: ["src/app.ts"],
  names: [],
  mappings: "AACA",
  sourcesContent: ["// first\nfail();"],
};

describe.each(browsers)("the console in %s", (browser) => {
  const isFirefox = browser === "firefox";
  let pilot: Pilot;
  beforeAll(async () => {
    pilot = await Pilot.start({ browser, args: ["--tools", "web,devtools,sessions,record"] });
  });
  afterAll(() => pilot.close());

  const list = (args: Record<string, unknown> = {}) => pilot.ok("list_console_messages", args);
  /** Lists until something is there: messages of other processes come a moment later. */
  const listed = (wanted: RegExp, args: Record<string, unknown> = {}): Promise<string> => {
    let last = "";
    return until(`${wanted} in the list`, async () => {
      last = await list({ limit: 200, ...args });
      return wanted.test(last) ? last : undefined;
    }).catch((error: Error) => {
      throw new Error(`${error.message}; the last list: ${last}`);
    });
  };
  /** The number of the message with this text. */
  const idOf = (text: string, lines: string): number => {
    const line = lines.split("\n").find((one) => one.startsWith("#") && one.includes(text));
    if (line === undefined) throw new Error(`no message with ${text} in ${lines}`);
    return Number(/^#(\d+)/.exec(line)?.[1]);
  };

  it("lists what was written before anyone asked, with arguments, places and levels", async () => {
    const page = site.html(`<script>
      console.log("first %s", "word", { deep: { er: [1, { est: true }] }, get trap() { return 7; } });
      console.warn("careful"); console.info("by the way"); console.debug("detail");
      console.assert(1 > 2, "numbers");
      console.table([{ a: 1 }]);
      for (let i = 0; i < 3; i++) console.log("again");
      Promise.reject(new TypeError("not kept"));
      throw new Error("at once");
    </script>`);
    await pilot.open(page);
    const lines = await listed(/not kept/);
    expect(lines).toMatch(/#\d+ log "first word .*" at "http:.*":\d+:\d+.*page 1/);
    expect(lines).toContain('warning "careful"');
    expect(lines).toContain('info "by the way"');
    expect(lines).toContain('debug "detail"');
    expect(lines).toContain('error (console.assert) "Assertion failed: numbers"');
    expect(lines).toMatch(/log "again" ×3/);
    expect(lines).toMatch(/error \(exception\) ".*at once"/);
    expect(lines).toMatch(/error \(exception\) ".*TypeError: not kept"/);

    const grave = await list({ level: "warning" });
    expect(grave).toContain("careful");
    expect(grave).not.toContain("by the way");
    expect(await list({ text: "BY THE" })).toMatch(/^1 message,[\s\S]*by the way/);

    const details = await list({ id: idOf("first word", lines) });
    expect(details).toContain('"er":[1,{"est":true}]');
    if (!isFirefox) expect(details).toContain('"trap":"[Getter]"');
  });

  it("lists new messages only, the rest of a list, and forgets", async () => {
    await list({ newOnly: true });
    const page = site.html(`<button onclick="console.log('one more')">More</button>
      <script>for (let i = 0; i < 5; i++) console.log("line " + i);</script>`);
    await pilot.see(page);
    const fresh = await listed(/line 4/, { newOnly: true });
    expect(fresh).not.toContain("again");
    expect(await list({ newOnly: true })).toMatch(/^No messages\./);
    await pilot.click("button", "More");
    await pilot.click("button", "More");
    expect(await listed(/one more/, { newOnly: true })).not.toContain("line 4");
    // A repetition of what was listed is new.
    await pilot.click("button", "More");
    expect(await listed(/one more/, { newOnly: true })).toContain("×3");

    const two = await list({ text: "line", limit: 2 });
    const before = Number(/3 earlier ones: before (\d+)/.exec(two)?.[1]);
    expect(two).toContain("line 3");
    expect(await list({ text: "line", before })).toContain("line 0");
    await list({ clear: true });
    expect(await list()).toMatch(/^No messages\./);
    await pilot.fails("INVALID_INPUT", "list_console_messages", { id: 1 });
  });

  it("tells in an action's answer that it caused an error, and only then", async () => {
    const page = site.html(`<button onclick="undefinedFunction()">Break</button><button onclick="1">Fine</button>
      <button onclick="console.error('said \\n#9 so')">Say</button>
      <button onclick="fetch('/x').then(() => { throw new Error('later') })">Later</button>
      <input aria-label="Name" oninput="throw new Error('typed')"><div role="option" tabindex="0">Plain</div>`);
    const opened = await pilot.open(page);
    expect(opened).not.toContain("console error");
    await pilot.snapshot();
    expect(await pilot.click("button", "Break")).toMatch(
      /\n1 console error: ".*undefinedFunction is not defined" \(list_console_messages\)$/,
    );
    for (const [role, name] of [
      ["button", "Fine"],
      ["option", "Plain"],
    ] as const)
      expect(await pilot.click(role, name)).not.toContain("console error");
    expect(await pilot.click("button", "Say")).toMatch(/\n1 console error: "said ?" \(list_console_messages\)$/);
    expect(await pilot.fill("textbox", "Name", "x")).toMatch(/1 console error: ".*typed"/);
    const acted = await pilot.ok("interactWithPage", {
      action: "click",
      target: { by: "role", value: "button", name: "Break" },
    });
    expect(acted).toContain("1 console error");
    const broken = site.html("<script>throw new Error('while loading')</script>");
    expect(await pilot.open(broken)).toMatch(/1 console error: ".*while loading"/);
    expect(await pilot.ok("take_snapshot")).not.toContain("console error");
  });

  it("stands beside the steps of a recording, with the requests", async () => {
    const asked = site.resource({ type: "text/plain", body: "here" }, "asked.txt");
    const page = site.html(`<script>console.log("another one")</script>
      <button onclick="console.warn('in step', 2); fetch('${asked.path}')">Ask</button>`);
    await pilot.see(page);
    await pilot.ok("start_recording", { file: "beside.html" });
    await pilot.click("button", "Ask");
    await listed(/in step 2/);
    await pilot.ok("list_network_requests");
    await pilot.ok("stop_recording");
    const written = readFileSync(path.join(pilot.folder, "beside.html"), "utf8");
    // What came before the recording is not in it, and nothing is told twice.
    const beside = written.match(/<details class='beside'.*?<\/details>/gs)?.join("\n") ?? "";
    expect(beside.match(/in step 2/g)).toHaveLength(1);
    expect(beside.match(/asked\.txt/g)).toHaveLength(1);
    expect(beside).not.toContain("another one");
  });

  it("knows the first script of a popup, frames and workers", async () => {
    await list({ clear: true });
    const worker = script("console.warn('in the worker'); throw new Error('worker broke');");
    const frame = site.html("<script>console.log('in a frame')</script>");
    const popup = site.html("<script>console.error('first in the popup')</script>");
    const flash = site.html("<script>console.error('gone soon'); setTimeout(close, 1500)</script>");
    const page = site.html(`<iframe src="${frame.otherOrigin}"></iframe>
      <script>new Worker("${worker.path}")</script>
      <button onclick="window.open('${popup.path}')">Popup</button>
      <button onclick="window.open('${flash.path}', '_blank', 'noopener')">Flash</button>`);
    await pilot.see(page);
    await pilot.click("button", "Popup");
    const lines = await listed(/first in the popup/);
    expect(lines).toMatch(/"first in the popup".*page (?!1\b)\d+/);
    expect(await listed(/in a frame/)).toMatch(/"in a frame".*, frame "http:\/\/localhost:.*page 1/);
    const ofWorker = await listed(/worker broke/);
    if (isFirefox) expect(ofWorker).toContain("in the worker");
    else {
      expect(ofWorker).toMatch(/warning "in the worker".*, worker "http:.*script\.js"/);
      expect(ofWorker.match(/in the worker/g)).toHaveLength(1);
      expect(ofWorker.match(/worker broke/g)).toHaveLength(1);
    }
    await pilot.click("button", "Flash");
    await listed(/gone soon/);
    // The second popup closes by itself.
    await until("the second popup to close", async () => (await pilot.pages()).length === 2);
    for (const { page } of (await pilot.pages()).slice(1)) await pilot.ok("close_page", { page });
  });

  it.skipIf(isFirefox)("shows original positions, with the map loaded by the browser", async () => {
    const map = site.resource({ type: "application/json", body: JSON.stringify(MAP) }, "app.js.map");
    const mapped = script(`fail();\n//# sourceMappingURL=${map.path}`);
    const data = `data:application/json;base64,${Buffer.from(JSON.stringify({ ...MAP, sources: ["src/inline.ts"] })).toString("base64")}`;
    const inline = script(`fail();\n//# sourceMappingURL=${data}`);
    // A map of another origin is not asked for.
    const elsewhere = script(`fail();\n//# sourceMappingURL=http://localhost:${site.port}/elsewhere.map`);
    const page = site.html(
      `<script>function fail() { console.trace("mapped") }</script>` +
        [mapped, inline, elsewhere].map(({ path }) => `<script src="${path}"></script>`).join(""),
    );
    await list({ clear: true });
    await pilot.open(page);
    const lines = await listed(/mapped/);
    const ids = [...lines.matchAll(/^#(\d+) .*"mapped"/gm)].map(([, id]) => Number(id));
    const details = await Promise.all(ids.map((id) => list({ id })));
    expect(details.join("\n")).toMatch(/script\.js":1:1 \(source "http:.*src\/app\.ts":2:1\)/);
    expect(details.join("\n")).toMatch(/\(source "http:.*src\/inline\.ts":2:1\)/);
    expect(details.at(-1)).toMatch(/script\.js":1:1$/m);
  });

  it("keeps values of any kind within bounds, and lets the page lie to nobody but itself", async () => {
    await list({ clear: true });
    const page = site.html(`<script>
      const circular = { name: "me" }; circular.self = circular;
      console.log("circular", circular);
      console.log("proxy", new Proxy({}, { ownKeys() { document.title = "trapped"; return [] } }));
      console.log("lying", { toString() { document.title = "asked"; return "nothing" }, toJSON() { return 1 } });
      console.log("long", "x".repeat(1e6));
      console.log("many", Array.from({ length: 1e5 }, (_, i) => i));
      console.log("cause", new Error("outer", { cause: new Error("inner") }));
      console.log("rest", Symbol("s"), 10n, NaN, -0, undefined, null, () => 1, document.documentElement);
      console.log("%cred", "color: red");
      console.log("bytes", new Uint8Array(5));
      console.log("holes", [undefined, , null, , ], [, { deep: { er: [, 1] } }]);
      console.log('quote " and \\u202e and \\n#1 error "forged"');
      console.log();
    </script>`);
    await pilot.open(page);
    const lines = await listed(/forged/);
    expect(lines.length).toBeLessThan(20_000);
    expect(lines).toContain('log "red"');
    expect(lines).toContain('"quote \\" and \\u{202e} and \\n#1 error \\"forged\\""');
    for (const line of lines.split("\n").slice(1)) expect(line).toMatch(/^(#\d+ |\d+ (?:came|made|earlier))/);
    const details = async (text: string) => list({ id: idOf(text, lines) });
    expect(await details("circular")).toContain("[Circular]");
    expect(await details("many")).toMatch(/99950 more|Array\(100000\)/);
    const long = await details("long");
    expect(long).toContain("The text has 1000005 characters");
    expect(long.length).toBeLessThan(20_000);
    if (!isFirefox) {
      expect(await details("cause")).toMatch(/"cause":\{"error":"Error: inner/);
      expect(await details("bytes")).toContain("\n2: [0,0,0,0,0]");
      expect(await details("holes")).toContain('\n2: ["undefined","empty",null,"empty"]');
      expect(await details("holes")).toContain('\n3: ["empty",{"deep":{"er":["empty",1]}}]');
    }
    expect((await pilot.pages()).find(({ selected }) => selected)?.title).toBe("Test page");
  });

  it("stands a flood: errors stay, and the page can be acted on", async () => {
    await list({ clear: true });
    const page = site.html(`<button onclick="flood()">Flood</button><button onclick="record('after')">After</button>
      <script>
        function flood() {
          console.error("before the flood");
          for (let i = 0; i < 10000; i++) console.log("drop", i, { i });
          console.error("after the flood");
        }
      </script>`);
    await pilot.see(page);
    await pilot.call("click_by_uid", { uid: pilot.uid("button", "Flood"), includeSnapshot: "none" });
    const lines = await listed(/after the flood/, { level: "error" });
    expect(lines).toContain("before the flood");
    expect(lines).toMatch(/\d+ came too fast to be kept\./);
    await pilot.snapshot();
    await pilot.click("button", "After");
    await page.event("after");
  });

  it("keeps the consoles of sessions apart", async () => {
    const page = site.html("<script>console.log('of another session')</script>");
    const session = /session (\S{22})\./.exec(await pilot.ok("open_session"))?.[1];
    await pilot.ok("navigate_page", { url: page.url, session });
    await listed(/of another session/, { session });
    expect(await list()).not.toContain("of another session");
    await pilot.ok("close_session", { session });
  });
});

it("tells no errors with --no-console-notes, and records nothing without the set", async () => {
  const page = site.html(`<button onclick="undefinedFunction()">Break</button>`);
  for (const args of [["--tools", "web,devtools", "--no-console-notes"], []]) {
    const pilot = await Pilot.start({ args });
    await pilot.see(page);
    expect(await pilot.click("button", "Break")).not.toContain("console error");
    if (args.length > 0) {
      expect(await pilot.ok("list_console_messages", { level: "error" })).toContain("undefinedFunction");
    }
    await pilot.close();
  }
});
