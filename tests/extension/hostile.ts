/** The stage of `malicious.spec.ts`: a paired server that is hostile, and pages with frames of origins that are not allowed. */

import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { DevToolsPage } from "../support/devtools.ts";
import { HostileServer } from "../support/hostile-server.ts";
import { type Site, type SitePage, startSite } from "../support/site.ts";
import { UserBrowser } from "../support/user-browser.ts";
import { until } from "../support/wait.ts";

export const SECRET = "S3CRET";
/** The colour that only documents of others are painted in. */
const MAGENTA = [255, 0, 255];

export let site: Site;
export let user: UserBrowser;
export let server: HostileServer;

beforeAll(async () => {
  site = await startSite();
  server = await HostileServer.start();
  user = await UserBrowser.start();
  await user.enter("Origin to allow", String(server.port));
  expect(await user.pair(server.code)).toBe("Paired.");
  await until("the connection", () => server.isConnected);
  await user.enter("Origin to allow", own(site.html("")).replace(/\/run.*/, ""));
});

afterAll(async () => {
  await Promise.allSettled([user?.close(), server?.close(), site?.close()]);
});

const at = (host: string, page: SitePage) => `http://${host}:${page.port}${page.path}`;
/** Under the origin that the user allowed. */
export const own = (page: SitePage) => at("www.shop.test", page);
/** Of the same site, and so in the same process. */
export const near = (page: SitePage) => at("pay.shop.test", page);
/** In a process of its own. */
export const far = (page: SitePage) => at("bank.test", page);

/** The events of input that the documents of others watch for. */
export const INPUT = ["pointerdown", "mousedown", "mouseup", "click", "wheel", "keydown", "keyup", "input", "drop"];
const WATCHED = [...INPUT, "focusin"];

/** A document with a secret in every place that a protocol tells. */
export const secret = () =>
  site.resource(
    {
      type: "text/html; charset=utf-8",
      body: `<!doctype html><title>${SECRET} title</title><body style="margin:0;background:rgb(${MAGENTA});height:3000px">
        <input id="field" value="${SECRET} value" style="width:150px;height:80px;background:rgb(${MAGENTA})" autofocus>
        <p>${SECRET} text</p><iframe srcdoc="<body style='background:rgb(${MAGENTA})'>${SECRET} inner" width="60" height="40"></iframe>
        <script>
          document.cookie = "session=${SECRET}";
          window.name = "${SECRET} name";
          const seen = [];
          for (const type of ${JSON.stringify(WATCHED)}) {
            addEventListener(type, (event) => event.isTrusted && seen.push(type), true);
          }
          addEventListener("scroll", () => seen.push("scroll"), true);
          addEventListener("message", ({ data }) => data === "focus" && document.getElementById("field").focus());
          window.answer = () => JSON.stringify({ seen, value: document.getElementById("field").value });
        </script>`,
      headers: { "set-cookie": `http=${SECRET}` },
    },
    `${SECRET}-path`,
  );

interface Attached {
  tab: DevToolsPage;
  targetId: string;
  session: string;
}

export let open: { tab: DevToolsPage; title: string }[] = [];
let mark = 0;

beforeEach(() => {
  mark = server.received.length;
});

afterEach(async () => {
  for (const { tab } of open) await tab.close().catch(() => {});
  open = [];
  await until("no tab to be granted", async () => targets().then((infos) => infos.length === 0));
});

export const targets = async () =>
  ((await server.send("Target.getTargets")).result?.targetInfos ?? []) as { targetId: string; url: string }[];

/** Opens a page, grants it, and attaches to it as an engine does. */
export async function attach(url: string, title: string): Promise<Attached> {
  const tab = await user.open(url);
  open.push({ tab, title });
  await user.grant(title);
  const [target] = await targets();
  const targetId = target?.targetId ?? "";
  const { result } = await server.send("Target.attachToTarget", { targetId, flatten: true });
  const session = String(result?.sessionId);
  await server.send("Page.enable", {}, session);
  const flatten = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
  await server.send("Target.setAutoAttach", flatten, session);
  return { tab, targetId, session };
}

interface Tree {
  frame: { id: string; url: string };
  childFrames?: Tree[];
}

export async function frames(session: string): Promise<Tree["frame"][]> {
  const { result } = await server.send("Page.getFrameTree", {}, session);
  const flat = ({ frame, childFrames = [] }: Tree): Tree["frame"][] => [frame, ...childFrames.flatMap(flat)];
  return flat((result as { frameTree: Tree }).frameTree);
}

/** Everything that came since the test began. */
export const told = () => server.received.slice(mark).join("\n");

/** A page of the allowed origin with both kinds of foreign frames side by side, each 200 by 150 px. */
export function framed(title: string): { page: SitePage; foreign: SitePage[] } {
  const foreign = [secret(), secret()] as const;
  const page = site.html(
    `<style>body{margin:0}iframe{border:0;display:inline-block}</style>
    <iframe id="near" src="${near(foreign[0])}" width="200" height="150"></iframe><iframe id="far" src="${far(foreign[1])}" width="200" height="150"></iframe>
    <p><button id="ours">Ours</button></p><script>watch("#ours", "click", "keydown")</script>`,
    { title },
  );
  return { page, foreign: [...foreign] };
}

/** What the documents of others saw, by way of the test's own connection. */
export async function seen(): Promise<{ seen: string[]; value: string }[]> {
  const all: { seen: string[]; value: string }[] = [];
  const walk = async (send: (method: string, params?: object) => Promise<Record<string, unknown>>) => {
    const { frameTree } = (await send("Page.getFrameTree")) as { frameTree: Tree };
    const flat = ({ frame, childFrames = [] }: Tree): Tree["frame"][] => [frame, ...childFrames.flatMap(flat)];
    for (const { id, url } of flat(frameTree)) {
      if (!url.includes(SECRET)) continue;
      // A world of the test's own shares the document, and not its variables.
      const { executionContextId } = await send("Page.createIsolatedWorld", { frameId: id, worldName: "test" });
      const expression = `new Promise((done) => {
        const script = document.createElement("script");
        script.textContent = "document.documentElement.dataset.answer = answer()";
        document.body.append(script); script.remove();
        done(document.documentElement.dataset.answer);
      })`;
      const params = { expression, contextId: executionContextId, awaitPromise: true, returnByValue: true };
      const { result } = (await send("Runtime.evaluate", params)) as { result: { value: string } };
      all.push(JSON.parse(result.value));
    }
  };
  for (const { tab } of open) await walk((method, params) => tab.send(method, params));
  for (const { targetId, type, url } of await user.devtools.targets()) {
    if (type !== "iframe" || !url.includes(SECRET)) continue;
    const frame = await user.devtools.page(targetId);
    await walk((method, params) => frame.send(method, params));
  }
  return all;
}

/** How many pixels of a picture have the colour of the others' documents. */
export async function magenta(data: string): Promise<number> {
  return user.popup.evaluate<number>(`(async () => {
    const image = new Image(); image.src = "data:image/png;base64,${data}"; await image.decode();
    const canvas = document.createElement("canvas"); canvas.width = image.width; canvas.height = image.height;
    const context = canvas.getContext("2d"); context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4) count += data[at] > 200 && data[at + 1] < 60 && data[at + 2] > 200;
    return count; })()`);
}
