/** The ways to a browser that the rounds damage, each with a server of its own. */

import { OwnChromium } from "../support/chromium.ts";
import { connected, pairAt } from "../support/in-tab.ts";
import { executables } from "../support/paths.ts";
import { type BrowserName, browserArguments, Pilot } from "../support/pilot.ts";
import { freePort } from "../support/port.ts";
import { isAlive, isBrowserMain, isRenderer, type Process, processTree } from "../support/processes.ts";
import { temporaryFolder, UserBrowser } from "../support/user-browser.ts";
import { until } from "../support/wait.ts";
import { Driver } from "../support/webdriver.ts";
import { limits } from "./calls.ts";
import { Network } from "./network.ts";
import { titleOf } from "./stage.ts";

/** What every server is started with. */
const COMMON = [
  "--tools",
  "web,more",
  "--allow-script",
  "--action-timeout",
  String(limits.action),
  "--navigation-timeout",
  String(limits.navigation),
];

/** A way to a browser. */
export abstract class Lane {
  #pilot: Pilot | undefined;

  /** Whether the server launches the browser, and so ends it. */
  abstract readonly launches: boolean;
  /** Every process of the browser. */
  abstract family(): Process[];

  /** Whether the next call connects: the server has not answered one yet, or its session has ended. */
  fresh = true;

  /** The network between the server and the browser or driver. */
  network: Network | undefined;

  /** The running server. */
  get pilot(): Pilot {
    if (!this.#pilot) throw new Error("the lane has no server");
    return this.#pilot;
  }

  /** Starts what is needed. */
  async start(): Promise<void> {
    await this.startServer();
  }

  /** Starts a server, in the place of one that has ended. */
  async startServer(): Promise<void> {
    this.#pilot = await Pilot.start({ bare: true, args: [...COMMON, ...this.arguments()] });
    this.fresh = true;
  }

  protected abstract arguments(): string[];

  /** Does what the owner of the browser or driver does when it is dead: starts it again. */
  async revive(): Promise<void> {}

  /** Makes the server's next page usable where that needs a person. */
  async grant(_url: string): Promise<void> {}

  /** The driver's process, where there is one. */
  driver(): number | undefined {
    return undefined;
  }

  /** Does what a person has to do before the selected page may go to this address. */
  async prepare(_url: string): Promise<void> {}

  /** What a server that has ended left at others; `orderly`: it had time to end what it had made there. */
  async abandoned(_orderly: boolean): Promise<string[]> {
    return [];
  }

  /** The main processes of the browser. */
  mains(): Process[] {
    return this.family().filter(isBrowserMain);
  }

  /** The processes that run web pages. */
  renderers(): Process[] {
    return this.family().filter(isRenderer);
  }

  /** Ends the server and everything of the lane. @throws where something is left. */
  async stop(): Promise<void> {
    await this.#pilot?.close();
    await this.network?.close();
  }
}

/** A browser that the server launches. */
class Launched extends Lane {
  override readonly launches = true;

  constructor(private readonly browser: BrowserName) {
    super();
  }

  protected override arguments(): string[] {
    return browserArguments(this.browser);
  }

  override family(): Process[] {
    return this.pilot.children();
  }
}

/** A Chromium of another owner, through a proxy. */
class Attached extends Lane {
  override readonly launches = false;
  #own: OwnChromium | undefined;

  protected override arguments(): string[] {
    return ["--cdp-endpoint", `http://127.0.0.1:${this.network?.port}`];
  }

  override async start(): Promise<void> {
    this.#own = await OwnChromium.start();
    this.network = await Network.start(this.#own.port);
    await super.start();
  }

  override async revive(): Promise<void> {
    if (this.#own?.alive) return;
    await this.#own?.close();
    this.#own = await OwnChromium.start();
    if (this.network) this.network.to = this.#own.port;
  }

  override family(): Process[] {
    return processTree(this.#own?.process.pid ?? -1);
  }

  override async stop(): Promise<void> {
    try {
      await super.stop();
    } finally {
      await this.#own?.close();
    }
  }
}

/** A session that the server makes at a driver, through a proxy. */
class Driven extends Lane {
  override readonly launches = false;
  #driver: Driver | undefined;
  /** The browsers that the driver has started: they lose their parent where it is killed. */
  readonly #mains = new Set<number>();

  protected override arguments(): string[] {
    return [
      ...browserArguments("chromium"),
      "--webdriver-url",
      `http://127.0.0.1:${this.network?.port}`,
      ...["--no-sandbox", "--disable-gpu"].map((flag) => `--browser-arg=${flag}`),
    ];
  }

  override async start(): Promise<void> {
    this.#driver = await Driver.start(executables.chromedriver);
    this.network = await Network.start(Number(new URL(this.#driver.url).port));
    await super.start();
  }

  override async revive(): Promise<void> {
    const pid = this.driver();
    if (pid !== undefined && isAlive(pid)) return;
    this.endBrowsers();
    this.#driver = await Driver.start(executables.chromedriver);
    if (this.network) this.network.to = Number(new URL(this.#driver.url).port);
  }

  override driver(): number | undefined {
    return this.#driver?.process.pid;
  }

  override family(): Process[] {
    for (const { pid } of this.#driver?.browsers() ?? []) this.#mains.add(pid);
    return [...this.#mains].flatMap(processTree);
  }

  /** A server that is killed cannot end its session: no signal tells the driver, and the driver's owner ends it. */
  override async abandoned(orderly: boolean): Promise<string[]> {
    const gone = until("the session to end", () => this.mains().length === 0, 5_000);
    const left = await gone.then(
      () => [],
      () => ["the session's browser still runs"],
    );
    if (orderly) return left;
    this.endBrowsers();
    return [];
  }

  /** Ends browsers whose driver or server is dead: they are the driver's owner's to end. */
  endBrowsers(): void {
    for (const { pid } of this.family()) process.kill(pid, "SIGKILL");
    this.#mains.clear();
  }

  override async stop(): Promise<void> {
    try {
      await super.stop();
    } finally {
      const driver = this.#driver;
      if (driver && isAlive(driver.process.pid ?? -1)) await driver.close();
      this.endBrowsers();
    }
  }
}

/** A tab of the user's own browser, with a proxy between the extension and the relay. */
export class InTab extends Lane {
  override readonly launches = false;
  readonly #profile = temporaryFolder();
  readonly #state = temporaryFolder();
  #user: UserBrowser | undefined;
  #port = 0;

  protected override arguments(): string[] {
    return ["--extension", "--extension-port", String(this.#port), "--extension-state", this.#state.folder];
  }

  override async start(): Promise<void> {
    this.#port = await freePort();
    this.network = await Network.start(this.#port, { renamed: true });
    this.#user = await UserBrowser.start(this.#profile.folder);
    await super.start();
    await pairAt(this.user, this.pilot, this.network.port);
  }

  /** The user's browser. */
  get user(): UserBrowser {
    if (!this.#user) throw new Error("the user's browser did not start");
    return this.#user;
  }

  override async revive(): Promise<void> {
    // The end of a process that was killed is told after its last answer.
    const answers = await this.user.devtools.targets().then(
      () => true,
      () => false,
    );
    if (!answers || !this.user.chromium.alive) {
      await this.user.close();
      this.#user = await UserBrowser.start(this.#profile.folder);
    }
    // The popup wakes a worker that was killed.
    await this.user.popup.evaluate("location.reload()").catch(() => undefined);
    await connected(this.pilot);
  }

  override async grant(url: string): Promise<void> {
    await this.user.open(url);
    await this.user.grant(titleOf(url));
  }

  override async prepare(url: string): Promise<void> {
    if ((await this.pilot.call("list_pages")).code === "TAB_NOT_GRANTED") await this.grant(url);
  }

  override family(): Process[] {
    return processTree(this.user.chromium.process.pid ?? -1);
  }

  override async stop(): Promise<void> {
    try {
      await super.stop();
    } finally {
      await this.#user?.close();
      this.#profile.remove();
      this.#state.remove();
    }
  }
}

/** The lanes by name. */
const LANES = {
  chromium: () => new Launched("chromium"),
  firefox: () => new Launched("firefox"),
  attached: () => new Attached(),
  webdriver: () => new Driven(),
  extension: () => new InTab(),
} as const;

/** The name of a lane. */
export type LaneName = keyof typeof LANES;
export const laneNames = Object.keys(LANES) as LaneName[];

/** A lane, running. */
export async function startLane(name: LaneName): Promise<Lane> {
  const lane = LANES[name]();
  try {
    await lane.start();
    return lane;
  } catch (error) {
    await lane.stop().catch(() => undefined);
    throw error;
  }
}

/** Waits until processes have ended. */
export function ended(pids: readonly number[], timeoutMs = 5_000): Promise<unknown> {
  return until("killed processes to end", () => !pids.some(isAlive), timeoutMs);
}
