// Takes the events of a trace out of its JSON as it comes, so that no more than one of them is in memory.

/** The longest event that is read, in characters. Longer ones are pictures and lists of samples. */
const LONGEST = 4 << 20;

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN = 123;
const CLOSE = 125;
const LIST = 91;
const END = 93;

/** Reads `{"traceEvents":[{…},{…}],…}`, or the list alone, in parts that may be cut anywhere. */
export class TraceEvents {
  readonly #decoder = new TextDecoder();
  readonly #each: (event: Record<string, unknown>, json: string) => void;
  /** Lists and objects that are open around the place. */
  #depth = 0;
  /** The depth of the list of events; 0 before it. */
  #list = 0;
  #inText = false;
  #escaped = false;
  /** What is there of an event that the last part cut. */
  #rest: string[] = [];
  #restLength = 0;
  #inEvent = false;
  /** How many events could not be read. */
  unread = 0;

  constructor(each: (event: Record<string, unknown>, json: string) => void) {
    this.#each = each;
  }

  /** Reads the next part. */
  add(part: Uint8Array): void {
    const text = this.#decoder.decode(part, { stream: true });
    let begin = this.#inEvent ? 0 : -1;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (this.#inText) {
        if (this.#escaped) this.#escaped = false;
        else if (code === BACKSLASH) this.#escaped = true;
        else if (code === QUOTE) this.#inText = false;
        continue;
      }
      if (code === QUOTE) {
        this.#inText = true;
      } else if (code === OPEN || code === LIST) {
        this.#depth++;
        // The events are the first list of the document.
        if (code === LIST && this.#list === 0) this.#list = this.#depth;
        else if (code === OPEN && this.#depth === this.#list + 1 && this.#list > 0) {
          this.#inEvent = true;
          begin = at;
        }
      } else if (code === CLOSE || code === END) {
        this.#depth--;
        if (code === CLOSE && this.#inEvent && this.#depth === this.#list) {
          this.#take(text.slice(begin, at + 1));
          begin = -1;
          this.#inEvent = false;
        }
        // What follows the list is no event.
        if (code === END && this.#depth < this.#list) this.#list = Number.POSITIVE_INFINITY;
      }
    }
    if (this.#inEvent) this.#keep(text.slice(begin));
  }

  #keep(text: string): void {
    this.#restLength += text.length;
    if (this.#restLength <= LONGEST) this.#rest.push(text);
    else this.#rest = [];
  }

  #take(last: string): void {
    this.#keep(last);
    const whole = this.#restLength <= LONGEST ? this.#rest.join("") : undefined;
    this.#rest = [];
    this.#restLength = 0;
    if (whole === undefined) {
      this.unread++;
      return;
    }
    let event: Record<string, unknown>;
    try {
      event = JSON.parse(whole) as Record<string, unknown>;
    } catch {
      this.unread++;
      return;
    }
    this.#each(event, whole);
  }
}
