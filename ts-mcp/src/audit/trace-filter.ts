// Leaves out of a trace what is of other pages: the browser tells of all, also of those of other sessions.

/** Events of the browser's own process that are about the traced page. */
const OF_THE_PAGE: ReadonlySet<unknown> = new Set([
  "TracingStartedInBrowser",
  "FrameCommittedInBrowser",
  "ProcessReadyInBrowser",
  "FrameDeletedInBrowser",
  "Screenshot",
]);

/** What names processes and threads. Labels are left out: they are titles of pages. */
const NAMES: ReadonlySet<unknown> = new Set([
  "process_name",
  "thread_name",
  "process_sort_index",
  "thread_sort_index",
  "process_uptime_seconds",
]);

interface Told {
  processId?: unknown;
  frames?: unknown;
}

/** Knows the processes of the traced page, as the browser tells them. */
export class TraceFilter {
  readonly #processes = new Set<unknown>();

  /** Whether an event is of the page. Events come in the order of their time. */
  keeps(event: Record<string, unknown>): boolean {
    const { name, pid, ph } = event;
    if (ph === "M") return NAMES.has(name);
    if (!OF_THE_PAGE.has(name)) return this.#processes.has(pid);
    const { data } = (event["args"] ?? {}) as { data?: Told };
    const frames = Array.isArray(data?.frames) ? (data.frames as Told[]) : [];
    for (const told of [data, ...frames]) if (typeof told?.processId === "number") this.#processes.add(told.processId);
    return true;
  }
}
