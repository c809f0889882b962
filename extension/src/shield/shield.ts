// Keeps the engine's input, and pictures, out of documents of a tab where the engine may not work. It also asks
// documents for their origin where the URL does not say it.
//
// The check of a point or of the focus before the input would be too early: the page may move a frame under the pointer
// in between. So each of these documents itself stops input while the engine sends some, and is invisible while a
// picture is taken. A new document begins with input stopped.

import { Denied } from "../policy/denied.ts";
import { type Frame, type FrameBranch, Frames } from "../policy/frames.ts";
import { isOriginAllowed, originOf } from "../policy/policy.ts";
import { installShield, isForeign, SHIELD, type Stopped } from "./in-page.ts";

/** The world of the extension in documents. The engine cannot name it. */
const WORLD = "uipilot-shield";
/** How long a document may take to answer. */
const ANSWER_MS = 1_000;
/** How long frames may take to be known. */
const KNOWN_MS = 1_000;
const LOOK_MS = 20;
/** How long input or a picture may take. Then the document opens by itself. */
const LEASE_MS = 5_000;
/** For how long a new document begins closed: the extension has to hear of it first. */
const BEGIN_MS = 500;
/** How often new documents are looked for while the present ones are asked. */
const ROUNDS = 5;

const ATTACH = {
  autoAttach: true,
  waitForDebuggerOnStart: false,
  flatten: true,
  filter: [{ type: "iframe" }, { exclude: true }],
};

/** What a kind of input is counted as where it is stopped. */
export type InputKind = keyof Stopped;

/** The documents that were closed, by their number, with what they had stopped before. */
type Closed = Map<number, Stopped>;

/** The shield of a tab while the debugger is attached. */
export class Shield {
  readonly frames: Frames;
  readonly #worlds = new Map<number, Promise<number>>();
  /** Sessions that have not reported their frames. */
  readonly #preparing = new Set<string | undefined>();
  #users = 0;

  constructor(
    private readonly tabId: number,
    main: { id: string; url: string; opened: boolean },
    private readonly origins: () => readonly string[],
  ) {
    this.frames = new Frames(main.id, main.url, main.opened);
  }

  /** Begins to watch a session: that of the tab, or of a frame in another process. */
  watch(session?: string): void {
    this.#preparing.add(session);
    void this.#prepare(session)
      .catch(() => {})
      .finally(() => this.#preparing.delete(session));
  }

  async #prepare(session: string | undefined): Promise<void> {
    const source = `(${isForeign})(${JSON.stringify(this.origins())}, ${isOriginAllowed}) && ${install(BEGIN_MS)}`;
    const script = { source, worldName: WORLD, runImmediately: true };
    const [, , , tree] = await Promise.all([
      this.#send(session, "Page.enable"),
      this.#send(session, "Target.setAutoAttach", ATTACH),
      this.#send(session, "Page.addScriptToEvaluateOnNewDocument", script),
      this.#send<{ frameTree: FrameBranch }>(session, "Page.getFrameTree"),
    ]);
    this.merge(session, tree.frameTree);
  }

  /** Takes in an event of a session. */
  note(session: string | undefined, method: string, params: Record<string, unknown>): void {
    const frame = this.frames.note(session, method, params);
    if (frame !== undefined) this.#ask(frame);
    if (method === "Target.attachedToTarget") this.watch(params.sessionId as string);
    if (method === "Target.detachedFromTarget") this.#preparing.delete(params.sessionId as string);
  }

  merge(session: string | undefined, tree: FrameBranch): void {
    for (const frame of this.frames.merge(session, tree)) this.#ask(frame);
  }

  /** Asks a document for its origin where the URL does not say it. */
  #ask(frame: Frame): void {
    if (this.frames.verdict(frame.id, this.origins()) !== "ask") return;
    const { document } = frame;
    void this.#evaluate<string>(frame, "self.origin").then(
      (origin) => {
        if (frame.document === document) frame.origin = origin;
      },
      () => {
        // The document is gone, or it stays denied.
        if (frame.document === document) frame.origin = "unknown";
      },
    );
  }

  /** Waits until it is known whether the engine may work in a frame; undefined where it is known now. */
  known(id: string): Promise<void> | undefined {
    const asked = () => this.frames.verdict(id, this.origins()) === "ask";
    return asked() ? this.#until(() => !asked()) : undefined;
  }

  async #until(done: () => boolean): Promise<void> {
    for (const end = Date.now() + KNOWN_MS; !done() && Date.now() < end; ) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  /** Whether no document of the tab has to be guarded. */
  #isClear(): boolean {
    return this.#preparing.size === 0 && this.frames.denied(this.origins()).length === 0;
  }

  /** Keeps input out of denied documents. Undefined where there are none. */
  close(): Promise<Closed> | undefined {
    if (this.#isClear()) return undefined;
    this.#users++;
    const closing = this.#everywhere<Stopped>(`block(${LEASE_MS})`);
    closing.catch(() => this.#users--);
    return closing;
  }

  /** Ends what {@link close} began. Throws where a denied document got and stopped the input. */
  async opened(closed: Closed, kind: InputKind): Promise<void> {
    const last = --this.#users === 0;
    const foreign = this.frames.denied(this.origins());
    for (const frame of foreign) {
      // A document that came since began closed, or came too late for the input.
      const before = closed.get(frame.document)?.[kind] ?? 0;
      const after = await this.#call<Stopped>(frame, last ? "open()" : "stopped()").catch(() => undefined);
      if (after !== undefined && after[kind] > before) throw denied(frame, "the input was stopped there");
    }
  }

  /** Makes denied documents invisible while a picture is taken. */
  async unseen<T>(take: () => Promise<T>): Promise<T> {
    if (this.#isClear()) return this.#verified(await take(), new Map());
    const hidden = await this.#everywhere<boolean>(`hide(${LEASE_MS})`);
    try {
      return this.#verified(await take(), hidden);
    } finally {
      for (const frame of this.frames.denied(this.origins())) void this.#call(frame, "show()").catch(() => {});
    }
  }

  /** Throws where a document came that may be in the picture. */
  #verified<T>(picture: T, hidden: Map<number, boolean>): T {
    const seen = this.frames.denied(this.origins()).find(({ document }) => hidden.get(document) !== true);
    if (seen !== undefined) throw denied(seen, "it came while the picture was taken");
    return picture;
  }

  /** Calls the shield of all denied documents, also of those that come meanwhile. */
  async #everywhere<T>(call: string): Promise<Map<number, T>> {
    const answers = new Map<number, T>();
    const moving = () => this.#preparing.size > 0 || this.frames.all().some(({ known }) => !known);
    if (moving()) await this.#until(() => !moving());
    for (let round = 0; round < ROUNDS; round++) {
      const left = this.frames.denied(this.origins()).filter(({ document }) => !answers.has(document));
      if (left.length === 0) return answers;
      await Promise.all(
        left.map(async (frame) => {
          const { document } = frame;
          try {
            answers.set(document, await this.#call<T>(frame, call));
          } catch {
            // What left meanwhile needs no shield.
            const isHere = this.frames.get(frame.id)?.document === document;
            if (isHere) throw denied(frame, "it does not answer, so input and pictures cannot be kept out of it");
          }
        }),
      );
    }
    throw new Denied("origin", "the frames of this page change all the time");
  }

  #call<T>(frame: Frame, call: string): Promise<T> {
    return this.#evaluate<T>(frame, `${install(0)}, ${SHIELD}.${call}`);
  }

  /** Evaluates an expression of the extension's own in its world of a document. */
  async #evaluate<T>(frame: Frame, expression: string): Promise<T> {
    const { id, session, document } = frame;
    if (!frame.known) throw new Error("the frame is on its way to another process");
    let world = this.#worlds.get(document);
    if (world === undefined) {
      for (const number of this.#worlds.keys()) {
        if (!this.frames.all().some((other) => other.document === number)) this.#worlds.delete(number);
      }
      world = this.#send<{ executionContextId: number }>(session, "Page.createIsolatedWorld", {
        frameId: id,
        worldName: WORLD,
      }).then(({ executionContextId }) => executionContextId);
      this.#worlds.set(document, world);
    }
    const answer = world.then((contextId) =>
      this.#send<{ result: { value: T }; exceptionDetails?: unknown }>(session, "Runtime.evaluate", {
        expression,
        contextId,
        returnByValue: true,
        awaitPromise: true,
      }),
    );
    const { result, exceptionDetails } = await within(ANSWER_MS, answer);
    if (exceptionDetails !== undefined) throw new Error("the shield's script failed");
    return result.value;
  }

  async #send<T = unknown>(session: string | undefined, method: string, params: object = {}): Promise<T> {
    const target = session === undefined ? { tabId: this.tabId } : { tabId: this.tabId, sessionId: session };
    return (await chrome.debugger.sendCommand(target, method, { ...params })) as T;
  }
}

const install = (closedMs: number) => `(${installShield})(${JSON.stringify(SHIELD)}, ${closedMs})`;

function denied({ url, origin }: Frame, why: string): Denied {
  return new Denied("origin", `${originOf(url) ?? originOf(origin ?? "") ?? "a frame without an origin"}: ${why}`);
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the document does not answer")), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
