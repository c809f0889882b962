// What a document's performance timeline says, in our own world. The observers stay, so that a later call also knows what was
// too short to be kept by the browser before.

import type { Box, Vitals } from "../src/audit/protocol.ts";
import type { Tools } from "./tools.ts";

/** An entry of any type; which fields there are depends on the browser. */
interface Entry extends PerformanceEntry {
  // largest-contentful-paint
  size?: number;
  url?: string;
  element?: Element | null;
  // layout-shift
  value?: number;
  hadRecentInput?: boolean;
  sources?: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
  // event
  interactionId?: number;
  processingStart?: number;
  processingEnd?: number;
  target?: Node | null;
  // long-animation-frame
  blockingDuration?: number;
  scripts?: Script[];
}

interface Script {
  duration: number;
  invoker: string;
  sourceURL: string;
  sourceFunctionName: string;
  forcedStyleAndLayoutDuration: number;
}

/** Of each type of entry that is kept. */
const MOST = 5_000;
/** Of what is listed. */
const LISTED = 10;

const TYPES = ["paint", "largest-contentful-paint", "layout-shift", "event", "longtask", "long-animation-frame"];
const entries = new Map<string, Entry[]>();
const observers: PerformanceObserver[] = [];

function observe(): void {
  const known: readonly string[] = PerformanceObserver.supportedEntryTypes ?? [];
  for (const type of TYPES) {
    if (!known.includes(type) || entries.has(type)) continue;
    const kept: Entry[] = [];
    entries.set(type, kept);
    const observer = new PerformanceObserver((list) => keep(kept, list.getEntries()));
    // Shorter ones are not told at all.
    observer.observe({ type, buffered: true, ...(type === "event" ? { durationThreshold: 16 } : {}) });
    observers.push(observer);
  }
}

function keep(kept: Entry[], told: Iterable<PerformanceEntry>): void {
  for (const entry of told) {
    if (kept.length === MOST) kept.splice(0, MOST / 10);
    kept.push(entry as Entry);
  }
}

const elementOf = (node: Node | null | undefined): Element | undefined =>
  (node?.nodeType === 1 ? (node as Element) : node?.parentElement) ?? undefined;

const boxOf = ({ x, y, width, height }: DOMRectReadOnly): Box => [x, y, width, height];

export default async function measure(_: unknown, { mark, later }: Tools): Promise<Vitals> {
  observe();
  // The browser tells entries in a task of its own, and those of an event after the next frame.
  await new Promise<void>((resolve) => later(resolve, 150));
  const marked = (node: Node | null | undefined): { mark?: number } => {
    const el = elementOf(node);
    const at = el === undefined || !el.isConnected ? -1 : mark(el);
    return at < 0 ? {} : { mark: at };
  };
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const [visible] = performance.getEntriesByType("visibility-state") as PerformanceEntry[];
  const fcp = entries.get("paint")?.find(({ name }) => name === "first-contentful-paint");
  const missing = TYPES.filter((type) => !entries.has(type));
  return {
    url: location.href,
    now: performance.now(),
    hidden: visible !== undefined ? visible.name === "hidden" : document.visibilityState === "hidden",
    missing,
    ...(navigation === undefined
      ? {}
      : {
          ttfb: navigation.responseStart,
          domContentLoaded: navigation.domContentLoadedEventEnd,
          load: navigation.loadEventEnd,
          bytes: navigation.transferSize,
        }),
    ...(fcp === undefined ? {} : { fcp: fcp.startTime }),
    ...largest(marked),
    ...shifts(marked),
    ...interactions(marked),
    ...long(),
  };
}

type Marked = (node: Node | null | undefined) => { mark?: number };

function largest(marked: Marked): Pick<Vitals, "lcp"> {
  const last = entries.get("largest-contentful-paint")?.at(-1);
  if (last === undefined) return {};
  const { startTime, size = 0, url = "", element } = last;
  const tag = element?.localName;
  return { lcp: { at: startTime, size, url, ...(tag === undefined ? {} : { tag }), ...marked(element) } };
}

/** The worst window of shifts: at most 5 s long, with less than 1 s between two of them. */
function shifts(marked: Marked): Pick<Vitals, "cls"> {
  const all = entries.get("layout-shift");
  if (all === undefined) return {};
  const counted = all.filter(({ hadRecentInput }) => hadRecentInput !== true);
  let worst = { value: 0, shifts: [] as Entry[] };
  let window = { value: 0, shifts: [] as Entry[] };
  for (const shift of counted) {
    const [first] = window.shifts;
    const last = window.shifts.at(-1);
    const fits =
      first !== undefined &&
      last !== undefined &&
      shift.startTime - last.startTime < 1_000 &&
      shift.startTime - first.startTime < 5_000;
    window = fits ? window : { value: 0, shifts: [] };
    window.value += shift.value ?? 0;
    window.shifts.push(shift);
    if (window.value > worst.value) worst = { value: window.value, shifts: [...window.shifts] };
  }
  const listed = worst.shifts.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0)).slice(0, LISTED);
  return {
    cls: {
      value: worst.value,
      count: counted.length,
      shifts: listed.map(({ value = 0, startTime, sources = [] }) => ({
        value,
        at: startTime,
        moved: sources.slice(0, 5).map(({ node, previousRect, currentRect }) => ({
          ...marked(node),
          from: boxOf(previousRect),
          to: boxOf(currentRect),
        })),
      })),
    },
  };
}

/** The slow ones of all interactions; of each 50, one is left out. */
function interactions(marked: Marked): Pick<Vitals, "inp"> {
  const all = entries.get("event");
  if (all === undefined) return {};
  const byId = new Map<number, Entry>();
  for (const entry of all) {
    const { interactionId: id = 0, duration } = entry;
    if (id !== 0 && duration > (byId.get(id)?.duration ?? -1)) byId.set(id, entry);
  }
  const slowest = [...byId.values()].sort((a, b) => b.duration - a.duration);
  const { interactionCount = byId.size } = performance as { interactionCount?: number };
  const [worst] = slowest;
  if (worst === undefined) return { inp: { count: interactionCount } };
  const { startTime, duration } = worst;
  const { first, last, named } = together(worst, all);
  const { name, target } = named;
  const percentile = slowest[Math.min(slowest.length - 1, Math.floor(interactionCount / 50))]?.duration ?? duration;
  return {
    inp: {
      count: interactionCount,
      percentile,
      worst: {
        event: name,
        at: startTime,
        duration,
        delay: first - startTime,
        processing: last - first,
        presentation: Math.max(0, startTime + duration - last),
        ...marked(target),
      },
    },
  };
}

/** Durations are told in steps of this. */
const STEP_MS = 8;

const beganAt = ({ startTime, processingStart = startTime }: Entry): number => processingStart;
const endedAt = (entry: Entry): number => entry.processingEnd ?? beganAt(entry);

/**
 * When the handlers of an interaction began and ended, and its event that took longest in them. A click is several events, such as
 * `pointerup`, `mouseup` and `click`, that wait for one frame; their durations are the same, and only one may have handlers.
 */
function together(worst: Entry, all: readonly Entry[]): { first: number; last: number; named: Entry } {
  const { startTime, duration, interactionId } = worst;
  const own = all.filter((entry) => entry.interactionId === interactionId);
  const first = Math.min(...own.filter((entry) => entry.startTime === startTime).map(beganAt));
  // All events that wait for the same frame delay it, also those without a number, such as `mouseup`.
  const inFrame = all.filter(
    (entry) => beganAt(entry) >= first && Math.abs(entry.startTime + entry.duration - startTime - duration) <= STEP_MS,
  );
  const last = Math.max(endedAt(worst), ...inFrame.map(endedAt));
  const took = (entry: Entry): number => endedAt(entry) - beganAt(entry);
  const named = inFrame
    .filter((entry) => own.includes(entry))
    .reduce((most, entry) => (took(entry) > took(most) ? entry : most), worst);
  return { first, last, named };
}

function long(): Pick<Vitals, "long"> {
  const kind = entries.has("long-animation-frame") ? "long-animation-frame" : "longtask";
  const all = entries.get(kind);
  if (all === undefined) return {};
  const blocking = ({ blockingDuration, duration }: Entry): number => blockingDuration ?? Math.max(0, duration - 50);
  const scripts = new Map<string, NonNullable<Vitals["long"]>["scripts"][number]>();
  for (const { scripts: ran = [] } of all) {
    for (const { sourceURL: url, sourceFunctionName: name, invoker, duration, forcedStyleAndLayoutDuration } of ran) {
      const key = JSON.stringify([url, name, invoker]);
      const sum = scripts.get(key) ?? { url, name, invoker, count: 0, duration: 0, layout: 0 };
      if (scripts.size < MOST || scripts.has(key)) scripts.set(key, sum);
      sum.count++;
      sum.duration += duration;
      sum.layout += forcedStyleAndLayoutDuration;
    }
  }
  const sum = (of: (entry: Entry) => number): number => all.reduce((total, entry) => total + of(entry), 0);
  return {
    long: {
      kind,
      count: all.length,
      total: sum(({ duration }) => duration),
      blocking: sum(blocking),
      worst: all
        .toSorted((a, b) => b.duration - a.duration)
        .slice(0, LISTED)
        .map((entry) => ({ at: entry.startTime, duration: entry.duration, blocking: blocking(entry) })),
      scripts: [...scripts.values()].sort((a, b) => b.duration - a.duration).slice(0, LISTED),
    },
  };
}
