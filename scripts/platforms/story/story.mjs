// What is tried on each platform, in that platform's own Node, with the packages as npm has installed them. It tells
// the program that started it, by HTTP, what it did: the standard streams of Wine are no pipes of Node's.
//
//   node story.mjs CONFIG [victim]
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";

const config = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { host, attach, launch, temporary } = config;

/** Asks the program that started this one. Under Wine, sockets with the options of `fetch` do not connect. */
const tell = (path, body) =>
  new Promise((resolve, reject) => {
    const sent = request(`${host}/${path}`, { method: "POST", agent: false }, (response) => {
      json(response).then(resolve, reject);
    });
    sent.once("error", reject);
    sent.end(JSON.stringify(body));
  });

/** Fails with what was found in place of what was expected. */
const expect = (ok, what, found) => {
  if (!ok) throw new Error(`${what}; found ${JSON.stringify(found)}`);
};

/** Asks until the answer is as it should be. Programs take their time to start and to end, and emulated ones more. */
async function until(body, what) {
  for (const began = Date.now(); ; await wait(200)) {
    const value = await body();
    if (value.ok) return;
    expect(Date.now() - began < 60_000, what, value.found);
  }
}

const running = async (wanted) => {
  const { count } = await tell("running", { marker: config.marker });
  return { ok: wanted ? count > 1 : count === 0, found: count };
};

// The engine makes its folders in the system's folder for temporary files, by any of these names.
mkdirSync(temporary, { recursive: true });
for (const name of ["TMPDIR", "TEMP", "TMP"]) process.env[name] = temporary;

const { Session } = await import("@uipilot/core");
const page = `${host}/seite/größe?q=日本`;

/** The UID of the element with a role and a name. */
async function uidOf(session, role, name) {
  const { nodes } = await session.nodes();
  const node = nodes.find((node) => node.role === role && node.name === name);
  expect(
    node,
    `the page has a ${role} ${name}`,
    nodes.map(({ role, name }) => `${role} ${name}`),
  );
  return node.uid;
}

const codeOf = (call) =>
  call.then(
    () => "no error",
    (error) => error.code,
  );

/** What is tried, by name, in this order. */
const steps = {
  load: async () => {
    const session = Session.open();
    await session.close();
    expect(process.platform === config.os && process.arch === config.cpu, "Node is of the platform", process.arch);
  },
  attach: async (state) => {
    state.session = Session.open({ attach: { endpoint: attach } });
    const { product } = await state.session.start();
    expect(/Chrom/.test(product), "the browser is a Chromium", product);
    state.browser = product;
    await state.session.newPage(page);
  },
  snapshot: async ({ session }) => {
    const { text } = await session.snapshot();
    expect(/uid=\S+ button "Größe 日本"/.test(text), "the snapshot shows the button", text);
  },
  click: async ({ session }) => {
    await session.click(await uidOf(session, "button", "Größe 日本"));
    // The page tells whether the event was real input.
    await until(async () => {
      const { pressed } = await tell("pressed", {});
      return { ok: pressed.join() === "true", found: pressed };
    }, "the page saw one trusted click");
    expect((await session.snapshot()).text.includes("Geklickt: ✓"), "the page has changed", "no change");
  },
  fill: async ({ session }) => {
    await session.fill(await uidOf(session, "textbox", "Straße"), "Äußere Ringstraße 7 😀");
    const { text } = await session.snapshot();
    expect(text.includes("Äußere Ringstraße 7 😀"), "the field has the text", text);
  },
  screenshot: async ({ session }) => {
    const { data, mimeType } = await session.screenshot();
    const start = Buffer.from(data).toString("latin1", 1, 4);
    expect(mimeType === "image/jpeg" || start === "PNG", "a picture", start);
    expect(data.length > 500, "a picture of some size", data.length);
  },
  errors: async ({ session }) => {
    const codes = [
      await codeOf(session.click("99_99")),
      await codeOf(session.click("1_1", { timeoutMs: "soon" })),
      await codeOf(Session.open({ attach: { endpoint: "http://127.0.0.1:9" } }).start()),
    ];
    expect(codes.join() === config.codes.join(), "each error has its code", codes);
  },
  detach: async ({ session }) => {
    await session.close();
    const { alive } = await tell("browser", {});
    expect(alive, "the attached browser still runs", alive);
  },
  launch: async () => {
    expect(!(await running(true)).ok, "nothing runs before", "something");
    const session = Session.open({ launch });
    await session.newPage(page);
    await session.click(await uidOf(session, "button", "Größe 日本"));
    await until(() => running(true), "the browser that was launched runs");
    await session.close();
    await until(() => running(false), "nothing of the browser is left after close");
    expect(existsSync(launch.profile), "the profile is where it was asked for", launch.profile);
    const left = readdirSync(temporary).filter((name) => name.startsWith("uipilot-"));
    expect(left.length === 0, "no temporary folder is left", left);
  },
  // A process that is killed cannot clean up: the system or the guard ends its browser.
  guard: async () => {
    const [program, ...args] = config.node ?? [process.execPath];
    const victim = spawn(program, [...args, process.argv[1], process.argv[2], "victim"], { stdio: "ignore" });
    const ended = new Promise((resolve) => victim.once("exit", resolve));
    await until(async () => {
      const { victims } = await tell("victims", {});
      return { ok: victims > 0, found: victims };
    }, "the process with a browser has started");
    await until(() => running(true), "its browser runs");
    victim.kill("SIGKILL");
    await ended;
    await until(() => running(false), "nothing of the browser is left after its owner was killed");
  },
};

async function victim() {
  const session = Session.open({ launch });
  await session.newPage(page);
  await tell("victim", {});
  await wait(600_000);
}

async function story() {
  const state = {};
  for (const name of config.steps) {
    const began = Date.now();
    const error = await steps[name](state).then(
      () => undefined,
      (error) => `${error.code ?? error.name}: ${error.message}`,
    );
    await tell("step", { name, ok: error === undefined, found: error ?? `${Date.now() - began} ms` });
    // Later steps go on from what earlier ones have done.
    if (error !== undefined) break;
  }
  await tell("end", { node: process.version, browser: state.browser });
}

await (process.argv[3] === "victim" ? victim() : story());
process.exit(0);
