import { describe, expect, it } from "vitest";
import { type Part, WebM } from "../src/record/film/webm.ts";

const about = { width: 640, height: 480, by: "a program", began: new Date("2026-01-02T03:04:05Z") };
/** Elements with others inside. */
const MASTERS = new Set([
  0x1a45dfa3, 0x18538067, 0x114d9b74, 0x4dbb, 0x1549a966, 0x1654ae6b, 0xae, 0xe0, 0x1f43b675, 0x1c53bb6b, 0xbb, 0xb7,
]);

interface Element {
  id: number;
  /** Where it begins and where its content does. */
  at: number;
  inside: number;
  data: Uint8Array;
  children: Element[];
}

/** Reads a file by the rules of EBML (RFC 8794). */
function read(bytes: Uint8Array, from = 0, to = bytes.byteLength): Element[] {
  const elements: Element[] = [];
  for (let at = from; at < to; ) {
    const idLength = Math.clz32((bytes[at] ?? 0) << 24) + 1;
    const id = bytes.subarray(at, at + idLength).reduce((sum, byte) => sum * 256 + byte, 0);
    const first = bytes[at + idLength] ?? 0;
    const length = Math.clz32(first << 24) + 1;
    const value = bytes.subarray(at + idLength, at + idLength + length);
    const unknown = (first & (0xff >> length)) === 0xff >> length && value.subarray(1).every((byte) => byte === 0xff);
    const size = value.reduce((sum, byte, index) => sum * 256 + (index === 0 ? byte & (0xff >> length) : byte), 0);
    const inside = at + idLength + length;
    const end = unknown ? to : inside + size;
    expect(end).toBeLessThanOrEqual(to);
    const children = MASTERS.has(id) ? read(bytes, inside, end) : [];
    elements.push({ id, at, inside, data: bytes.subarray(inside, end), children });
    at = end;
  }
  return elements;
}

function write(parts: readonly Part[]): Uint8Array {
  const bytes = new Uint8Array(Math.max(...parts.map((part) => part.position + part.bytes.byteLength)));
  for (const { position, bytes: part } of parts) bytes.set(part, position);
  return bytes;
}

const uint = (data: Uint8Array): number => data.reduce((sum, byte) => sum * 256 + byte, 0);
const find = (elements: readonly Element[], ...ids: number[]): Element[] => {
  const [id, ...rest] = ids;
  const found = elements.filter((element) => element.id === id);
  return rest.length === 0 ? found : found.flatMap(({ children }) => find(children, ...rest));
};

const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;

function film(): { webm: WebM; parts: Part[] } {
  const webm = new WebM(about);
  const parts: Part[] = [{ position: 0, bytes: webm.head }];
  for (const [at, key] of [
    [0, true],
    [120, false],
    [10_000, true],
    [10_100, false],
    [50_000, false],
  ] as const) {
    parts.push(...webm.frame(at, key, Uint8Array.of(at % 251, 2, 3)));
  }
  return { webm, parts };
}

describe("a file of WebM", () => {
  it("is complete at its end", () => {
    const { webm, parts } = film();
    const { index, filled } = webm.finish(50_100);
    const bytes = write([...parts, index, ...filled(true)]);
    const elements = read(bytes);
    expect(elements.map(({ id }) => id)).toEqual([0x1a45dfa3, SEGMENT]);
    const [segment] = find(elements, SEGMENT);
    const [duration] = find(elements, SEGMENT, 0x1549a966, 0x4489);
    expect(new DataView(duration?.data.slice().buffer ?? new ArrayBuffer(8)).getFloat64(0)).toBe(50_100);
    // Players find the parts, and frames to begin at, by their places.
    const places = find(elements, SEGMENT, 0x114d9b74, 0x4dbb).map(({ children }) =>
      children.map(({ data }) => uint(data)),
    );
    for (const [id, position = 0] of places) {
      expect(find(elements, SEGMENT, id ?? 0).map(({ at }) => at - (segment?.inside ?? 0))).toEqual([position]);
    }
    expect(places).toHaveLength(3);
    const clusters = find(elements, SEGMENT, CLUSTER);
    const cues = find(elements, SEGMENT, 0x1c53bb6b, 0xbb, 0xb7, 0xf1).map(({ data }) => uint(data));
    expect(cues).toEqual(clusters.slice(0, 2).map(({ at }) => at - (segment?.inside ?? 0)));
    const times = clusters.map(({ children: [time, ...blocks] }) =>
      blocks.map(({ data }) => uint(time?.data ?? data) + new DataView(data.slice().buffer).getInt16(1)),
    );
    expect(times).toEqual([[0, 120], [10_000, 10_100], [50_000]]);
  });

  it("can be read at any time before", () => {
    const { parts } = film();
    const elements = read(write(parts.slice(0, 3)));
    expect(find(elements, SEGMENT, CLUSTER, 0xa3)).toHaveLength(2);
  });

  it("is whole where its last part could not be written", () => {
    const { webm, parts } = film();
    const end = webm.end;
    const [closed] = webm.frame(60_000, true, new Uint8Array(500));
    webm.cut(end);
    if (closed !== undefined) parts.push(closed);
    const elements = read(write([...parts, ...webm.finish(50_100).filled(false)]));
    expect(find(elements, SEGMENT, CLUSTER)).toHaveLength(3);
    expect(find(elements, SEGMENT, 0x1c53bb6b)).toHaveLength(0);
  });
});
