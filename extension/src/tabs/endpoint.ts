// The extension's end of the engine's tunnel. It answers as a browser does over CDP, but knows only the tabs that the
// user granted, and passes on only what the policy allows.

import type { CdpCommand, FromExtension } from "../connection/messages.ts";
import { commandToBrowser, commandToTab, type Rule } from "../policy/commands.ts";
import { Denied } from "../policy/denied.ts";
import { redactEvent, shownFrame } from "../policy/events.ts";
import { isAllowed, isFrameAllowed, originOf } from "../policy/policy.ts";
import type { Tab, TabListener, Tabs, TargetInfo } from "./tabs.ts";

/** The CDP session of a tab's main frame. */
const rootSession = (tab: Tab) => `tab-${tab.id}`;

interface EndpointParts {
  tabs: Tabs;
  /** Sends to the server. */
  send: (message: FromExtension) => void;
  /** The origins that the user added. */
  origins: () => readonly string[];
  /** Unique among the endpoints. */
  name: string;
}

/** The browser as one connected engine sees it. */
export class Endpoint implements TabListener {
  readonly #parts: EndpointParts;
  #discovering = false;
  /** Sessions that were announced to the engine, with their tabs. */
  readonly #sessions = new Map<string, Tab>();
  /** Worlds that were created for the engine, as `session:number`. Commands may name only these. */
  readonly #worlds = new Set<string>();

  constructor(parts: EndpointParts) {
    this.#parts = parts;
    parts.tabs.addListener(this);
  }

  /** Ends all sessions. */
  close(): void {
    this.#discovering = false;
    this.#sessions.clear();
    this.#worlds.clear();
    this.#parts.tabs.removeListener(this);
  }

  /** Carries out a command and answers it. */
  handle({ id, method, params, sessionId }: CdpCommand): void {
    const answer = (reply: { result: unknown } | { error: { code: number; message: string } }) =>
      this.#parts.send({ type: "cdp", id, ...reply, ...(sessionId === undefined ? {} : { sessionId }) });
    // Commands are passed on synchronously, in the order in which they come.
    let work: Promise<unknown>;
    try {
      work =
        sessionId === undefined ? this.#browser(method, params ?? {}) : this.#pass(sessionId, method, params ?? {});
    } catch (error) {
      work = Promise.reject(error);
    }
    work.then(
      (result) => answer({ result: result ?? {} }),
      (error) => answer({ error: describe(error) }),
    );
  }

  // Commands to the browser.

  async #browser(method: string, given: unknown): Promise<unknown> {
    const { tabs } = this.#parts;
    const params = commandToBrowser(method, given);
    switch (method) {
      case "Browser.getVersion":
        return { product: product() };
      case "Browser.setDownloadBehavior":
        // The user decides where downloads go.
        return {};
      case "Target.setDiscoverTargets":
        this.#discovering = true;
        for (const tab of tabs.all()) this.granted(tab);
        return {};
      case "Target.getTargets":
        return { targetInfos: tabs.all().map((tab) => this.#info(tab)) };
      case "Target.attachToTarget": {
        const tab = this.#granted(params.targetId);
        await tabs.attach(tab, this);
        const sessionId = rootSession(tab);
        this.#sessions.set(sessionId, tab);
        this.#event(undefined, "Target.attachedToTarget", {
          sessionId,
          targetInfo: this.#info(tab),
          waitingForDebugger: false,
        });
        return { sessionId };
      }
      case "Target.detachFromTarget": {
        const tab = this.#sessions.get(String(params.sessionId));
        if (tab !== undefined) await tabs.detach(tab.id, this);
        return {};
      }
      case "Target.createTarget": {
        if (tabs.all().length === 0) throw new Denied("tab", "no tab is granted");
        const opened = await chrome.tabs.create({ url: "about:blank", active: true });
        if (opened.id === undefined) throw new Error("the browser opened no tab");
        return { targetId: (await tabs.grant(opened.id)).targetId };
      }
      case "Target.closeTarget": {
        await chrome.tabs.remove(this.#granted(params.targetId).id);
        return { success: true };
      }
      default:
        throw new Denied("command", `${method} is not carried out`);
    }
  }

  #granted(targetId: unknown): Tab {
    const tab = this.#parts.tabs.byTarget(String(targetId));
    if (tab === undefined) throw new Denied("tab", "this tab is not granted");
    return tab;
  }

  /** A tab as CDP describes it. Of an origin that is not allowed, only the origin is shown. */
  #info({ targetId, openerId, url, title }: Tab): TargetInfo {
    const allowed = isAllowed(url, this.#parts.origins());
    return {
      targetId,
      type: "page",
      title: allowed ? title : "",
      url: allowed ? url : (originOf(url) ?? ""),
      attached: false,
      ...(openerId === undefined ? {} : { openerId }),
    };
  }

  // Commands to a tab.

  /** Passes a command on. Nothing is awaited before the call, so that commands keep their order. */
  #pass(session: string, method: string, given: unknown): Promise<unknown> {
    const tab = this.#sessions.get(session);
    if (tab === undefined || this.#parts.tabs.get(tab.id) !== tab) throw new Denied("tab", "the grant was taken back");
    const isRoot = session === rootSession(tab);
    const { rule, params } = commandToTab(method, given, isRoot);
    this.#check(tab, session, method, params, rule);
    const target = isRoot ? { tabId: tab.id } : { tabId: tab.id, sessionId: session };
    const work = chrome.debugger.sendCommand(target, method, this.#withOwnGroup(params));
    if (method === "Target.setAutoAttach") return this.#announceKnownFrames(work, tab, isRoot ? undefined : session);
    if (method === "Page.createIsolatedWorld") return this.#rememberWorld(work, session);
    if (method === "Page.getFrameTree") return work.then((tree) => this.#shownTree(tab, rememberFrames(tab, tree)));
    if (method === "Page.enable" && isRoot && tab.dialog !== undefined) {
      this.event(tab, undefined, "Page.javascriptDialogOpening", tab.dialog);
    }
    return work.then((result) => this.#answer(tab, session, rule, (result ?? {}) as Record<string, unknown>));
  }

  /** What the engine gets of an answer. Another document may have come while the command was on its way. */
  #answer(tab: Tab, session: string, rule: Rule, result: Record<string, unknown>): Record<string, unknown> {
    if (rule.scope === "at-allowed-origins") this.#checkDocument(tab, session);
    return rule.answer(result);
  }

  #check(tab: Tab, session: string, method: string, params: Record<string, unknown>, rule: Rule): void {
    // A `javascript:` URL would run in the page.
    if (method === "Page.navigate" && !isAllowed(String(params.url), this.#parts.origins())) {
      throw new Denied("origin", originOf(String(params.url)) ?? "this address has no origin");
    }
    if (rule.scope === "anywhere") return;
    // A guessed number could lead into a frame of another origin.
    const world = params.contextId ?? params.executionContextId;
    if (world !== undefined && !this.#worlds.has(`${session}:${world}`))
      throw new Denied("command", "this world is not the engine's");
    // Other commands with a `frameId` are about the frame owner, which belongs to the parent.
    this.#checkDocument(tab, session, method === "Page.createIsolatedWorld" ? params.frameId : undefined);
  }

  /** Throws where the document of the tab, of the session's topmost frame, or of the frame is not allowed. */
  #checkDocument(tab: Tab, session: string, frameId?: unknown): void {
    const deny = (url: string) => new Denied("origin", originOf(url) ?? "this document has no origin");
    if (!isAllowed(tab.url, this.#parts.origins())) throw deny(tab.url);
    for (const frame of [tab.sessions.get(session)?.frame, frameId]) {
      if (typeof frame !== "string" || this.#allows(tab, frame)) continue;
      throw deny(tab.frames.get(frame)?.url ?? "");
    }
  }

  #allows(tab: Tab, frame: unknown): boolean {
    return isFrameAllowed(String(frame), (id) => tab.frames.get(id), this.#parts.origins());
  }

  #shownTree(tab: Tab, tree: { frameTree: FrameBranch }): unknown {
    const shown = ({ frame, childFrames = [] }: FrameBranch): unknown => ({
      frame: shownFrame({ ...frame }, (id) => this.#allows(tab, id), this.#parts.origins()),
      childFrames: childFrames.map(shown),
    });
    return { frameTree: shown(tree.frameTree) };
  }

  async #rememberWorld(work: Promise<unknown>, session: string): Promise<unknown> {
    const { executionContextId } = (await work) as { executionContextId: number };
    this.#worlds.add(`${session}:${executionContextId}`);
    return { executionContextId };
  }

  /** Two engines in one tab may use the same names for their object groups. */
  #withOwnGroup(params: Record<string, unknown>): Record<string, unknown> {
    const { objectGroup } = params;
    return typeof objectGroup === "string" ? { ...params, objectGroup: `${this.#parts.name}:${objectGroup}` } : params;
  }

  /** Announces frames for which the browser sent its event to another engine's command already. */
  async #announceKnownFrames(work: Promise<unknown>, tab: Tab, parent: string | undefined): Promise<unknown> {
    await work;
    for (const [id, child] of tab.sessions) {
      if (child.parent === parent && !this.#sessions.has(id)) {
        this.event(tab, parent, "Target.attachedToTarget", child.params);
      }
    }
    return {};
  }

  // Events of the tabs.

  granted(tab: Tab): void {
    if (this.#discovering) this.#event(undefined, "Target.targetCreated", { targetInfo: this.#info(tab) });
  }

  changed(tab: Tab): void {
    if (this.#discovering) this.#event(undefined, "Target.targetInfoChanged", { targetInfo: this.#info(tab) });
  }

  gone(tab: Tab): void {
    if (this.#discovering) this.#event(undefined, "Target.targetDestroyed", { targetId: tab.targetId });
  }

  detached(tab: Tab): void {
    for (const [id, owner] of [...this.#sessions]) {
      if (owner === tab) this.#sessions.delete(id);
    }
    this.#event(undefined, "Target.detachedFromTarget", { sessionId: rootSession(tab), targetId: tab.targetId });
  }

  event(tab: Tab, session: string | undefined, method: string, told: unknown): void {
    if (!this.#sessions.has(rootSession(tab))) return;
    const place = { frame: (id: unknown) => this.#allows(tab, id), origins: this.#parts.origins() };
    const params = redactEvent(method, told, place);
    if (params === undefined) return;
    if (method === "Target.attachedToTarget") {
      const { sessionId } = told as { sessionId: string };
      if (this.#sessions.has(sessionId)) return;
      this.#sessions.set(sessionId, tab);
    } else if (method === "Target.detachedFromTarget") {
      this.#sessions.delete((told as { sessionId: string }).sessionId);
    }
    this.#event(session ?? rootSession(tab), method, params);
    // Over CDP, the browser session reports downloads under this name.
    if (method === "Page.downloadWillBegin" || method === "Page.downloadProgress") {
      this.#event(undefined, method.replace("Page.", "Browser."), params);
    }
  }

  #event(sessionId: string | undefined, method: string, params: unknown): void {
    this.#parts.send({ type: "cdp", method, params, ...(sessionId === undefined ? {} : { sessionId }) });
  }
}

interface FrameBranch {
  frame: { id: string; url: string; parentId?: string };
  childFrames?: FrameBranch[];
}

/** Keeps the frames of a tree: no event reports those that were there before the debugger. */
function rememberFrames(tab: Tab, tree: unknown): { frameTree: FrameBranch } {
  const keep = ({ frame, childFrames = [] }: FrameBranch) => {
    // The topmost frame of another process does not always name its parent.
    const parent = frame.parentId ?? tab.frames.get(frame.id)?.parent;
    tab.frames.set(frame.id, { url: frame.url, ...(parent === undefined ? {} : { parent }) });
    for (const child of childFrames) keep(child);
  };
  const read = tree as { frameTree: FrameBranch };
  keep(read.frameTree);
  return read;
}

/** The browser's name and version. */
function product(): string {
  const agent = /(?:Headless)?Chrome\/[\d.]+/.exec(navigator.userAgent)?.[0] ?? "Chrome";
  return `${agent} (the user's own)`;
}

/** An error in the form of CDP. An error of CDP itself comes as JSON in the message. */
function describe(error: unknown): { code: number; message: string } {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Denied) return { code: error.code, message };
  try {
    const { code, message: inner } = JSON.parse(message) as { code?: unknown; message?: unknown };
    if (typeof code === "number" && typeof inner === "string") return { code, message: inner };
  } catch {
    // An error of the extension API: its message is plain text.
  }
  return { code: -32000, message };
}
