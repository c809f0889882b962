import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { barAtRest } from "../src/tabs/debug-bar.ts";

/** Heights of the page from these times on, in milliseconds. */
let heights: [number, number][] = [];
let began = 0;

beforeEach(() => {
  vi.useFakeTimers();
  began = performance.now();
  const get = async () => {
    const passed = performance.now() - began;
    return { width: 800, height: heights.findLast(([from]) => from <= passed)?.[1] };
  };
  vi.stubGlobal("chrome", { tabs: { get } });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The size that counts as final, and when. */
async function rest(...given: Parameters<typeof barAtRest>): Promise<[string, number]> {
  const resting = barAtRest(...given).then((size): [string, number] => [size, performance.now() - began]);
  await vi.advanceTimersByTimeAsync(5_000);
  return resting;
}

test("a page is at rest when its bar has stopped", async () => {
  heights = [
    [0, 740],
    [100, 720],
    [200, 700],
  ];
  expect((await rest(1, "first"))[0]).toBe("800x700");
});

test("the size between the old bar and a late new one is not the size at rest", async () => {
  heights = [
    [0, 700],
    [40, 740],
    [600, 720],
    [650, 700],
  ];
  const [size, ms] = await rest(1, "document", "800x700");
  expect(size).toBe("800x700");
  expect(ms).toBeGreaterThan(650);
});

test("a window that the user has resized is waited for no longer than the cap", async () => {
  heights = [
    [0, 700],
    [40, 500],
  ];
  const [size, ms] = await rest(1, "document", "800x700");
  expect(size).toBe("800x500");
  expect(ms).toBeLessThan(2_100);
});

test("a document whose bar does not move costs little", async () => {
  heights = [[0, 700]];
  expect((await rest(1, "document", "800x700"))[1]).toBeLessThan(300);
});
