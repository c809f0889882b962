/** Films of sessions, played by a browser as their reader plays them. */

import { readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browsers } from "../support/browsers.ts";
import { OwnChromium } from "../support/chromium.ts";
import { DevTools, type Target } from "../support/devtools.ts";
import { mountSmall } from "../support/full-disk.ts";
import { executables } from "../support/paths.ts";
import { Pilot } from "../support/pilot.ts";
import { startSite } from "../support/site.ts";
import { until } from "../support/wait.ts";

let reader: Browser;
beforeAll(async () => {
  reader = await chromium.launch({ executablePath: executables.chromium, args: ["--no-sandbox"] });
});
afterAll(() => reader.close());

/** A film as a player sees it. */
interface Played {
  /** In seconds. */
  duration: number;
  width: number;
  height: number;
  /** What is shown near the lower edge at each moment, by the name of its colour. */
  shown: { at: number; colour: string }[];
  /** The most pixels that looked like magenta at any moment. */
  magenta: number;
}

/** Plays a film: goes to one moment after the other, and looks at the picture. */
async function play(file: string, step = 0.25): Promise<Played> {
  const page = await reader.newPage();
  try {
    const data = readFileSync(file).toString("base64");
    return await page.evaluate(
      async ({ data, step }) => {
        const video = document.createElement("video");
        const failed = (): Error => new Error(`the film does not play: ${video.error?.message}`);
        const once = (name: string): Promise<void> =>
          new Promise((resolve, reject) => {
            video.addEventListener(name, () => resolve(), { once: true });
            video.addEventListener("error", () => reject(failed()), { once: true });
          });
        const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
        const ready = once("loadeddata");
        video.src = URL.createObjectURL(new Blob([bytes], { type: "video/webm" }));
        await ready;
        const { videoWidth: width, videoHeight: height } = video;
        const canvas = new OffscreenCanvas(width, height);
        const context = canvas.getContext("2d", { willReadFrequently: true });
        if (context === null) throw new Error("no canvas");
        const colours = {
          red: [200, 0, 0],
          green: [0, 160, 0],
          blue: [0, 0, 200],
          white: [255, 255, 255],
          cyan: [0, 200, 200],
        };
        const named = ([r = 0, g = 0, b = 0]: number[]): string => {
          const near = Object.entries(colours).find(
            ([, [x = 0, y = 0, z = 0]]) => Math.abs(r - x) + Math.abs(g - y) + Math.abs(b - z) < 60,
          );
          return near?.[0] ?? `${r},${g},${b}`;
        };
        let magenta = 0;
        const shown: { at: number; colour: string }[] = [];
        // A film that was cut off does not say how long it is.
        const end = Number.isFinite(video.duration) ? video.duration : 1;
        for (let at = 0; at < end; at += step) {
          const there = once("seeked");
          video.currentTime = at;
          await there;
          const spot = 4 * (Math.floor(height * 0.9) * width + (width >> 1));
          const drawn = (): Uint8ClampedArray => {
            context.drawImage(video, 0, 0);
            return context.getImageData(0, 0, width, height).data;
          };
          let pixels = drawn();
          // Until the browser has drawn the first picture, it is black.
          for (let tries = 0; at === 0 && tries < 100 && !pixels.slice(spot, spot + 3).some(Boolean); tries++) {
            await new Promise((done) => setTimeout(done, 20));
            pixels = drawn();
          }
          shown.push({ at, colour: named([...pixels.slice(spot, spot + 3)]) });
          let count = 0;
          for (let i = 0; i < pixels.length; i += 4) {
            const [r = 0, g = 0, b = 0] = [pixels[i], pixels[i + 1], pixels[i + 2]];
            if (r > 170 && b > 170 && g < 90) count++;
          }
          magenta = Math.max(magenta, count);
        }
        return { duration: video.duration, width, height, shown, magenta };
      },
      { data, step },
    );
  } finally {
    await page.close();
  }
}

/** The colours in their order, each once as long as it stays. */
const order = ({ shown }: Played): string[] =>
  shown.map(({ colour }) => colour).filter((colour, index, all) => colour !== all[index - 1]);

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const button = (name: string, colour: string): string =>
  `<button onclick="document.body.style.background='rgb(${colour})'">${name}</button>`;
const COLOURS = `<body style="background:#fff">${button("Red", "200,0,0")}${button("Green", "0,160,0")}${button("Blue", "0,0,200")}`;
const filled = (colour: string, text = ""): string => `<body style="background:rgb(${colour})">${text}`;

const args = ["--tools", "web,record,sessions"];
const ENDED = /It is a film of (\d+\.\d) s with (\d+) pictures of (\d+) × (\d+) pixels/;

describe.runIf(browsers.includes("chromium"))("a film in chromium", () => {
  let pilot: Pilot;
  let site: Awaited<ReturnType<typeof startSite>>;
  const file = (name: string): string => path.join(pilot.folder, name);
  beforeAll(async () => {
    site = await startSite();
    pilot = await Pilot.start({ args });
  });
  afterAll(async () => {
    await pilot.close();
    await site.close();
  });

  it("shows what the page showed, when it showed it, and the page that is current", async () => {
    await pilot.see(site.html(COLOURS));
    const said = await pilot.ok("start_recording", { file: "film.webm" });
    expect(said).toContain("at most 10 pictures a second, 10 minutes and 64 MB");
    await pilot.fails("INVALID_INPUT", "start_recording", { file: "second.webm" });
    const began = Date.now();
    const clicked: number[] = [];
    for (const name of ["Red", "Green", "Blue"]) {
      await pause(700);
      await pilot.click("button", name);
      clicked.push(Date.now() - began);
    }
    await pilot.ok("list_pages");
    await pause(300);
    const page = await pilot.newPage(site.html(filled("0,200,200")));
    await pause(1_000);
    await pilot.ok("close_page", { page });
    await pause(300);
    await pilot.fails("UNKNOWN_UID", "click_by_uid", { uid: "9_999", includeSnapshot: "none" });
    const ended = await pilot.ok("stop_recording");
    const seconds = (Date.now() - began) / 1_000;
    expect(ended).toMatch(/^Recorded 7 steps \(1 failed\) to ".*film\.webm", \d+ bytes\. /);
    const [, length = "", count = "", width, height] = ENDED.exec(ended) ?? [];

    const film = await play(file("film.webm"), 0.1);
    expect([film.width, film.height]).toEqual([Number(width), Number(height)]);
    expect(film.duration).toBeCloseTo(Number(length), 0);
    expect(film.duration).toBeGreaterThan(seconds - 1);
    expect(film.duration).toBeLessThan(seconds + 1);
    expect(Number(count)).toBeGreaterThanOrEqual(4);
    // An empty page is white before it is filled.
    const seen = order(film).filter((colour, index) => colour !== "white" || index === 0);
    expect(seen.filter((colour, index) => colour !== seen[index - 1])).toEqual([
      "white",
      "red",
      "green",
      "blue",
      "cyan",
      "blue",
    ]);
    const first = (colour: string): number => (film.shown.find((shown) => shown.colour === colour)?.at ?? 0) * 1_000;
    // As far apart as the clicks were. An answer comes some time after what it did is seen.
    const [red = 0, green = 0, blue = 0] = clicked;
    expect(Math.abs(first("green") - first("red") - (green - red))).toBeLessThan(400);
    expect(Math.abs(first("blue") - first("green") - (blue - green))).toBeLessThan(400);
  });

  it("of a page that changes all the time is bounded", async () => {
    const moving = `<body style="margin:0"><script>
      let n = 0; (function next() { document.body.style.background = "hsl(" + n++ * 5 + ",80%,50%)"; requestAnimationFrame(next); })();
    </script>`;
    await pilot.open(site.html(moving));
    await pilot.ok("start_recording", { file: "moving.webm" });
    // On a busy machine a page draws few times a second.
    await pause(4_000);
    const ended = await pilot.ok("stop_recording");
    const [, length = "", count = ""] = ENDED.exec(ended) ?? [];
    expect(Number(count)).toBeGreaterThan(3);
    expect(Number(count)).toBeLessThanOrEqual(Number(length) * 10 + 3);
    expect(statSync(file("moving.webm")).size).toBeLessThan(500_000);
    expect(new Set((await play(file("moving.webm"))).shown.map(({ colour }) => colour)).size).toBeGreaterThan(3);
  });

  it("shows the last state of a page that came to rest after a burst", async () => {
    const burst = `<body style="background:#fff"><button onclick="let n = 0; (function next() {
      document.body.style.background = n < 40 ? 'hsl(' + n * 9 + ',50%,50%)' : 'rgb(0,160,0)'; if (n++ < 40) requestAnimationFrame(next);
    })()">Go</button>`;
    await pilot.see(site.html(burst));
    await pilot.ok("start_recording", { file: "burst.webm" });
    await pilot.click("button", "Go");
    await pause(1_500);
    await pilot.ok("stop_recording");
    expect(order(await play(file("burst.webm"), 0.4)).at(-1)).toBe("green");
  });

  it("replaces nothing that it was not told to", async () => {
    writeFileSync(file("mine.webm"), "mine");
    await pilot.fails("IO", "start_recording", { file: "mine.webm" });
    expect(readFileSync(file("mine.webm"), "utf8")).toBe("mine");
    await pilot.fails("PATH_NOT_ALLOWED", "start_recording", { file: "../film.webm" });
    await pilot.fails("INVALID_INPUT", "start_recording", { file: "film.mp4" });
  });

  it("is of one session, and ends with it", async () => {
    const session = /session (\S{22})\./.exec(await pilot.ok("open_session"))?.[1];
    await pilot.open(site.html(filled("200,0,0")));
    await pilot.ok("navigate_page", { url: site.html(filled("0,0,200")).url, session });
    await pilot.ok("start_recording", { file: "default.webm" });
    await pilot.ok("start_recording", { file: "own.webm", session });
    await pause(300);
    await pilot.ok("close_session", { session });
    await pilot.ok("stop_recording");
    expect(order(await play(file("own.webm")))).toEqual(["blue"]);
    expect(order(await play(file("default.webm")))).toEqual(["red"]);
  });

  it("ends when the disk is full, says so, and can be played until then", async (test) => {
    const unmount = mountSmall(file("full"), "64k");
    if (unmount === undefined) return test.skip("a small file system cannot be mounted here");
    try {
      const noise = `<body style="margin:0;background:rgb(0,0,200)"><canvas width="160" height="120"></canvas><script>
        const context = document.querySelector("canvas").getContext("2d");
        (function next() {
          const data = context.createImageData(160, 120);
          for (let i = 0; i < data.data.length; i++) data.data[i] = i % 4 === 3 ? 255 : Math.random() * 255;
          context.putImageData(data, 0, 0);
          requestAnimationFrame(next);
        })();
      </script>`;
      await pilot.open(site.html(noise));
      await pilot.ok("start_recording", { file: "full/film.webm" });
      await pause(1_500);
      expect(await pilot.ok("stop_recording")).toContain("The film ends early: it could not be written (ENOSPC).");
      expect(order(await play(file("full/film.webm")))).toEqual(["blue"]);
    } finally {
      unmount();
    }
  });

  it("does not show secrets, also where they move", async () => {
    const secret = "Magenta-4815";
    const page =
      site.html(`<body style="background:#fff"><style>p { color: #f0f; font: bold 60px sans-serif; margin: 0 }</style>
      ${button("Green", "0,160,0")}<button onclick="shown.textContent = '${secret}'">Show</button>
      <button onclick="shown.style.marginLeft = '300px'">Move</button><button onclick="shown.textContent = ''">Hide</button><p id="shown"></p>`);
    const film = async (by: Pilot): Promise<Played> => {
      await by.see(page);
      await by.ok("start_recording", { file: "secret.webm" });
      for (const name of ["Show", "Move", "Hide", "Green"]) {
        await by.click("button", name);
        await pause(300);
      }
      await by.ok("stop_recording");
      return play(path.join(by.folder, "secret.webm"), 0.15);
    };
    // The same film shows it where it is no secret.
    expect((await film(pilot)).magenta).toBeGreaterThan(1_000);
    const keeper = await Pilot.start({ args, env: { UIPILOT_SECRET_COLOUR: secret } });
    try {
      const hidden = await film(keeper);
      expect(hidden.magenta).toBe(0);
      expect(order(hidden).at(-1)).toBe("green");
    } finally {
      await keeper.close();
    }
  });

  it("of a browser that is killed shows all until then", async () => {
    await pilot.open(site.html(filled("0,160,0")));
    await pilot.ok("start_recording", { file: "killed.webm" });
    await pause(400);
    process.kill((await pilot.browserProcess()).pid, "SIGKILL");
    const ended = await until("the film to end", async () => {
      await pause(200);
      return pilot.ok("stop_recording");
    });
    expect(ended).toContain("The film ends early: the browser ended.");
    const film = await play(file("killed.webm"), 0.05);
    expect(order(film)).toEqual(["green"]);
    // The next film is made in the next browser.
    await pilot.open(site.html(filled("0,0,200")));
    await pilot.ok("start_recording", { file: "next.webm" });
    await pilot.ok("stop_recording");
    expect(order(await play(file("next.webm"), 0.05)).at(-1)).toBe("blue");
  });
});

describe.runIf(browsers.includes("chromium"))("a film in a chromium that runs already", () => {
  let own: OwnChromium;
  let devtools: DevTools;
  let site: Awaited<ReturnType<typeof startSite>>;
  beforeAll(async () => {
    site = await startSite();
    own = await OwnChromium.start();
    devtools = await DevTools.connect(await own.browserSocket());
  });
  afterAll(async () => {
    devtools.close();
    await own.close();
    await site.close();
  });

  /** The pages in which films are encoded. */
  const rooms = async (): Promise<Target[]> =>
    (await devtools.targets()).filter(({ type, url }) => type !== "tab" && url.includes("workroom"));
  const attach = (): Promise<Pilot> => Pilot.start({ bare: true, args: ["--cdp-endpoint", own.endpoint, ...args] });

  it("is made in a page that the session does not see, and that ends with it", async () => {
    const pilot = await attach();
    try {
      await pilot.open(site.html(filled("0,160,0")));
      const before = await pilot.pages();
      await pilot.ok("start_recording", { file: "film.webm" });
      expect(await rooms()).toHaveLength(1);
      expect(await pilot.pages()).toEqual(before);
      await pilot.ok("stop_recording");
      await until("the encoder's page to close", async () => (await rooms()).length === 0);

      // Its crash ends the film, and says so.
      await pilot.ok("start_recording", { file: "crashed.webm" });
      await pause(300);
      const [room] = await rooms();
      const { sessionId } = await devtools.send("Target.attachToTarget", { targetId: room?.targetId, flatten: true });
      devtools.send("Page.crash", {}, String(sessionId)).catch(() => undefined);
      await pause(300);
      await pilot.open(site.html(filled("0,0,200")));
      expect(await pilot.ok("stop_recording")).toContain("The film ends early: the page that encodes it crashed.");
      expect(order(await play(path.join(pilot.folder, "crashed.webm"))).at(-1)).toBe("green");
      await until("the encoder's page to close", async () => (await rooms()).length === 0);

      // A start that is cancelled leaves nothing, whenever that is.
      for (const ms of [0, 5, 20, 60, 150]) {
        const stop = new AbortController();
        const call = pilot.call("start_recording", { file: `${ms}.webm` }, { signal: stop.signal });
        await pause(ms);
        stop.abort();
        await call.catch(() => undefined);
        // It may have begun just before.
        await pilot.call("stop_recording");
        await until("the encoder's page to close", async () => (await rooms()).length === 0);
      }
      await pilot.ok("start_recording", { file: "last.webm" });
    } finally {
      await pilot.close();
    }
    await until("the encoder's page to close", async () => (await rooms()).length === 0);
  });

  it.each(["SIGTERM", "SIGKILL"] as const)("can be played after %s to the server", async (signal) => {
    const pilot = await attach();
    await pilot.open(site.html(filled("0,160,0")));
    await pilot.ok("start_recording", { file: "cut.webm" });
    const cut = path.join(pilot.folder, "cut.webm");
    await until("the first picture in the file", () => statSync(cut).size > 500);
    process.kill(pilot.pid, signal);
    await pilot.gone();
    expect(order(await play(cut)).at(-1)).toBe("green");
    await until("the encoder's page to close", async () => (await rooms()).length === 0);
    await pilot.close();
  });
});
