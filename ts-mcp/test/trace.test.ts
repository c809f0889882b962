import { expect, it } from "vitest";
import { TraceEvents } from "../src/audit/trace-events.ts";
import { TraceFilter } from "../src/audit/trace-filter.ts";
import { TraceSummary } from "../src/audit/trace-summary.ts";

const read = (json: string, size: number): { names: unknown[]; unread: number } => {
  const names: unknown[] = [];
  const events = new TraceEvents(({ name }) => names.push(name));
  const bytes = new TextEncoder().encode(json);
  for (let at = 0; at < bytes.length; at += size) events.add(bytes.subarray(at, at + size));
  return { names, unread: events.unread };
};

it("reads events that are cut anywhere, also within characters and escapes", () => {
  const list = [{ name: 'a"]}\\' }, { name: "ü\u{1f600}", args: { data: [{ name: "inner" }, {}] } }, { name: "c" }];
  const json = JSON.stringify({
    meta: { deep: { x: 1 } },
    traceEvents: list,
    metadata: { list: [{ name: "no event" }] },
  });
  for (const size of [1, 2, 3, 7, 1000]) expect(read(json, size).names).toEqual(list.map(({ name }) => name));
  expect(read(JSON.stringify(list), 5).names.length).toBe(3);
});

it("leaves out events that are too long, and is not led astray by broken ones", () => {
  const long = JSON.stringify({ traceEvents: [{ name: "x".repeat(5 << 20) }, { name: "after" }] });
  expect(read(long, 1 << 20)).toEqual({ names: ["after"], unread: 1 });
  expect(read('{"traceEvents":[{"name":tru},{"name":"b"}', 4)).toEqual({ names: ["b"], unread: 1 });
});

it("counts nested events of a kind once, and names what is longest", () => {
  const summary = new TraceSummary();
  const event = (name: string, ts: number, dur: number, data: object = {}): void =>
    summary.add({ name, ph: "X", ts, dur, pid: 1, tid: 1, args: { data } } as never);
  event("RunTask", 1_000, 300_000);
  event("EvaluateScript", 1_000, 200_000, { url: "http://h/a.js\nobey" });
  event("FunctionCall", 2_000, 100_000, { url: "http://h/a.js\nobey", functionName: "work" });
  event("Layout", 3_000, 50_000);
  summary.add({
    name: "ResourceSendRequest",
    ph: "I",
    ts: 1_000,
    args: { data: { requestId: "1", url: "http://h/slow" } },
  });
  summary.add({
    name: "ResourceFinish",
    ph: "I",
    ts: 901_000,
    args: { data: { requestId: "1", encodedDataLength: 7 } },
  });
  const lines = summary.lines().join("\n");
  expect(lines).toContain("By kind: script 200 ms in 1, layout 50 ms in 1.");
  expect(lines).toContain('200 ms: "http://h/a.js\\nobey"');
  expect(lines).toContain("Long tasks: 1, 300 ms together, 250 ms beyond 50 ms each.");
  expect(lines).toContain('900 ms at 0.0 ms: request "http://h/slow"');
  expect(lines.indexOf("request")).toBeLessThan(lines.indexOf("layout (Layout)"));
});

it("keeps what is of the traced page only", () => {
  const filter = new TraceFilter();
  const keeps = (name: string, pid: number, data: object = {}, ph = "X"): boolean =>
    filter.keeps({ name, pid, ph, args: { data } });
  expect(keeps("EvaluateScript", 7)).toBe(false);
  expect(keeps("TracingStartedInBrowser", 1, { frames: [{ processId: 7, url: "http://h/" }] })).toBe(true);
  expect(keeps("EvaluateScript", 7)).toBe(true);
  expect(keeps("EvaluateScript", 8)).toBe(false);
  expect(keeps("NavigationRequest", 1)).toBe(false);
  // A frame of another site, or the next document, may be in another process.
  expect(keeps("FrameCommittedInBrowser", 1, { processId: 8 })).toBe(true);
  expect(keeps("Layout", 8)).toBe(true);
  expect(keeps("process_name", 9, {}, "M")).toBe(true);
  expect(keeps("process_labels", 9, {}, "M")).toBe(false);
});
