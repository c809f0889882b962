/** A user's own browser with the extension, and what the user does there. */

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { OwnChromium } from "./chromium.ts";
import { DevTools, type DevToolsPage } from "./devtools.ts";
import { root } from "./paths.ts";
import { until } from "./wait.ts";

/** The built extension. */
export const extensionFolder = path.join(root, "extension/dist");

/** The id that the key in its manifest gives it. */
export const EXTENSION_ID = "ipgkmbooopcmpdaijamnoghkkgajdhoj";

/** A running browser. */
export class UserBrowser {
  private constructor(
    readonly chromium: OwnChromium,
    readonly devtools: DevTools,
    /** The extension's popup, in a tab of its own. */
    readonly popup: DevToolsPage,
  ) {}

  /** Starts it, with a profile that is kept where one is given; on a display, where one is given; with the built extension, or that in a folder. */
  static async start(
    profile?: string,
    {
      args = [],
      display,
      extension = extensionFolder,
    }: { args?: string[]; display?: NodeJS.ProcessEnv; extension?: string } = {},
  ): Promise<UserBrowser> {
    if (!existsSync(path.join(extension, "manifest.json"))) {
      throw new Error(`there is no built extension at ${extension}: run \`npm run setup\` first`);
    }
    const chromium = await OwnChromium.start("about:blank", {
      args: [`--load-extension=${extension}`, "--host-resolver-rules=MAP *.test 127.0.0.1", ...args],
      ...(profile === undefined ? {} : { profile }),
      ...(display === undefined ? {} : { display }),
    });
    const devtools = await DevTools.connect(await chromium.browserSocket());
    await until(
      "the extension's worker",
      async () =>
        (await devtools.targets()).some(({ type, url }) => type === "service_worker" && url.includes(EXTENSION_ID)),
      15_000,
    );
    const popup = await devtools.open(`chrome-extension://${EXTENSION_ID}/popup.html`);
    await popup.until("document.querySelector('section')");
    return new UserBrowser(chromium, devtools, popup);
  }

  /** Opens a web page in a tab. */
  async open(url: string): Promise<DevToolsPage> {
    const page = await this.devtools.open(url);
    await page.until(`location.href === ${JSON.stringify(url)} && document.readyState === "complete"`);
    return page;
  }

  /** Enters a pairing code. Returns the popup's message. */
  async pair(code: string): Promise<string> {
    await this.popup.until(`document.querySelector('input[aria-label="Pairing code"], .dot.good')`);
    return this.enter("Pairing code", code);
  }

  /** Enters a text in a field of the popup. Returns the popup's message. */
  async enter(label: string, text: string): Promise<string> {
    const field = `document.querySelector('input[aria-label="${label}"]')`;
    await this.popup.until(field);
    await this.popup.evaluate(`document.querySelector(".notice")?.remove()`);
    await this.popup.evaluate(`${field}.value = ${JSON.stringify(text)}; ${field}.form.requestSubmit()`);
    return label === "Pairing code" ? this.popup.until<string>(`document.querySelector(".notice")?.textContent`) : "";
  }

  /** Presses a button of the popup; with `row`, the button in the row with that text. */
  async press(name: string, row = ""): Promise<void> {
    const buttons = `[...document.querySelectorAll("button")]`;
    const found = `${buttons}.find((button) => button.textContent === ${JSON.stringify(name)}
      && (${JSON.stringify(row)} === "" || button.closest("li")?.textContent.includes(${JSON.stringify(row)})))`;
    await this.popup.until(`!!${found}`);
    await this.popup.evaluate(`${found}.click()`);
  }

  /** Grants the tab whose row in the popup holds this text. */
  async grant(row: string): Promise<void> {
    await this.press("Grant", row);
    await this.popup.until(
      `[...document.querySelectorAll("li")].some((li) => li.textContent.includes(${JSON.stringify(row)}) && li.textContent.includes("Revoke"))`,
    );
  }

  /** Takes back the grant of the tab whose row in the popup holds this text. */
  async revoke(row: string): Promise<void> {
    await this.press("Revoke", row);
    await this.popup.until(
      `![...document.querySelectorAll("li")].some((li) => li.textContent.includes(${JSON.stringify(row)}) && li.textContent.includes("Revoke"))`,
    );
  }

  /** Waits until the popup shows that a server is connected. */
  connected(timeoutMs = 40_000): Promise<unknown> {
    return this.popup.until(`document.querySelector(".dot.good")`, timeoutMs);
  }

  /** Kills the extension's worker, as the browser does to free memory. */
  async killWorker(): Promise<void> {
    const worker = (await this.devtools.targets()).find(
      ({ type, url }) => type === "service_worker" && url.includes(EXTENSION_ID),
    );
    if (worker === undefined) throw new Error("the worker is not running");
    await this.devtools.send("Target.closeTarget", { targetId: worker.targetId });
  }

  async close(): Promise<void> {
    this.devtools.close();
    await this.chromium.close();
  }
}

/** A folder for a test, removed by the function that comes with it. */
export function temporaryFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), "uipilot-user-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }) };
}
