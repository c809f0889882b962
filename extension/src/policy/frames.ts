// The frames of a tab and the documents in them, as the debugger reports them. They decide where the engine may work.

import { isOriginAllowed, originOf } from "./policy.ts";

/** A frame with the document that is in it. */
export interface Frame {
  readonly id: string;
  parent: string | undefined;
  /** The debugger's session that reports the frame; undefined: that of the tab. */
  session: string | undefined;
  url: string;
  loader: string;
  /** The number of the document. No two documents of a tab have the same. */
  document: number;
  /** The origin as the document itself says; undefined where it was not asked. */
  origin: string | undefined;
  /** Origins that may have put the present document here, because their documents were here before it. */
  past: string[];
  /** Whether its session has reported the document. A frame that moves between processes is unknown until then. */
  known: boolean;
  /** The address that the browser named when it announced the frame's process. */
  announced: string;
}

/** The fields of CDP's description of a frame that this module reads. */
interface FrameInfo {
  id: string;
  parentId?: string;
  loaderId: string;
  url: string;
}

/** A frame with its child frames. */
export interface FrameBranch {
  frame: FrameInfo;
  childFrames?: FrameBranch[];
}

/** `ask`: the URL does not say the document's origin. */
type Verdict = "allowed" | "denied" | "ask";

/** Deepest nesting of frames that is followed. */
const DEEPEST = 50;
/** Stands for a document whose origin was never known. */
const UNKNOWN = "unknown";
/** The origin of a document that has none: it is sandboxed, or its URL is `data:`. */
const OPAQUE = "null";

/** All frames of a tab. */
export class Frames {
  readonly #frames = new Map<string, Frame>();
  #documents = 0;

  /**
   * `main`: the id of the main frame. `opened`: whether a page opened the tab and may have written the empty document in
   * it.
   */
  constructor(
    private readonly main: string,
    url: string,
    private readonly opened: boolean,
  ) {
    // Until the debugger answers, the URL of the tab counts.
    Object.assign(this.#frame(main, undefined), { url, known: true });
  }

  all(): Frame[] {
    return [...this.#frames.values()];
  }

  get(id: string): Frame | undefined {
    return this.#frames.get(id);
  }

  get top(): Frame {
    return this.#frame(this.main, undefined);
  }

  /** Whether the engine may work in the document of a frame. */
  verdict(id: string, origins: readonly string[]): Verdict {
    let frame = this.#frames.get(id);
    const own = this.#own(frame, origins);
    if (own !== "inherited") return own;
    // Each ancestor can put such a document into a frame.
    for (let level = 0; level < DEEPEST; level++) {
      if (frame?.parent === undefined) return "allowed";
      frame = this.#frames.get(frame.parent);
      const verdict = this.#own(frame, origins);
      if (verdict === "denied" || verdict === "ask") return verdict;
    }
    return "denied";
  }

  /** What the document itself says. `inherited`: its ancestors decide. */
  #own(frame: Frame | undefined, origins: readonly string[]): Verdict | "inherited" {
    if (frame === undefined || !frame.known) return "denied";
    const { url, parent, origin, past } = frame;
    const decide = (allowed: boolean) => (allowed ? "allowed" : "denied");
    const own = originOf(url);
    if (own !== undefined) return decide(isOriginAllowed(own, origins));
    // The first document of a frame is empty until its parent writes into it.
    if (url === "" && parent !== undefined) return "inherited";
    if (!/^(about|data):/.test(url)) return "denied";
    if (origin === undefined) return "ask";
    if (origin !== OPAQUE) return decide(isOriginAllowed(origin, origins));
    if (parent === undefined) return decide(url === "about:blank" && !this.opened);
    // The document that was here before can have put this one here, too.
    return past.every((before) => isOriginAllowed(before, origins)) ? "inherited" : "denied";
  }

  allows(id: string, origins: readonly string[]): boolean {
    return this.verdict(id, origins) === "allowed";
  }

  /** The frames where the engine may not work, or not yet. */
  denied(origins: readonly string[]): Frame[] {
    return this.all().filter(({ id }) => !this.allows(id, origins));
  }

  /** Whether a dialog is of a document where the engine may work. */
  allowsDialog({ frameId, url }: Record<string, unknown>, origins: readonly string[]): boolean {
    if (typeof frameId === "string") return this.allows(frameId, origins);
    const own = originOf(String(url ?? ""));
    if (own !== undefined) return isOriginAllowed(own, origins);
    return this.denied(origins).length === 0;
  }

  /** Takes in an event of a session. Answers the frame that got a new document. */
  note(session: string | undefined, method: string, params: Record<string, unknown>): Frame | undefined {
    switch (method) {
      case "Target.attachedToTarget": {
        const { sessionId, targetInfo } = params as {
          sessionId: string;
          targetInfo: { targetId: string; parentFrameId?: string; url?: string };
        };
        const frame = this.#frame(targetInfo.targetId, targetInfo.parentFrameId);
        Object.assign(frame, { session: sessionId, announced: targetInfo.url ?? "" });
        this.#forget(frame);
        return undefined;
      }
      case "Target.detachedFromTarget":
        for (const frame of this.#frames.values()) {
          if (frame.session !== params.sessionId) continue;
          this.#forget(frame);
          frame.session = undefined;
        }
        return undefined;
      case "Page.frameAttached": {
        const { frameId, parentFrameId } = params as { frameId: string; parentFrameId: string };
        // A frame that is known keeps its document until another one is reported.
        if (!this.#frames.has(frameId)) Object.assign(this.#frame(frameId, parentFrameId), { session, known: true });
        return undefined;
      }
      case "Page.frameDetached": {
        const frame = this.#frames.get(params.frameId as string);
        // A frame that moves to another process still exists.
        if (frame !== undefined && params.reason !== "swap") this.#remove(frame);
        else if (frame?.session === session && frame !== undefined) this.#forget(frame);
        return undefined;
      }
      case "Page.frameNavigated":
        return this.#committed(session, params.frame as FrameInfo);
      case "Page.navigatedWithinDocument": {
        const frame = this.#frames.get(params.frameId as string);
        if (frame?.known === true && frame.session === session) frame.url = params.url as string;
        return undefined;
      }
      default:
        return undefined;
    }
  }

  /** Takes in the frames of a session. Answers those with a document that was not known. */
  merge(session: string | undefined, branch: FrameBranch): Frame[] {
    const found: Frame[] = [];
    const take = ({ frame: info, childFrames = [] }: FrameBranch) => {
      const before = this.#frames.get(info.id);
      // Another session reports this frame. Here is only its place.
      if (before?.session !== undefined && before.session !== session) return;
      if (before === undefined || !before.known || before.loader !== info.loaderId || before.url !== info.url) {
        found.push(this.#committed(session, info));
      }
      for (const child of childFrames) take(child);
    };
    take(branch);
    return found;
  }

  #committed(session: string | undefined, info: FrameInfo): Frame {
    const frame = this.#frame(info.id, info.parentId);
    const before = originOf(frame.url) ?? frame.origin ?? UNKNOWN;
    // A document with an origin of its own came from there, whatever sent the frame there.
    if (originOf(info.url) !== undefined) frame.past = [];
    else if (frame.url !== "" && before !== OPAQUE && !frame.past.includes(before)) frame.past.push(before);
    Object.assign(frame, { session, url: info.url, loader: info.loaderId, known: true });
    this.#renew(frame);
    return frame;
  }

  #frame(id: string, parent: string | undefined): Frame {
    let frame = this.#frames.get(id);
    if (frame === undefined) {
      const empty = { url: "", loader: "", document: 0, origin: undefined, past: [], known: false, announced: "" };
      frame = { id, parent, session: undefined, ...empty };
      this.#frames.set(id, frame);
      this.#renew(frame);
    }
    // The topmost frame of another process does not always name its parent.
    frame.parent ??= parent;
    return frame;
  }

  /** Another document is or may be in the frame. */
  #renew(frame: Frame): void {
    frame.document = ++this.#documents;
    frame.origin = undefined;
  }

  #forget(frame: Frame): void {
    frame.known = false;
    this.#renew(frame);
  }

  #remove(frame: Frame): void {
    this.#frames.delete(frame.id);
    for (const child of this.#frames.values()) {
      if (child.parent === frame.id) this.#remove(child);
    }
  }
}
