// The tabs that the user has granted, and the debugger in them.

import { Denied } from "../policy/denied.ts";
import type { Framed } from "../policy/policy.ts";
import type { Store } from "../worker/store.ts";
import { steady } from "./debug-bar.ts";

/** A target as CDP describes it. */
export interface TargetInfo {
  targetId: string;
  type: string;
  title: string;
  url: string;
  attached: boolean;
  openerId?: string;
  parentFrameId?: string;
}

/** A frame in another process has a session of its own. */
interface ChildSession {
  /** The session that it was told to: the tab's own where undefined. */
  parent: string | undefined;
  params: unknown;
  /** The frame whose session it is. */
  frame: string;
}

/** A granted tab. */
export interface Tab {
  readonly id: number;
  readonly targetId: string;
  readonly openerId?: string;
  url: string;
  title: string;
  /** Sessions of its frames, by id. */
  readonly sessions: Map<string, ChildSession>;
  /** Its frames. */
  readonly frames: Map<string, Framed>;
  /** The dialog that is open, as it was told. */
  dialog: unknown;
  /** How many documents it has had since it was granted. */
  documents: number;
}

/** What somebody who uses tabs is told. */
export interface TabUser {
  granted(tab: Tab): void;
  changed(tab: Tab): void;
  /** The grant is over: the tab was closed, or the user took it back. */
  gone(tab: Tab): void;
  /** The debugger is not in the tab any more. */
  detached(tab: Tab): void;
  event(tab: Tab, session: string | undefined, method: string, params: unknown): void;
}

/** How often and after which pause it is looked for what a new tab is called in CDP. */
const LOOKS = 20;
const PAUSE_MS = 25;

/** All granted tabs. */
export class Tabs {
  readonly #tabs = new Map<number, Tab>();
  /** Who uses the debugger in a tab; it leaves the tab with the last one. */
  readonly #debugged = new Map<number, { users: Set<TabUser>; attached: Promise<void> }>();
  readonly #users = new Set<TabUser>();

  constructor(
    private readonly store: Store,
    private readonly changed: () => void,
    /** The user pressed "Cancel" in the bar that says that a tab is debugged. */
    private readonly cancelled: () => void,
  ) {}

  /** Grants what was granted before the worker slept, and listens. */
  async start(): Promise<void> {
    chrome.tabs.onRemoved.addListener((id) => this.revoke(id));
    chrome.tabs.onUpdated.addListener((id, _change, { url, title }) => this.#update(id, url, title));
    chrome.webNavigation.onCreatedNavigationTarget.addListener(({ sourceTabId, tabId }) => {
      // What a granted tab opens belongs to the work in it; the origins hold there too.
      const opener = this.#tabs.get(sourceTabId);
      if (opener !== undefined) void this.grant(tabId, opener.targetId).catch(() => {});
    });
    chrome.debugger.onEvent.addListener((source, method, params) => this.#onEvent(source, method, params));
    chrome.debugger.onDetach.addListener(({ tabId }, reason) => {
      if (tabId !== undefined) this.#onDetach(tabId);
      if (reason === "canceled_by_user") this.cancelled();
    });
    for (const id of this.store.grantedBefore) {
      // The debugger may be in there since before the worker slept; nobody uses it now.
      await chrome.debugger.detach({ tabId: id }).catch(() => {});
      await this.grant(id).catch(() => {});
    }
    await this.#save();
  }

  /** Tells `user` what happens from now on. */
  use(user: TabUser): void {
    this.#users.add(user);
  }

  /** Tells it nothing any more, and takes the debugger away where nobody else uses it. */
  leave(user: TabUser): void {
    this.#users.delete(user);
    for (const id of [...this.#debugged.keys()]) void this.detach(id, user);
  }

  all(): Tab[] {
    return [...this.#tabs.values()];
  }

  get(id: number): Tab | undefined {
    return this.#tabs.get(id);
  }

  byTarget(targetId: string): Tab | undefined {
    return this.all().find((tab) => tab.targetId === targetId);
  }

  isDebugged(id: number): boolean {
    return this.#debugged.has(id);
  }

  /** Lets the engine work in a tab. */
  async grant(id: number, openerId?: string): Promise<Tab> {
    const known = this.#tabs.get(id);
    if (known !== undefined) return known;
    const targetId = await targetOf(id);
    const { url = "", title = "" } = await chrome.tabs.get(id);
    const tab: Tab = {
      id,
      targetId,
      ...(openerId === undefined ? {} : { openerId }),
      url,
      title,
      sessions: new Map(),
      frames: new Map(),
      dialog: undefined,
      documents: 0,
    };
    const raced = this.#tabs.get(id);
    if (raced !== undefined) return raced;
    this.#tabs.set(id, tab);
    for (const user of this.#users) user.granted(tab);
    await this.#save();
    return tab;
  }

  /** Takes a grant back. */
  revoke(id: number): void {
    const tab = this.#tabs.get(id);
    if (tab === undefined) return;
    this.#tabs.delete(id);
    this.#onDetach(id, tab);
    void chrome.debugger.detach({ tabId: id }).catch(() => {});
    for (const user of this.#users) user.gone(tab);
    void this.#save();
  }

  /** Takes all grants back. */
  revokeAll(): void {
    for (const id of [...this.#tabs.keys()]) this.revoke(id);
  }

  /** Puts the debugger into a tab, once for all that use it. */
  async attach(tab: Tab, user: TabUser): Promise<void> {
    const known = this.#debugged.get(tab.id);
    const entry = known ?? {
      users: new Set<TabUser>(),
      attached: attachNow(tab.id, this.#debugged.size > 0 ? "shown" : "first"),
    };
    this.#debugged.set(tab.id, entry);
    entry.users.add(user);
    try {
      await entry.attached;
    } catch (error) {
      if (this.#debugged.get(tab.id) === entry) this.#debugged.delete(tab.id);
      throw new Denied("attach", error instanceof Error ? error.message : String(error));
    }
    if (!this.#tabs.has(tab.id)) throw new Denied("tab", "the grant was taken back");
    this.changed();
  }

  /** `user` needs the debugger in a tab no more. */
  async detach(id: number, user: TabUser): Promise<void> {
    const entry = this.#debugged.get(id);
    if (entry === undefined || !entry.users.delete(user) || entry.users.size > 0) return;
    const tab = this.#tabs.get(id);
    this.#debugged.delete(id);
    if (tab !== undefined) forget(tab);
    await chrome.debugger.detach({ tabId: id }).catch(() => {});
    this.changed();
  }

  #update(id: number, url = "", title = ""): void {
    const tab = this.#tabs.get(id);
    if (tab === undefined || (tab.url === url && tab.title === title)) return;
    tab.url = url;
    tab.title = title;
    for (const user of this.#users) user.changed(tab);
    this.changed();
  }

  #onEvent({ tabId, sessionId }: chrome.debugger.DebuggerSession, method: string, params: unknown): void {
    const tab = tabId === undefined ? undefined : this.#tabs.get(tabId);
    if (tab === undefined) return;
    const { documents } = tab;
    remember(tab, sessionId, method, params as Record<string, unknown>);
    this.#tell(tab, sessionId, method, params);
    if (tab.documents !== documents) void this.#resizing(tab);
  }

  #tell(tab: Tab, session: string | undefined, method: string, params: unknown): void {
    for (const user of this.#debugged.get(tab.id)?.users ?? []) user.event(tab, session, method, params);
  }

  /** Tells that the page's size changes with the bar of its new document, and when that is over. */
  async #resizing(tab: Tab): Promise<void> {
    const { documents } = tab;
    this.#tell(tab, undefined, RESIZING, { resizing: true });
    // The tab may go meanwhile.
    await steady(tab.id, "document").catch(() => {});
    if (documents === tab.documents) this.#tell(tab, undefined, RESIZING, { resizing: false });
  }

  #onDetach(id: number, tab = this.#tabs.get(id)): void {
    const entry = this.#debugged.get(id);
    this.#debugged.delete(id);
    if (tab === undefined) return;
    for (const user of entry?.users ?? []) user.detached(tab);
    forget(tab);
    this.changed();
  }

  async #save(): Promise<void> {
    this.changed();
    await this.store.saveGranted([...this.#tabs.keys()]);
  }
}

/** Puts the debugger into a tab. The bar that says so may be shown already, for another tab. */
async function attachNow(tabId: number, bar: "first" | "shown"): Promise<void> {
  try {
    await chrome.debugger.attach({ tabId }, "1.3");
  } catch (error) {
    // It may be in there since before the worker slept. Only our own can be taken out.
    try {
      await chrome.debugger.detach({ tabId });
    } catch {
      throw error;
    }
    await chrome.debugger.attach({ tabId }, "1.3");
  }
  await steady(tabId, bar);
}

/** An event of ours among those of CDP: `{resizing: boolean}`, for a tab's own session. */
const RESIZING = "Tab.resizing";

/** What a tab is called in CDP. */
async function targetOf(tabId: number): Promise<string> {
  for (let look = 0; look < LOOKS; look++) {
    const target = (await chrome.debugger.getTargets()).find((target) => target.tabId === tabId);
    if (target !== undefined) return target.id;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Denied("tab", "the browser does not list this tab");
}

/** Stands for an address that is not known: of no origin, so that nothing is allowed there. */
const UNTOLD = "untold:";

/** Keeps what somebody who comes later has to know, and what the policy asks for. */
function remember(tab: Tab, session: string | undefined, method: string, params: Record<string, unknown>): void {
  switch (method) {
    case "Target.attachedToTarget": {
      const { sessionId, targetInfo } = params as { sessionId: string; targetInfo: TargetInfo };
      tab.sessions.set(sessionId, { parent: session, params, frame: targetInfo.targetId });
      const known = tab.frames.get(targetInfo.targetId);
      const parent = targetInfo.parentFrameId ?? known?.parent;
      // What is written by the page around it is in that page's process. A frame in one of its own whose address is
      // not told yet is therefore nobody's, until it is.
      const url = targetInfo.url || known?.url || UNTOLD;
      tab.frames.set(targetInfo.targetId, { url, ...(parent === undefined ? {} : { parent }) });
      break;
    }
    case "Target.detachedFromTarget":
      tab.sessions.delete(params.sessionId as string);
      break;
    case "Page.javascriptDialogOpening":
      if (session === undefined) tab.dialog = params;
      break;
    case "Page.javascriptDialogClosed":
      if (session === undefined) tab.dialog = undefined;
      break;
    case "Page.frameAttached": {
      // One that is known holds what it held until another document is told.
      const { frameId, parentFrameId } = params as { frameId: string; parentFrameId: string };
      tab.frames.set(frameId, { url: tab.frames.get(frameId)?.url ?? "", parent: parentFrameId });
      break;
    }
    case "Page.frameDetached":
      // One that goes on in another process is still there.
      if (params.reason !== "swap") tab.frames.delete(params.frameId as string);
      break;
    case "Page.frameNavigated": {
      const { id, parentId, url } = params.frame as { id: string; parentId?: string; url: string };
      if (session === undefined && parentId === undefined) {
        tab.url = url;
        tab.documents++;
      }
      const parent = parentId ?? tab.frames.get(id)?.parent;
      tab.frames.set(id, { url, ...(parent === undefined ? {} : { parent }) });
      break;
    }
    default:
  }
}

function forget(tab: Tab): void {
  tab.sessions.clear();
  tab.frames.clear();
  tab.dialog = undefined;
}
