// The tabs that the user granted, and the debugger in them.

import { Denied } from "../policy/denied.ts";
import { Shield } from "../shield/shield.ts";
import type { Store } from "../worker/store.ts";
import { barAtRest } from "./debug-bar.ts";
import { Telling } from "./telling.ts";

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

/** The session of a frame in another process. */
interface ChildSession {
  /** The session that announced it; undefined for the tab's root session. */
  parent: string | undefined;
  params: unknown;
  /** The id of the frame. */
  frame: string;
}

/** What the debugger says about a dialog. */
export type Dialog = Record<string, unknown>;

/** A granted tab. */
export interface Tab {
  readonly id: number;
  readonly targetId: string;
  readonly openerId?: string;
  url: string;
  title: string;
  /** Sessions of frames in other processes, by session id. */
  readonly sessions: Map<string, ChildSession>;
  /** The frames, and what keeps the engine out of some; undefined while the debugger is not attached. */
  shield: Shield | undefined;
  /** The engines that are told what the user does. */
  readonly telling: Telling;
  /** The parameters of the event that reported the open dialog. */
  dialog: Dialog | undefined;
  /** The size of the page with the bar at rest. */
  size: string | undefined;
  /** The data of the drag that the debugger intercepted last. */
  drag: unknown;
  /** How many documents the main frame has loaded since the grant. */
  documents: number;
}

/** Receives the events of granted tabs. */
export interface TabListener {
  granted(tab: Tab): void;
  changed(tab: Tab): void;
  /** The grant ended: the tab was closed, or the user revoked it. */
  gone(tab: Tab): void;
  /** The debugger was detached from the tab. `revoked`: because the user has taken the tab back. */
  detached(tab: Tab, revoked: boolean): void;
  event(tab: Tab, session: string | undefined, method: string, params: unknown): void;
}

/** How often a new tab is searched for among the CDP targets, and the pause between. */
const LOOKS = 20;
const PAUSE_MS = 25;

/** All granted tabs. */
export class Tabs {
  readonly #tabs = new Map<number, Tab>();
  /** The users of the debugger in each tab. It is detached with the last one. */
  readonly #debugged = new Map<number, { users: Set<TabListener>; attached: Promise<void> }>();
  readonly #listeners = new Set<TabListener>();

  constructor(
    private readonly store: Store,
    private readonly changed: () => void,
    /** Called when the user presses "Cancel" in the debugging bar. */
    private readonly cancelled: () => void,
  ) {}

  /** Listens to the browser, and renews the grants from before the worker was suspended. */
  async start(): Promise<void> {
    chrome.tabs.onRemoved.addListener((id) => this.#end(id, false));
    chrome.tabs.onUpdated.addListener((id, _change, { url, title }) => this.#update(id, url, title));
    chrome.webNavigation.onCreatedNavigationTarget.addListener(({ sourceTabId, tabId }) => {
      // A tab that a granted tab opens is granted too. The origins are checked there as well.
      const opener = this.#tabs.get(sourceTabId);
      if (opener !== undefined) void this.grant(tabId, opener.targetId).catch(() => {});
    });
    chrome.debugger.onEvent.addListener((source, method, params) => this.#onEvent(source, method, params));
    chrome.debugger.onDetach.addListener(({ tabId }, reason) => {
      if (tabId !== undefined) this.#onDetach(tabId);
      if (reason === "canceled_by_user") this.cancelled();
    });
    for (const id of this.store.grantedBefore) {
      // The debugger may still be attached from before the worker was suspended. It has no users now.
      await chrome.debugger.detach({ tabId: id }).catch(() => {});
      await this.grant(id).catch(() => {});
    }
    await this.#save();
  }

  addListener(listener: TabListener): void {
    this.#listeners.add(listener);
  }

  /** Removes a listener, and detaches the debugger where it was the last user. */
  removeListener(listener: TabListener): void {
    this.#listeners.delete(listener);
    for (const id of [...this.#debugged.keys()]) void this.detach(id, listener);
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
    const granted = this.#tabs.get(id);
    if (granted !== undefined) return granted;
    const targetId = await targetOf(id);
    const { url = "", title = "" } = await chrome.tabs.get(id);
    const tab: Tab = {
      id,
      targetId,
      ...(openerId === undefined ? {} : { openerId }),
      url,
      title,
      sessions: new Map(),
      shield: undefined,
      telling: new Telling(this.changed),
      dialog: undefined,
      size: undefined,
      drag: undefined,
      documents: 0,
    };
    const grantedMeanwhile = this.#tabs.get(id);
    if (grantedMeanwhile !== undefined) return grantedMeanwhile;
    this.#tabs.set(id, tab);
    for (const listener of this.#listeners) listener.granted(tab);
    await this.#save();
    return tab;
  }

  /** Revokes the grant of a tab. */
  revoke(id: number): void {
    this.#end(id, true);
  }

  #end(id: number, revoked: boolean): void {
    const tab = this.#tabs.get(id);
    if (tab === undefined) return;
    this.#tabs.delete(id);
    this.#onDetach(id, tab, revoked);
    void chrome.debugger.detach({ tabId: id }).catch(() => {});
    for (const listener of this.#listeners) listener.gone(tab);
    void this.#save();
  }

  /** Revokes all grants. */
  revokeAll(): void {
    for (const id of [...this.#tabs.keys()]) this.revoke(id);
  }

  /** Attaches the debugger to a tab, once for all its users. */
  async attach(tab: Tab, user: TabListener): Promise<void> {
    const entry = this.#debugged.get(tab.id) ?? {
      users: new Set<TabListener>(),
      attached: attachNow(tab, this.#debugged.size > 0 ? "shown" : "first", () => this.store.settings.origins),
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

  /** Ends one use of the debugger in a tab. */
  async detach(id: number, user: TabListener): Promise<void> {
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
    for (const listener of this.#listeners) listener.changed(tab);
    this.changed();
  }

  #onEvent({ tabId, sessionId }: chrome.debugger.DebuggerSession, method: string, params: unknown): void {
    const tab = tabId === undefined ? undefined : this.#tabs.get(tabId);
    if (tab === undefined) return;
    const { documents } = tab;
    remember(tab, sessionId, method, params as Record<string, unknown>);
    this.#forward(tab, sessionId, method, params);
    if (tab.documents !== documents) void this.#reportResizing(tab);
  }

  #forward(tab: Tab, session: string | undefined, method: string, params: unknown): void {
    for (const user of this.#debugged.get(tab.id)?.users ?? []) user.event(tab, session, method, params);
  }

  /** Reports that the new document's bar changes the size of the page, and when the size is final. */
  async #reportResizing(tab: Tab): Promise<void> {
    const { documents } = tab;
    this.#forward(tab, undefined, RESIZING, { resizing: true });
    // The tab may be closed meanwhile.
    const size = await barAtRest(tab.id, "document", tab.size).catch(() => undefined);
    if (documents !== tab.documents) return;
    tab.size = size;
    this.#forward(tab, undefined, RESIZING, { resizing: false });
  }

  #onDetach(id: number, tab = this.#tabs.get(id), revoked = false): void {
    const entry = this.#debugged.get(id);
    this.#debugged.delete(id);
    if (tab === undefined) return;
    for (const user of entry?.users ?? []) user.detached(tab, revoked);
    forget(tab);
    this.changed();
  }

  async #save(): Promise<void> {
    this.changed();
    await this.store.saveGranted([...this.#tabs.keys()]);
  }
}

/** Attaches the debugger to a tab. `bar`: whether the debugging bar is shown already, for another tab. */
async function attachNow(tab: Tab, bar: "first" | "shown", origins: () => readonly string[]): Promise<void> {
  const { id: tabId, targetId: id, url, openerId } = tab;
  try {
    await chrome.debugger.attach({ tabId }, "1.3");
  } catch (error) {
    // It may still be attached from before the worker was suspended. Only an own debugger can be detached.
    try {
      await chrome.debugger.detach({ tabId });
    } catch {
      throw error;
    }
    await chrome.debugger.attach({ tabId }, "1.3");
  }
  tab.shield = new Shield(tabId, { id, url, opened: openerId !== undefined }, origins);
  tab.shield.watch();
  tab.size = await barAtRest(tabId, bar);
}

/** An event that the extension adds to those of CDP: `{resizing: boolean}`, on the root session of a tab. */
const RESIZING = "Tab.resizing";

/** The CDP target of a tab. */
async function targetOf(tabId: number): Promise<string> {
  for (let look = 0; look < LOOKS; look++) {
    const target = (await chrome.debugger.getTargets()).find((target) => target.tabId === tabId);
    if (target !== undefined) return target.id;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Denied("tab", "the browser does not list this tab");
}

/** Keeps the state that a listener which attaches later needs, and that the policy needs. */
function remember(tab: Tab, session: string | undefined, method: string, params: Record<string, unknown>): void {
  tab.shield?.note(session, method, params);
  tab.telling.worlds.note(session, method, params);
  switch (method) {
    case "Target.attachedToTarget": {
      const { sessionId, targetInfo } = params as { sessionId: string; targetInfo: TargetInfo };
      tab.sessions.set(sessionId, { parent: session, params, frame: targetInfo.targetId });
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
    case "Input.dragIntercepted":
      tab.drag = params.data;
      break;
    case "Page.frameNavigated": {
      const { parentId, url } = params.frame as { parentId?: string; url: string };
      if (session !== undefined || parentId !== undefined) break;
      tab.url = url;
      // The title is that of the document before, until the browser tells another one.
      tab.title = "";
      tab.documents++;
      break;
    }
    default:
  }
}

function forget(tab: Tab): void {
  tab.sessions.clear();
  tab.shield = undefined;
  tab.telling.clear();
  tab.dialog = undefined;
  tab.drag = undefined;
  tab.size = undefined;
}
