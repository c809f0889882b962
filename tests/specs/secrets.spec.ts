/** Secrets by name: they reach the page that may have them, and nothing else. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { oneBrowser } from "../support/browsers.ts";
import { browserArguments, Pilot } from "../support/pilot.ts";
import { pngPixels } from "../support/png-pixels.ts";
import { Shell } from "../support/shell.ts";
import { until } from "../support/wait.ts";

const PASSWORD = 'S3cr&t "horse" é/1';
const TOKEN = "tok-48151623-42";

const html = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** What of a secret may stand in no answer. The parts of base64 are those that no neighbour changes. */
const FORMS = [PASSWORD, TOKEN].flatMap((secret) => [
  secret,
  encodeURIComponent(secret),
  new URLSearchParams({ p: secret }).toString().slice(2),
  JSON.stringify(secret).slice(1, -1),
  html(secret),
  secret.replaceAll("&", "&amp;").replaceAll('"', "&quot;"),
  base64(secret).slice(0, -4),
  base64(`a${secret}`).slice(2, -4),
  base64(`ab${secret}`).slice(4, -4),
  secret.slice(0, -4),
]);

function leaks(text: string): string[] {
  const lower = text.toLowerCase();
  return FORMS.filter((form) => lower.includes(form.toLowerCase()));
}

/** A shop that says everything that it got, in every form. */
const PAGE = (got: string) => `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
  <title>Shop ${html(got)}</title>
  <h1 title="${html(got)}">Hello ${html(got)}</h1>
  <p>Split: ${[...got].map((c) => `<b>${html(c)}</b>`).join("")}</p>
  <p>Base64: ${base64(got)} ${base64(`a${got}`)} ${base64(`ab${got}`)}; JSON: ${html(JSON.stringify({ got }))}</p>
  <a href="/said?p=${encodeURIComponent(got)}">Link ${html(encodeURIComponent(got))}</a>
  <form action="/shop" method="get">
    <label>Visible <input name="p" id="visible" value="${html(got)}"></label>
    <label>Password <input name="q" type="password"></label>
    <label>Note <textarea name="note">${html(got)}</textarea></label>
    <label>Choice <select><option>${html(got)}</option><option>Other</option></select></label>
    <button>Send</button>
  </form>
  <input type="file" aria-label="File"><button onclick="confirm(visible.value)">Ask</button>
  <img alt="${html(got)}" src="data:,"><iframe title="Frame" srcdoc="${html(`<p>Inside ${html(got)}</p>`)}"></iframe>
  <script>const got = ${JSON.stringify(got).replaceAll("<", "\\u003c")};
    console.log("said", got); console.error(new Error(got));
    if (got) { document.cookie = "p=" + encodeURIComponent(got); localStorage.setItem("p " + got, got); fetch("/said?p=" + encodeURIComponent(got)); }
    setTimeout(() => { throw new Error(got); });
  </script>`;

let shop: Server;
let origin: string;
let requests: string[] = [];
beforeAll(async () => {
  shop = createServer((request, response) => {
    requests.push(request.url ?? "");
    const { searchParams } = new URL(request.url ?? "/", "http://shop");
    response.setHeader("content-type", "text/html; charset=utf-8").end(PAGE(searchParams.get("p") ?? ""));
  });
  await new Promise<void>((listening) => shop.listen(0, "127.0.0.1", listening));
  origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
});
afterAll(() => shop.close());

const folder = mkdtempSync(path.join(tmpdir(), "uipilot-secrets-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function secretsFile(): string {
  const file = path.join(folder, "secrets.json");
  const content = { SHOP_PASSWORD: { value: PASSWORD, origins: [origin] }, API_TOKEN: TOKEN };
  writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
  return file;
}

/** Tools that end what the others need, take the machine's own things, or wait for a person. */
const LEFT_OUT =
  /^(debug_|list_applications|list_windows|window_action|menu_action|close_session|closeBrowser|stop_recording|ask_user|extension_status|.*Tool$)/;

interface Schema {
  type?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

/** Arguments of a tool that this file does not know, from its schema. */
function argumentsOf(schema: Schema, known: Record<string, unknown>, name = ""): unknown {
  if (name in known) return known[name];
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return argumentsOf(schema.anyOf[0] ?? {}, known, name);
  if (schema.type === "array") return [argumentsOf(schema.items ?? {}, known)];
  if (schema.type === "object") {
    const wanted = (schema.required ?? []).map((key) => [key, argumentsOf(schema.properties?.[key] ?? {}, known, key)]);
    return Object.fromEntries(wanted);
  }
  if (schema.type === "boolean") return true;
  return schema.type === "string" ? "Hello" : 1;
}

/** The files below a folder, as text in two readings. */
function textsIn(place: string): string[] {
  return readdirSync(place, { recursive: true, encoding: "utf8" }).flatMap((name) => {
    const file = path.join(place, name);
    return statSync(file).isFile() ? [`${name}\n${readFileSync(file, "utf8")}`] : [];
  });
}

describe.each(oneBrowser)("secrets in %s", (browser) => {
  let pilot: Pilot;
  const log = path.join(folder, `${browser}.log`);
  beforeAll(async () => {
    const wanted = [
      "--tools=all",
      "--allow-script",
      `--secrets=${secretsFile()}`,
      `--log-file=${log}`,
      "--log-level=trace",
    ];
    // Small, as every step of a recording is a picture in which the secrets are painted over.
    const limits = ["--viewport=800x600", "--action-timeout=1500", "--navigation-timeout=3000"];
    const args = [...browserArguments(browser), ...wanted, ...limits];
    pilot = await Pilot.start({ bare: true, args });
  });
  afterAll(() => pilot.close());

  it("reach the server of the shop, and no answer", async () => {
    await pilot.see(`${origin}/`);
    requests = [];
    const filled = await pilot.ok("fill_by_uid", { uid: pilot.uid("textbox", "Visible"), secret: "SHOP_PASSWORD" });
    expect(filled).toContain("with the secret SHOP_PASSWORD");
    await pilot.ok("type_text", { uid: pilot.uid("textbox", "Note"), secret: "API_TOKEN" });
    const fields = [{ uid: pilot.uid("textbox", "Password"), secret: "SHOP_PASSWORD" }];
    await pilot.ok("fill_form_by_uid", { elements: fields });
    const seen = await pilot.snapshot();
    expect(seen.text).toContain("[secret SHOP_PASSWORD]");
    expect(seen.text).toContain("[secret API_TOKEN]");
    expect(leaks(seen.text + filled)).toEqual([]);
    const clicked = await pilot.click("button", "Send");
    expect(leaks(clicked)).toEqual([]);
    const sent = await until("the shop to get the form", () => requests.find((url) => url.startsWith("/shop?")));
    const got = new URL(sent, origin).searchParams;
    expect([got.get("p"), got.get("q"), got.get("note")]).toEqual([PASSWORD, PASSWORD, TOKEN]);
  });

  it("are given to no other origin, also not in a frame", async () => {
    const other = origin.replace("127.0.0.1", "localhost");
    await pilot.see(`${other}/`);
    const uid = pilot.uid("textbox", "Visible");
    const refused = await pilot.fails("ORIGIN_NOT_ALLOWED", "fill_by_uid", { uid, secret: "SHOP_PASSWORD" });
    expect(refused).toContain(`"${other}"`);
    expect(refused).toContain(origin);
    await pilot.fails("ORIGIN_NOT_ALLOWED", "type_text", { uid, secret: "SHOP_PASSWORD" });
    const elements = [{ uid, secret: "SHOP_PASSWORD" }];
    await pilot.fails("ORIGIN_NOT_ALLOWED", "fill_form_by_uid", { elements });
    expect((await pilot.snapshot()).node("textbox", "Visible").line).not.toContain("secret");
    // One that is bound to none goes anywhere.
    await pilot.ok("fill_by_uid", { uid: pilot.uid("textbox", "Visible"), secret: "API_TOKEN" });

    // The frame's own origin counts, and that of a document without an address is the one that it has from its parent.
    const frames = `<iframe title="theirs" src="${other}/"></iframe><iframe title="ours" srcdoc="<input aria-label=Inherits>"></iframe>`;
    await pilot.ok("navigate_page", { url: `${origin}/` });
    await pilot.ok("evaluate_script", { function: `() => { document.body.innerHTML = ${JSON.stringify(frames)}; }` });
    const tree = await until("the frames", async () => {
      const now = await pilot.snapshot();
      return now.has("textbox", "Visible") && now.has("textbox", "Inherits") ? now : undefined;
    });
    const inside = { uid: tree.uid("textbox", "Visible"), secret: "SHOP_PASSWORD" };
    await pilot.fails("ORIGIN_NOT_ALLOWED", "fill_by_uid", inside);
    await pilot.ok("fill_by_uid", { uid: pilot.uid("textbox", "Inherits"), secret: "SHOP_PASSWORD" });
  });

  it("have names that exist, and exclude a value", async () => {
    await pilot.see(`${origin}/`);
    const uid = pilot.uid("textbox", "Visible");
    const unknown = await pilot.fails("INVALID_INPUT", "fill_by_uid", { uid, secret: "SHOP_PASSWORT" });
    expect(unknown).toContain("did you mean SHOP_PASSWORD?");
    await pilot.fails("INVALID_INPUT", "fill_by_uid", { uid, secret: "API_TOKEN", value: "x" });
    await pilot.fails("INVALID_INPUT", "fill_by_uid", { uid });
    await pilot.fails("INVALID_INPUT", "type_text", { secret: "API_TOKEN" });
    await pilot.fails("INVALID_INPUT", "type_text", { uid, secret: "API_TOKEN", delayMs: 10 });
  });

  it("come out of no tool, no file and no log", { timeout: 240_000 }, async () => {
    const listed = (await pilot.client.listTools()).tools.filter(({ name }) => !LEFT_OUT.test(name));
    const address = `${origin}/?p=${encodeURIComponent(PASSWORD)}`;
    const handle = /session ([\w-]{20,})/.exec(await pilot.ok("launchBrowser", { initialUrl: address }))?.[1];
    await pilot.ok("navigate_page", { url: address });
    let tree = await pilot.snapshot();
    const uid = (): string => tree.uid("textbox", "Visible");
    const known = (): Record<string, unknown> => ({
      uid: uid(),
      fromUid: uid(),
      toUid: uid(),
      url: address,
      saveTo: `${Math.random()}.txt`,
      file: `${Math.random()}.json`,
      filePath: "own.txt",
      sessionId: handle,
      selector: "#visible",
      direction: "down",
      page: 1,
      key: "End",
    });
    // What the page wrote and asked for says it, too.
    const numberOf = async (line: RegExp, tool: string): Promise<number> =>
      until(`${line} in ${tool}`, async () => {
        const [, number] = line.exec(await pilot.ok(tool)) ?? [];
        return number === undefined ? undefined : Number(number);
      });
    const message = await numberOf(/^#(\d+) log "said \[secret SHOP_PASSWORD\]/m, "list_console_messages");
    const request = await numberOf(
      /^(\d+): GET \S*\?p=\[secret SHOP_PASSWORD\].* \(document/m,
      "list_network_requests",
    );
    const special: Record<string, Record<string, unknown>[]> = {
      list_console_messages: [{}, { level: "error" }, { id: message }],
      list_network_requests: [{}, { url: "said" }],
      get_network_request: [
        { id: request, body: "response" },
        { id: request, body: "response", file: "body.html", secrets: true },
      ],
      export_har: [
        { file: "masked.har", bodies: true },
        { file: "whole.har", bodies: true, secrets: true },
      ],
      take_snapshot: [
        { includeAll: true, includeAttributes: true, bounds: true },
        { format: "json" },
        { find: "S3cr" },
        { interactiveOnly: true },
      ],
      find_in_page: [{ text: "Hello" }, { text: "horse", context: 2 }, { regex: "S3.*" }, { role: "textbox" }],
      save_page: [{ saveTo: "tree.txt", includeAll: true }, { saveTo: "tree.json" }],
      wait_for: [
        { text: "Hello", timeoutMs: 300 },
        { textGone: "Hello", timeoutMs: 300 },
        { function: "() => visible.value", timeoutMs: 300 },
      ],
      evaluate_script: [
        {
          function:
            "() => [visible.value, encodeURIComponent(visible.value), document.cookie, location.href, {...localStorage}]",
        },
        { function: "() => btoa(unescape(encodeURIComponent(visible.value)))" },
        { function: "() => { throw new Error(visible.value) }" },
        { function: "() => document.documentElement.outerHTML" },
      ],
      interactWithPage: [
        { action: "click", target: { by: "text", value: "Split:" } },
        { action: "click", target: { by: "text", value: "not there" }, options: { timeoutMs: 300 } },
        {
          action: "fill",
          target: { by: "label", value: "Choice" },
          value: "none of them",
          options: { timeoutMs: 300 },
        },
      ],
      cookies: [{ action: "list", showValues: true }],
      select_text: [{ uid: uid() }],
      scroll: [{ direction: "down" }],
      set_checked: [{ uid: uid(), checked: true }],
      navigate_page: [{ url: address }, { url: `http://127.0.0.1:1/${encodeURIComponent(PASSWORD)}` }],
      storage_state: [{ action: "load", file: "none.json" }],
      resize_page: [{ width: 790, height: 590 }],
      key_down: [{ key: "Shift" }],
      key_up: [{}],
      read_clipboard: [{}],
      drag_at: [{ x: 10, y: 10, to: { x: 20, y: 20 } }],
      close_page: [{ page: 99 }],
      drop_by_uid: [{ uid: uid(), text: "x" }],
      paste_by_uid: [{ uid: uid(), text: "x" }],
    };
    writeFileSync(path.join(pilot.folder, "own.txt"), "x");
    await pilot.ok("start_recording", { file: ["session.html", "session.spec.ts"], values: true });
    for (const { name, inputSchema } of listed) {
      const calls = special[name] ?? [argumentsOf(inputSchema as Schema, known()) as Record<string, unknown>];
      for (const args of calls) {
        const answer = await pilot.call(name, args);
        const raw = JSON.stringify(answer.raw, (key, value) =>
          key === "data" || key === "imageDataBase64" ? "" : value,
        );
        expect(leaks(raw), `${name} ${JSON.stringify(args)}: ${raw.slice(0, 3_000)}`).toEqual([]);
        // Tools are called in vain if they always fail on their arguments.
        expect(answer.code === "INVALID_INPUT" && answer.text.includes("is missing"), answer.text).toBe(false);
      }
      const now = await pilot.ok("list_pages");
      expect(leaks(now)).toEqual([]);
      if (!now.includes("[secret SHOP_PASSWORD]") || now.includes("dialog")) await pilot.call("dismiss_dialog");
      if (!/Shop .*selected/.test(now)) await pilot.call("select_page", { page: 1 });
      const shown = await pilot.call("take_snapshot");
      if (!shown.text.includes('textbox "Visible"')) await pilot.call("navigate_page", { url: address });
      tree = await pilot.snapshot();
      if (!tree.has("textbox", "Visible")) tree = await pilot.see(address);
    }
    // A dialog says it, too.
    await pilot.see(address);
    const asked = await pilot.click("button", "Ask");
    expect(asked).toContain("[secret SHOP_PASSWORD]");
    expect(leaks(asked + (await pilot.ok("list_pages")))).toEqual([]);
    await pilot.ok("dismiss_dialog");
    await pilot.ok("stop_recording");
    for (const file of ["tree.txt", "session.html"]) {
      expect(readFileSync(path.join(pilot.folder, file), "utf8")).toContain("[secret SHOP_PASSWORD]");
    }
    for (const text of [...textsIn(pilot.folder), readFileSync(log, "utf8"), pilot.stderr]) {
      expect(leaks(text), text.slice(0, 500)).toEqual([]);
    }
    expect(readFileSync(log, "utf8")).toContain("with --allow-script");
  });

  it("stand in no PDF and in no picture of a trace", async () => {
    await pilot.ok("navigate_page", { url: `${origin}/?p=${encodeURIComponent(PASSWORD)}` });
    const refused = await pilot.fails("UNSUPPORTED", "save_pdf", { file: "secret.pdf" });
    expect(refused).toMatch(/the page shows a text or a file that the session hides.*screenshot/);
    expect(existsSync(path.join(pilot.folder, "secret.pdf"))).toBe(false);
    await pilot.ok("navigate_page", { url: `${origin}/` });
    await pilot.ok("save_pdf", { file: "plain.pdf" });
    await pilot.fails("UNSUPPORTED", "start_trace", { screenshots: true });
  });

  it("are not cut by the pieces of a long text", async () => {
    await pilot.ok("navigate_page", { url: `${origin}/` });
    await pilot.ok("evaluate_script", {
      function: `() => { document.body.innerHTML = "<main><p></p></main>"; document.querySelector("p").textContent = ${JSON.stringify(`${PASSWORD} `.repeat(1_500))}; }`,
    });
    const cursors: string[] = [];
    for (let cursor: string | undefined = ""; cursor !== undefined; ) {
      const piece = await pilot.ok("read_page", cursor === "" ? {} : { cursor });
      const shown = piece.split("\n").filter((line) => line.includes("[secret"));
      expect(shown.join(" ").replaceAll("[secret SHOP_PASSWORD]", "").trim()).toBe("");
      cursor = /cursor "([^"]+)" goes on/.exec(piece)?.[1];
      if (cursor !== undefined) cursors.push(cursor);
    }
    expect(cursors.length).toBeGreaterThan(0);
    const [, text, from, to] = /^(t\d+):(\d+)-(\d+)$/.exec(cursors[0] ?? "") ?? [];
    const own = `${text}:${Number(from) + 3}-${to}`;
    expect(await pilot.fails("INVALID_INPUT", "read_page", { cursor: own })).toContain("is not one that was given out");
  });

  it("are painted over in pictures", async () => {
    const address = `${origin}/?p=${encodeURIComponent(PASSWORD)}`;
    await pilot.see(address);
    const boxesOf = async (): Promise<Record<string, number[]>> => {
      const tree = await pilot.snapshot({ bounds: true });
      const bounds = (role: string, name?: string | RegExp): number[] =>
        String(tree.node(role, name).attributes.bounds).split(",").map(Number);
      return {
        field: bounds("textbox", "Visible"),
        note: bounds("textbox", "Note"),
        heading: bounds("heading"),
        link: bounds("link"),
        button: bounds("button", "Send"),
      };
    };
    const boxes = await boxesOf();
    for (const args of [{}, { fullPage: true }, { marks: true }] as Record<string, unknown>[]) {
      const { images, text } = await pilot.call("screenshot_page", args);
      const picture = pngPixels(images[0]?.data ?? Buffer.alloc(0));
      const isCovered = ([x = 0, y = 0, width = 0, height = 0]: number[], share: number): boolean => {
        let [covered, all] = [0, 0];
        for (let down = y + 2; down < y + height - 2; down += 2) {
          for (let across = x + 2; across < x + width - 2; across += 3) {
            all++;
            if (String(picture.at(Math.round(across), Math.round(down))) === "70,70,70") covered++;
          }
        }
        return all > 20 && covered / all >= share;
      };
      // Numbers are drawn on top.
      const share = args.marks === true ? 0.5 : 1;
      expect(isCovered(boxes.field ?? [], share), `${JSON.stringify(args)} ${text}`).toBe(true);
      expect(isCovered(boxes.note ?? [], share)).toBe(true);
      expect(isCovered(boxes.heading ?? [], 0.05)).toBe(true);
      expect(isCovered(boxes.button ?? [], 0.5)).toBe(false);
    }
    const field = await pilot.call("screenshot_by_uid", { uid: pilot.uid("textbox", "Visible") });
    const small = pngPixels(field.images[0]?.data ?? Buffer.alloc(0));
    expect(small.at(small.width >> 1, small.height >> 1)).toEqual([70, 70, 70]);
    await pilot.ok("save_page", { saveTo: "page.png", overwrite: true });
    const file = pngPixels(readFileSync(path.join(pilot.folder, "page.png")));
    const [x = 0, y = 0] = boxes.field ?? [];
    expect(file.at(Math.round(x) + 20, Math.round(y) + 8)).toEqual([70, 70, 70]);
  });
});

it.each(oneBrowser)("paints over what styles and attributes draw, in %s", async (browser) => {
  const secret = ["--allow-script", `--secrets=${secretsFile()}`];
  const pilot = await Pilot.start({ browser, args: secret });
  try {
    await pilot.open(`${origin}/`);
    const quoted = JSON.stringify(TOKEN);
    const boxes: Record<string, number[]> = JSON.parse(
      /\{.*\}/s.exec(
        await pilot.ok("evaluate_script", {
          function: `async () => {
            const token = ${quoted};
            document.body.innerHTML = \`<style>p, img, select, div { display: block } p, img, li, select, div { font-size: 20px; width: 400px; height: 30px; margin: 8px 200px }
              #before::before { content: "\${token.slice(0, 6)}" } #attr::after { content: attr(data-x) } #item { list-style-type: "\${token}" }</style>
              <p id="before">\${token.slice(6)}</p><p id="attr" data-x="\${token}"></p><img id="alt" alt="\${token}" src="/none.png">
              <select id="group" multiple style="height:60px"><optgroup label="\${token}"><option>One</option></optgroup></select>
              <ul style="margin:0;padding:0"><li id="item">Words</li></ul><div id="slots">\${token.slice(4, 8)}</div>
              <p id="hex">\${[...token].map((c) => c.charCodeAt(0).toString(16)).join("")}</p><p id="plain">Nothing of it here</p>\`;
            slots.attachShadow({ mode: "open" }).innerHTML = token.slice(0, 4) + "<slot></slot>" + token.slice(8);
            // A picture that could not be loaded has another box.
            await new Promise((done) => (alt.onerror = done));
            const boxes = {};
            for (const el of document.querySelectorAll("[id]")) {
              const { left, top, width, height } = el.getBoundingClientRect();
              boxes[el.id] = [left, top, width, height];
            }
            return boxes;
          }`,
        }),
      )?.[0] ?? "{}",
    );
    expect(Object.keys(boxes)).toHaveLength(8);
    const { images } = await pilot.call("screenshot_page", { fullPage: true });
    const picture = pngPixels(images[0]?.data ?? Buffer.alloc(0));
    const isPainted = ([left = 0, top = 0, , height = 0]: number[]): boolean =>
      String(picture.at(Math.round(left) + 8, Math.round(top + Math.min(height, 24) / 2))) === "70,70,70";
    for (const [name, box] of Object.entries(boxes)) expect(isPainted(box), name).toBe(name !== "plain");
    // A marker stands before its item.
    const [left = 0, top = 0] = boxes.item ?? [];
    expect(String(picture.at(Math.round(left) - 30, Math.round(top) + 12))).toBe("70,70,70");
  } finally {
    await pilot.close();
  }
});

it("asks for nothing more of a page where there are no secrets", async () => {
  const pilot = await Pilot.start();
  try {
    const tools = JSON.stringify((await pilot.client.listTools()).tools);
    expect(tools).not.toContain("secret");
    await pilot.see(`${origin}/`);
    await pilot.fails("INVALID_INPUT", "fill_by_uid", { uid: pilot.uid("textbox", "Visible"), secret: "X" });
  } finally {
    await pilot.close();
  }
});

it("serve the command line, whose daemon masks its answers and its log", async () => {
  const shell = new Shell();
  const env = { UIPILOT_SECRETS: secretsFile(), UIPILOT_SECRET_PIN: "pin-90210", UIPILOT_LOG_LEVEL: "trace" };
  const run = async (...args: string[]): Promise<string> => {
    const { status, stdout, stderr } = await shell.run(args, { env });
    expect(leaks(stdout + stderr)).toEqual([]);
    expect(stdout + stderr).not.toContain("pin-90210");
    return `${status}: ${stdout}${stderr}`;
  };
  try {
    requests = [];
    expect(await run("open", `${origin}/`)).toMatch(/^0: /);
    const uid = /uid=(\S+) textbox "Visible"/.exec(await run("snapshot"))?.[1] ?? "";
    expect(await run("fill", uid, "--secret", "SHOP_PASSWORD")).toContain("with the secret SHOP_PASSWORD");
    expect(await run("snapshot", "--json")).toContain("[secret SHOP_PASSWORD]");
    expect(await run("fill", uid, "--secret", "NONE")).toMatch(/^[1-9].*there is no secret/s);
    expect(await run("fill", uid)).toMatch(/^[1-9].*\[INVALID_INPUT\]/s);
    expect(await run("press", "Enter", "--uid", uid)).toMatch(/^0: /);
    await until("the shop to get the form", () => requests.find((url) => url.startsWith("/shop?")));
    const note = /uid=(\S+) textbox "Note"/.exec(await run("snapshot"))?.[1] ?? "";
    expect(await run("type", "--uid", note, "--secret", "PIN")).toContain("Typed the secret PIN");
    expect(await run("snapshot")).toContain("[secret PIN]");
    await run("sessions", "--json");
    const { log: file } = (await shell.json("status")).structured as { log: string };
    const logs = [readFileSync(file, "utf8")];
    expect(logs[0]).toContain("acted");
    expect(logs.flatMap(leaks)).toEqual([]);
    expect(logs.join()).not.toContain("pin-90210");
  } finally {
    await shell.close();
  }
});
