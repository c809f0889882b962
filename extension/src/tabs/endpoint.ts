// The extension's end of the engine's tunnel. It answers as a browser does over CDP, but knows only the tabs that the
// user granted, and passes on only what the policy allows.

import type { CdpCommand, FromExtension } from "../connection/messages.ts";
import { commandToBrowser, commandToTab, type InputOf, type Rule } from "../policy/commands.ts";
import { Denied } from "../policy/denied.ts";
import { redactEvent, shownFrame } from "../policy/events.ts";
import type { FrameBranch } from "../policy/frames.ts";
import { type Document, documentOf, Handles, type Kind, Unknown } from "../policy/handles.ts";
import { isAllowed, originOf } from "../policy/policy.ts";
import { reported } from "../policy/worlds.ts";
import type { Aimed, Shield } from "../shield/shield.ts";
import { debuggee, rootSession } from "./debuggee.ts";
import { Order } from "./order.ts";
import { describe, product } from "./reply.ts";
import type { Tab, TabListener, Tabs, TargetInfo } from "./tabs.ts";
import { changeOf } from "./telling.ts";

type Fields = Record<string, unknown>;

/** What one engine has in a tab. */
interface Use {
  readonly shield: Shield;
  readonly handles: Handles;
  readonly order: Order;
  /** Buttons and keys that the engine holds down. */
  readonly down: Set<string>;
  /** Scripts for new documents, as `session:identifier`. */
  readonly scripts: Set<string>;
  /** The addresses of the history's entries. */
  readonly history: Map<unknown, string>;
}

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
  readonly #uses = new Map<Tab, Use>();

  constructor(parts: EndpointParts) {
    this.#parts = parts;
    parts.tabs.addListener(this);
  }

  /** Ends all sessions. */
  close(): void {
    this.#discovering = false;
    for (const [tab, { scripts }] of this.#uses) {
      for (const script of scripts) this.#removeScript(tab, script);
      this.#endTelling(tab);
    }
    this.#sessions.clear();
    this.#uses.clear();
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
        if (tab === undefined) return {};
        this.#forget(tab);
        await tabs.detach(tab.id, this);
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
      // The page that opened an empty document may have given it a title.
      title: allowed && originOf(url) !== undefined ? title : "",
      url: allowed ? url : (originOf(url) ?? ""),
      attached: false,
      ...(openerId === undefined ? {} : { openerId }),
    };
  }

  // Commands to a tab.

  /** Passes a command on, after those before it. */
  #pass(session: string, method: string, given: unknown): Promise<unknown> {
    const tab = this.#sessions.get(session);
    if (tab === undefined || this.#parts.tabs.get(tab.id) !== tab) throw new Denied("tab", "the grant was taken back");
    const { rule, params } = commandToTab(method, given, session === rootSession(tab));
    const use = this.#use(tab);
    const send = () => this.#send(tab, use, session, method, params, rule);
    // What is under way may wait for one of these.
    if (method === "Page.handleJavaScriptDialog" || method === "Runtime.terminateExecution") return send();
    const input = rule.input?.(params);
    if (input !== undefined) return this.#input(use, params, input, send);
    const frame = method === "Page.createIsolatedWorld" ? String(params.frameId) : use.shield.frames.top.id;
    const known = () => (rule.scope === "anywhere" ? undefined : use.shield.known(frame));
    return use.order.run(known, () => (method === "Page.captureScreenshot" ? use.shield.unseen(send) : send()));
  }

  /** Sends input, unless it would go into a document where the engine may not work. */
  #input(use: Use, params: Fields, input: InputOf, send: () => Promise<unknown>): Promise<unknown> {
    const { order, shield, down } = use;
    const { kind } = input;
    let aimed: Aimed = { kind, ends: false };
    return order.run(
      () => {
        // What has a button down gets the pointer until it is up.
        const held =
          kind === "mouse" && input.down === undefined && [...down].some((name) => name.startsWith("button"));
        const ends = held || (input.up !== undefined && down.has(input.up));
        // Fingers: the first one decides.
        const { x, y } = (params.touchPoints as Fields[] | undefined)?.[0] ?? params;
        aimed = { kind, ends, ...(typeof x === "number" && typeof y === "number" ? { point: { x, y } } : {}) };
        return shield.close(aimed);
      },
      async (closed) => {
        if (input.down !== undefined) down.add(input.down);
        if (input.up !== undefined) down.delete(input.up);
        if (closed === undefined) return send();
        try {
          return await send();
        } finally {
          await shield.opened(closed, aimed);
        }
      },
    );
  }

  #use(tab: Tab): Use {
    const { shield } = tab;
    if (shield === undefined) throw new Denied("attach", "the debugger is not attached to this tab");
    let use = this.#uses.get(tab);
    if (use?.shield !== shield) {
      const handles = new Handles(shield.frames);
      use = { shield, handles, order: new Order(), down: new Set(), scripts: new Set(), history: new Map() };
      this.#uses.set(tab, use);
    }
    return use;
  }

  /** Sends a command to the browser, if it is allowed now. */
  #send(tab: Tab, use: Use, session: string, method: string, params: Fields, rule: Rule): Promise<unknown> {
    const isRoot = session === rootSession(tab);
    this.#checkSpecial(tab, use, session, method, params);
    const document = this.#document(tab, use, session, method, params);
    if (rule.scope === "at-allowed-origins") this.#checkDocument(use, document);
    // The extension itself has enabled these, and needs them.
    if (method === "Target.setAutoAttach") {
      this.#announceKnownFrames(tab, isRoot ? undefined : session);
      return Promise.resolve({});
    }
    if (method === "Page.enable" && isRoot && tab.dialog !== undefined) {
      this.event(tab, undefined, "Page.javascriptDialogOpening", tab.dialog);
    }
    if (this.#isShared(tab, isRoot ? undefined : session, method)) return Promise.resolve({});
    return chrome.debugger.sendCommand(debuggee(tab, session), method, this.#withOwnGroup(params)).then((told) => {
      const result = (told ?? {}) as Fields;
      // Another document may have come while the command was on its way.
      if (rule.scope === "at-allowed-origins") this.#checkDocument(use, document);
      if (method === "Page.getFrameTree") return this.#shownTree(use, isRoot ? undefined : session, result);
      const answer = rule.answer(result);
      this.#keep(use, session, method, params, { result, answer, document });
      return answer;
    });
  }

  /** Notes who is told what the user does. Answers whether another engine needs what a command would end. */
  #isShared(tab: Tab, session: string | undefined, method: string): boolean {
    switch (changeOf(method)) {
      case "begins":
        tab.telling.begin(this);
        return false;
      case "asks":
        // The browser reports them once.
        for (const world of tab.telling.worlds.of(session)) {
          this.#event(session ?? rootSession(tab), "Runtime.executionContextCreated", reported(world));
        }
        return false;
      case "ends":
        tab.telling.end(this);
        return tab.telling.isOn;
      default:
        return false;
    }
  }

  /** Throws for what the parameters alone do not decide. */
  #checkSpecial(tab: Tab, use: Use, session: string, method: string, params: Fields): void {
    const origins = this.#parts.origins();
    const denied = (url: string) => new Denied("origin", originOf(url) ?? "this address has no origin");
    switch (method) {
      case "Page.navigate":
        // A `javascript:` URL would run in the page.
        if (!isAllowed(String(params.url), origins)) throw denied(String(params.url));
        break;
      case "Page.navigateToHistoryEntry": {
        const url = use.history.get(params.entryId);
        if (url === undefined) throw new Denied("command", "this entry of the history is not known");
        if (!isAllowed(url, origins)) throw denied(url);
        break;
      }
      case "Page.handleJavaScriptDialog": {
        const { dialog } = tab;
        if (dialog === undefined || use.shield.frames.allowsDialog(dialog, origins)) break;
        // A question is left without a yes. What only delays the page can be ended.
        const harmless = dialog.type === "alert" || dialog.type === "beforeunload" || params.accept === false;
        if (!harmless || params.promptText !== undefined) throw denied(String(dialog.url));
        break;
      }
      case "Page.removeScriptToEvaluateOnNewDocument":
        if (!use.scripts.delete(`${session}:${params.identifier}`)) throw new Denied("command", "no such script");
        break;
      case "Input.dispatchDragEvent":
        // The engine gives back what it was told; the data itself stays here.
        if (tab.drag === undefined) throw new Denied("command", "no drag is under way");
        params.data = tab.drag;
        break;
      default:
    }
  }

  /** The document that a command is about. Throws where the engine was not given what it names. */
  #document(tab: Tab, { shield, handles }: Use, session: string, method: string, params: Fields): Document {
    const { frames } = shield;
    const own = session === rootSession(tab) ? undefined : session;
    const isFrame = method === "Page.createIsolatedWorld" || method === "DOM.getFrameOwner";
    if (isFrame) {
      const frame = frames.get(String(params.frameId));
      // The owner of a frame belongs to the parent.
      const found = method === "DOM.getFrameOwner" ? frames.get(frame?.parent ?? "") : frame;
      if (found === undefined || found.session !== own) throw new Unknown("frame");
      return documentOf(found);
    }
    const top = own === undefined ? frames.top : frames.get(tab.sessions.get(own)?.frame ?? "");
    if (top === undefined) throw new Unknown("frame");
    const named: [Kind, unknown][] = [
      ["world", params.contextId],
      ["world", params.executionContextId],
      ["object", params.objectId],
      ["node", params.backendNodeId],
    ];
    const given = (params.arguments ?? []) as Fields[];
    for (const { objectId } of given) named.push(["object", objectId]);
    const documents = named.flatMap(([kind, id]) => (id === undefined ? [] : [handles.find(session, kind, id)]));
    const [document = documentOf(top)] = documents;
    if (documents.some(({ number }) => number !== document.number)) throw new Unknown("object");
    return document;
  }

  /** Throws where the engine may not work in a document, or the document is gone. */
  #checkDocument({ shield: { frames } }: Use, { frame: id, number }: Document): void {
    const origins = this.#parts.origins();
    const frame = frames.get(id);
    if (frame?.document !== number) throw new Unknown("frame");
    for (const { id, url, origin } of [frames.top, frame]) {
      if (frames.allows(id, origins)) continue;
      throw new Denied("origin", originOf(url) ?? originOf(origin ?? "") ?? "this document has no origin");
    }
  }

  /** Notes what the engine was given. */
  #keep(
    use: Use,
    session: string,
    method: string,
    params: Fields,
    { result, answer, document }: { result: Fields; answer: Fields; document: Document },
  ): void {
    const group = typeof params.objectGroup === "string" ? params.objectGroup : undefined;
    const keep = (kind: Kind, id: unknown) => {
      if (id !== undefined) use.handles.add(session, kind, id, document, group);
    };
    const idOf = (object: unknown) => (object as Fields | undefined)?.objectId;
    switch (method) {
      case "Page.createIsolatedWorld":
        keep("world", answer.executionContextId);
        break;
      case "Runtime.evaluate":
      case "Runtime.callFunctionOn":
        keep("object", idOf(answer.result));
        break;
      case "Runtime.getProperties":
        for (const { value } of answer.result as Fields[]) keep("object", idOf(value));
        break;
      case "DOM.resolveNode":
        keep("object", idOf(answer.object));
        break;
      case "DOM.getFrameOwner":
        keep("node", answer.backendNodeId);
        break;
      case "DOM.describeNode": {
        const { backendNodeId, shadowRoots } = answer.node as { backendNodeId: number; shadowRoots: Fields[] };
        for (const id of [backendNodeId, ...shadowRoots.map((root) => root.backendNodeId)]) keep("node", id);
        break;
      }
      case "Runtime.releaseObjectGroup":
        use.handles.release(session, String(params.objectGroup));
        break;
      case "Page.addScriptToEvaluateOnNewDocument":
        use.scripts.add(`${session}:${answer.identifier}`);
        break;
      case "Page.getNavigationHistory":
        use.history.clear();
        for (const { id, url } of result.entries as Fields[]) use.history.set(id, String(url));
        break;
      default:
    }
  }

  #allows(tab: Tab, frame: unknown): boolean {
    return tab.shield?.frames.allows(String(frame), this.#parts.origins()) ?? false;
  }

  #shownTree({ shield }: Use, session: string | undefined, result: Fields): unknown {
    const tree = result.frameTree as FrameBranch;
    shield.merge(session, tree);
    const origins = this.#parts.origins();
    const shown = ({ frame, childFrames = [] }: FrameBranch): unknown => ({
      frame: shownFrame({ ...frame }, (id) => shield.frames.allows(String(id), origins), origins),
      childFrames: childFrames.map(shown),
    });
    return { frameTree: shown(tree) };
  }

  /** Has documents tell nothing any more, unless another engine is told. */
  #endTelling(tab: Tab): void {
    if (!tab.telling.end(this) || tab.telling.isOn) return;
    for (const session of [rootSession(tab), ...tab.sessions.keys()]) {
      void chrome.debugger.sendCommand(debuggee(tab, session), "Runtime.disable", {}).catch(() => {});
    }
  }

  #removeScript(tab: Tab, script: string): void {
    const at = script.lastIndexOf(":");
    const [session, identifier] = [script.slice(0, at), script.slice(at + 1)];
    const method = "Page.removeScriptToEvaluateOnNewDocument";
    // The session may be gone.
    void chrome.debugger.sendCommand(debuggee(tab, session), method, { identifier }).catch(() => {});
  }

  /** Two engines in one tab may use the same names for their object groups. */
  #withOwnGroup(params: Record<string, unknown>): Record<string, unknown> {
    const { objectGroup } = params;
    return typeof objectGroup === "string" ? { ...params, objectGroup: `${this.#parts.name}:${objectGroup}` } : params;
  }

  /** Announces frames for which the browser sent its event before the engine asked. */
  #announceKnownFrames(tab: Tab, parent: string | undefined): void {
    for (const [id, child] of tab.sessions) {
      if (child.parent === parent && !this.#sessions.has(id)) {
        this.event(tab, parent, "Target.attachedToTarget", child.params);
      }
    }
  }

  #forget(tab: Tab): void {
    for (const [id, owner] of [...this.#sessions]) {
      if (owner === tab) this.#sessions.delete(id);
    }
    this.#endTelling(tab);
    this.#uses.delete(tab);
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

  detached(tab: Tab, revoked: boolean): void {
    // Not an event of CDP: there, a page whose session ends is closed.
    if (revoked && this.#sessions.has(rootSession(tab))) this.#event(rootSession(tab), "Tab.revoked", {});
    this.#forget(tab);
    this.#event(undefined, "Target.detachedFromTarget", { sessionId: rootSession(tab), targetId: tab.targetId });
  }

  event(tab: Tab, session: string | undefined, method: string, told: unknown): void {
    if (!this.#sessions.has(rootSession(tab))) return;
    const origins = this.#parts.origins();
    const place = {
      frame: (id: unknown) => this.#allows(tab, id),
      dialog: (params: Fields) => tab.shield?.frames.allowsDialog(params, origins) ?? false,
      world: (id: unknown) => tab.telling.allows(this, session, id, tab.shield?.frames, origins),
      origins,
    };
    const params = redactEvent(method, told, place);
    if (params === undefined) return;
    if (method === "Target.attachedToTarget") {
      const { sessionId } = told as { sessionId: string };
      if (this.#sessions.has(sessionId)) return;
      this.#sessions.set(sessionId, tab);
    } else if (method === "Target.detachedFromTarget") {
      this.#sessions.delete((told as { sessionId: string }).sessionId);
    }
    if (method === "Page.fileChooserOpened") this.#keepChooser(tab, session ?? rootSession(tab), params);
    this.#event(session ?? rootSession(tab), method, params);
    // Over CDP, the browser session reports downloads under this name.
    if (method === "Page.downloadWillBegin" || method === "Page.downloadProgress") {
      this.#event(undefined, method.replace("Page.", "Browser."), params);
    }
  }

  /** Notes the input of a file chooser, which the engine may give files. */
  #keepChooser(tab: Tab, session: string, { frameId, backendNodeId }: Fields): void {
    const use = this.#uses.get(tab);
    const frame = use?.shield.frames.get(String(frameId));
    if (use === undefined || frame === undefined || backendNodeId === undefined) return;
    use.handles.add(session, "node", backendNodeId, documentOf(frame), undefined);
  }

  #event(sessionId: string | undefined, method: string, params: unknown): void {
    this.#parts.send({ type: "cdp", method, params, ...(sessionId === undefined ? {} : { sessionId }) });
  }
}
