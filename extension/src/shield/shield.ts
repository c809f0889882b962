// Keeps the engine's input, and pictures, out of documents of a tab where the engine may not work. It also asks
// documents for their origin where the URL does not say it.
//
// Input is refused where its point or the focus is in such a document. The page may move a frame under the pointer after
// that check. So each of these documents also stops input itself while the engine sends some. A new document begins with
// input stopped. While a picture is taken, these documents are invisible.

import { Denied } from "../policy/denied.ts";
import { type Frame, type FrameBranch, Frames } from "../policy/frames.ts";
import { isOriginAllowed, originOf } from "../policy/policy.ts";
import { focusedFrame, frameAt } from "./aim.ts";
import { installShield, isForeign, SHIELD, type Stopped } from "./in-page.ts";

/** The world of the extension in documents. The engine cannot name it. */
const WORLD = "uipilot-shield";
/** How long a document may take to answer. */
const ANSWER_MS = 1_000;
/** How long a document may take to be invisible: timers of a frame out of view run once in a second. */
const HIDDEN_MS = 3_000;
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

/** As what a kind of input is counted where it is stopped. */
export type InputKind = keyof Stopped;

/** Input, as far as it matters where it goes. */
export interface Aimed {
  kind: InputKind;
  /** Where; without it, it goes to what has the focus. */
  point?: { x: number; y: number };
  /** It ends what began in an allowed document, which gets it. */
  ends: boolean;
}

/** What is expected of the shields. */
interface Expected<T> {
  fits?: (answer: T) => boolean;
  /** Whether all must answer. */
  mustAnswer?: boolean;
  /** How long each may take. */
  ms?: number;
}

/** The documents that were closed, by their number, with what they had stopped before. */
type Closed = Map<number, Stopped>;

/** The shield of a tab while the debugger is attached. */
export class Shield {
  readonly frames: Frames;
  readonly #worlds = new Map<number, Promise<number>>();
  /** Sessions that have not reported their frames. */
  readonly #preparing = new Set<string | undefined>();
  /** Documents that did not answer. They are not waited for again. */
  readonly #mute = new Set<number>();
  /** The sessions and documents that were not known when the last wait for them ended. */
  #waitedFor = "";
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

  /** The documents that the engine is kept out of. One that is busy from the beginning is judged by its address. */
  #foreign(): Frame[] {
    const isOurs = ({ known, announced }: Frame) =>
      !known && isOriginAllowed(originOf(announced) ?? "", this.origins());
    return this.frames.denied(this.origins()).filter((frame) => !isOurs(frame));
  }

  /** Whether no document of the tab has to be guarded. */
  #isClear(): boolean {
    return this.#preparing.size === 0 && this.frames.denied(this.origins()).length === 0;
  }

  /** Waits until all sessions and frames are known, but not twice for the same ones. */
  async #settled(): Promise<void> {
    const open = () => {
      const documents = this.frames.all().flatMap(({ known, document }) => (known ? [] : [document]));
      return [...[...this.#preparing].map((session) => session ?? "tab"), ...documents].join();
    };
    const isSettled = () => this.#preparing.size === 0 && open() === "";
    if (isSettled() || open() === this.#waitedFor) return;
    await this.#until(isSettled);
    this.#waitedFor = open();
  }

  /** Keeps input out of denied documents. Throws where it would go into one. Undefined where there are none. */
  close(aimed: Aimed): Promise<Closed> | undefined {
    if (this.#isClear()) return undefined;
    this.#users++;
    const closing = this.#close(aimed);
    // What was closed for input that is refused opens at once: the user works there.
    closing.catch(() => {
      if (--this.#users === 0) this.#openAll();
    });
    return closing;
  }

  async #close({ point, ends }: Aimed): Promise<Closed> {
    const closed = await this.#everywhere<Stopped & { focused: boolean }>(`block(${LEASE_MS})`, {
      fits: ({ focused }) => !focused || point !== undefined || ends,
    });
    if (ends) return closed;
    const send = this.#send.bind(this);
    const to =
      point === undefined
        ? await focusedFrame(send, this.frames, (frame) => this.#world(frame))
        : await frameAt(send, this.frames, point);
    if (to !== undefined && !this.frames.allows(to.id, this.origins())) throw denied(to, "input would go there");
    return closed;
  }

  /** Ends what {@link close} began. Throws where a denied document got and stopped the input. */
  async opened(closed: Closed, { kind, ends }: Aimed): Promise<void> {
    try {
      for (const frame of this.#foreign()) {
        // A document that came since began closed, or came too late for the input.
        const before = closed.get(frame.document)?.[kind] ?? 0;
        const after = await this.#tryCall<Stopped>(frame, "stopped()", ANSWER_MS);
        if (!ends && after !== undefined && after[kind] > before) throw denied(frame, "the input was stopped there");
      }
    } finally {
      if (--this.#users === 0) this.#openAll();
    }
  }

  /** Lets input in again, also into documents that the user has allowed meanwhile. */
  #openAll(): void {
    for (const frame of this.frames.all()) {
      if (this.#worlds.has(frame.document)) void this.#call(frame, "open()", ANSWER_MS).catch(() => {});
    }
  }

  /** Makes denied documents invisible while a picture is taken. */
  async unseen<T>(take: () => Promise<T>): Promise<T> {
    if (this.#isClear()) return this.#verified(await take(), new Map());
    const hidden = await this.#everywhere<boolean>(`hide(${LEASE_MS})`, { mustAnswer: true, ms: HIDDEN_MS });
    try {
      return this.#verified(await take(), hidden);
    } finally {
      for (const frame of this.#foreign()) void this.#call(frame, "show()", ANSWER_MS).catch(() => {});
    }
  }

  /** Throws where a document came that may be in the picture. */
  #verified<T>(picture: T, hidden: Map<number, boolean>): T {
    const seen = this.#foreign().find(({ document }) => hidden.get(document) !== true);
    if (seen !== undefined) throw denied(seen, "it came while the picture was taken");
    return picture;
  }

  /**
   * Calls the shield of all denied documents, also of those that come meanwhile. One that does not answer is busy; input for
   * others need not wait for it, since the frame that the input goes to is looked for as well.
   */
  async #everywhere<T>(
    call: string,
    { fits = () => true, mustAnswer = false, ms = ANSWER_MS }: Expected<T>,
  ): Promise<Map<number, T>> {
    const answers = new Map<number, T>();
    const asked = new Set<number>();
    await this.#settled();
    for (let round = 0; round < ROUNDS; round++) {
      const left = this.#foreign().filter(({ document }) => !asked.has(document));
      if (left.length === 0) return answers;
      await Promise.all(
        left.map(async (frame) => {
          const { document } = frame;
          asked.add(document);
          const answer = await this.#tryCall<T>(frame, call, ms);
          // What left meanwhile needs no shield.
          if (this.frames.get(frame.id)?.document !== document) return;
          if (answer !== undefined) {
            if (!fits(answer)) throw denied(frame, "input would go there");
            answers.set(document, answer);
          } else if (mustAnswer) throw denied(frame, "it does not answer, so it cannot be kept out of the picture");
        }),
      );
    }
    throw new Denied("origin", "the frames of this page change all the time");
  }

  /** Calls the shield of a document; undefined where it does not answer. */
  async #tryCall<T>(frame: Frame, call: string, ms: number): Promise<T | undefined> {
    const { document } = frame;
    const answer = this.#call<T>(frame, call, ms);
    if (this.#mute.has(document)) {
      answer.then(
        () => this.#mute.delete(document),
        () => {},
      );
      return undefined;
    }
    return answer.catch(() => {
      this.#mute.add(document);
      return undefined;
    });
  }

  #call<T>(frame: Frame, call: string, ms: number): Promise<T> {
    return this.#evaluate<T>(frame, `${install(0)}, ${SHIELD}.${call}`, ms);
  }

  /** The world of the extension in a document. */
  #world({ id, session, document, known }: Frame): Promise<number> {
    if (!known) return Promise.reject(new Error("the frame is on its way to another process"));
    const made = this.#worlds.get(document);
    if (made !== undefined) return made;
    const documents = new Set(this.frames.all().map((frame) => frame.document));
    for (const number of this.#worlds.keys()) {
      if (documents.has(number)) continue;
      this.#worlds.delete(number);
      this.#mute.delete(number);
    }
    const params = { frameId: id, worldName: WORLD };
    const making = this.#send<{ executionContextId: number }>(session, "Page.createIsolatedWorld", params).then(
      ({ executionContextId }) => executionContextId,
    );
    this.#worlds.set(document, making);
    making.catch(() => this.#worlds.delete(document));
    return making;
  }

  /** Evaluates an expression of the extension's own in its world of a document. */
  async #evaluate<T>(frame: Frame, expression: string, ms = ANSWER_MS): Promise<T> {
    const params = { expression, returnByValue: true, awaitPromise: true };
    const answer = this.#world(frame).then((contextId) =>
      this.#send<{ result: { value: T }; exceptionDetails?: unknown }>(frame.session, "Runtime.evaluate", {
        ...params,
        contextId,
      }),
    );
    const { result, exceptionDetails } = await within(ms, answer);
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
