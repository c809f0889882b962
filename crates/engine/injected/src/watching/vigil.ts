/**
 * What an action's own event begins: the document is observed from then on, and a frame is asked for before the page's
 * handlers run. The question whether the page is at rest comes 2 to 4 ms after the event. A wait that begins with it does
 * not know of the frame that the browser drew meanwhile, and needs the next one, 16.7 ms later.
 */
import { cancel, clock, frame, later, MUTATIONS } from "../dom/builtins.js";
import { scopes } from "../dom/shadow.js";

const observe = MutationObserver;

/** How long after an action the question comes at the latest; for longer, nothing is observed. */
const LIMIT_MS = 50;
/** How long there must be no change where nothing is due, while the page leaves all turns to others. */
const PAUSE_MS = 5;
/** Length of a turn in that pause. */
const TURN_MS = 2;
/**
 * How late a turn comes while the page does nothing: browsers make timers that follow on each other wait for 4 ms. A slice of a
 * framework's work takes 5 ms.
 */
const LATE_MS = 4.5;

/** What is known of a document. */
export class Vigil {
  /** When the document changed last, or an action reached it. */
  changed = clock();
  /** Whether a frame was drawn since then. */
  private drawn = false;
  private asking = false;
  /** The last turn, and the last one that came late: the page was at work, or drew a frame. */
  private turned = clock();
  private free = this.turned;
  private onTurn: (() => void) | undefined;
  private turning = true;
  private readonly roots = new Set<Node>();
  private readonly observer = new observe(() => this.change());

  constructor() {
    this.turn();
  }

  /** Resolves when the page had its next turn. */
  nextTurn(): Promise<void> {
    return new Promise((done) => {
      this.onTurn = done;
    });
  }

  /** Whether there was a short pause in which the page has used none of its turns, and a frame after the last change. */
  rested(): boolean {
    this.noteChanges();
    if (!this.drawn) this.ask();
    this.noteTurn();
    return this.left() <= 0 && this.drawn;
  }

  private left(): number {
    const now = clock();
    return Math.max(PAUSE_MS - (now - this.changed), TURN_MS - (now - this.free));
  }

  /** Calls from the engine come before timers, so that the turn may be late already. */
  private noteTurn(): void {
    const now = clock();
    if (now - this.turned > LATE_MS) this.free = now;
    this.turned = now;
  }

  private turn(): void {
    if (!this.turning) return;
    this.noteTurn();
    this.onTurn?.();
    later(() => this.turn(), Math.max(1, Math.min(this.left(), TURN_MS)));
  }

  /** Observes tree scopes. What one that is new did before is not known. */
  observe(roots: readonly Node[]): void {
    for (const root of roots) {
      if (this.roots.has(root)) continue;
      this.roots.add(root);
      this.observer.observe(root, MUTATIONS);
      this.change();
    }
  }

  /** Notes that the document changes now. */
  change(): void {
    this.changed = clock();
    this.drawn = false;
  }

  private noteChanges(): void {
    if (this.observer.takeRecords().length > 0) this.change();
  }

  /** Asks for a frame. */
  ask(): void {
    if (this.asking) return;
    this.asking = true;
    frame(() => {
      this.noteChanges();
      this.drawn = true;
      this.asking = false;
    });
  }

  /** Takes no more turns, whose timers would cut idle moments short. */
  still(): void {
    this.turning = false;
  }

  end(): void {
    this.still();
    this.observer.disconnect();
  }
}

/** The shadow roots at the last question. To look for them takes a millisecond for some thousand elements. */
let known: WeakRef<Node>[] = [];
let vigil: Vigil | undefined;
let timer: number | undefined;
/** When the last action reached the document first. */
let began: number | undefined;

export const actedAt = (): number | undefined => began;

/** Notes that input of an action reaches the document now. */
export function acted(): void {
  if (!vigil) began = clock();
  cancel(timer);
  timer = later(() => {
    vigil?.end();
    vigil = undefined;
  }, LIMIT_MS);
  vigil ??= new Vigil();
  vigil.observe([document, ...known.flatMap((root) => root.deref() ?? [])]);
  vigil.change();
  vigil.ask();
}

/** The vigil of the last action, if it still goes on, or one that begins now. The caller ends it. */
export function takeVigil(): Vigil {
  cancel(timer);
  const taken = vigil ?? new Vigil();
  vigil = undefined;
  const roots = scopes();
  taken.observe(roots);
  known = roots.slice(1).map((root) => new WeakRef(root));
  return taken;
}
