import { expect, it } from "vitest";
import { UipilotError } from "../src/error.ts";
import { SESSION_CALLS } from "../src/generated/shapes.ts";
import { check, type Shape } from "../src/input.ts";

const shape: Shape = {
  uid: { is: "string" },
  page: { is: "count", optional: true },
  quality: { is: "count", min: 1, max: 100, optional: true },
  files: { is: "string", list: true, optional: true },
  west: { is: "number", min: -180, max: 180, optional: true },
  side: { is: "word", words: ["left", "right"], optional: true },
  data: { is: "any", optional: true },
  options: {
    is: "object",
    optional: true,
    fields: {
      timeoutMs: { is: "ms", optional: true },
      signal: { is: "signal", optional: true },
      on: { is: "boolean", optional: true },
    },
  },
};

function message(given: Record<string, unknown>): string {
  try {
    check("call", given, shape);
  } catch (error) {
    expect(error).toBeInstanceOf(UipilotError);
    expect(error).toMatchObject({ code: "INVALID_INPUT", nextStep: expect.any(String) });
    return (error as Error).message;
  }
  return "";
}

it("passes what is right", () => {
  const signal = new AbortController().signal;
  expect(message({ uid: "1_1" })).toBe("");
  expect(message({ uid: "1_1", page: 0, files: [], options: { timeoutMs: 0.5, signal, on: false } })).toBe("");
  expect(message({ uid: "1_1", west: -180 })).toBe("");
  expect(message({ uid: "1_1", side: "left", quality: 100, data: { a: [1, "b", null] } })).toBe("");
});

it.each<[Record<string, unknown>, string]>([
  [{}, "call: uid must be a string, got undefined"],
  [{ uid: null }, "call: uid must be a string, got null"],
  [{ uid: "1", page: -1 }, "call: page must be a whole number, 0 to 4294967295, got -1"],
  [{ uid: "1", page: 1.5 }, "call: page must be a whole number, 0 to 4294967295, got 1.5"],
  [{ uid: "1", page: 2 ** 32 }, "call: page must be a whole number, 0 to 4294967295, got 4294967296"],
  [{ uid: "1", west: -180.5 }, "call: west must be a number, -180 to 180, got -180.5"],
  [{ uid: "1", quality: 1000 }, "call: quality must be a whole number, 1 to 100, got 1000"],
  [{ uid: "1", side: "up" }, 'call: side must be one of "left", "right", got "up"'],
  [{ uid: "1", files: "a" }, 'call: files must be an array, got "a"'],
  [{ uid: "1", files: ["a", 1] }, "call: files[1] must be a string, got 1"],
  [{ uid: "1", files: ["\ud800"] }, "call: files[0] holds a lone surrogate, which is not a character"],
  [{ uid: "\udc00" }, "call: uid holds a lone surrogate, which is not a character"],
  [{ uid: "1", data: { a: ["\udc00"] } }, "call: data.a.0 holds a lone surrogate, which is not a character"],
  [{ uid: "1", data: { a: Number.NaN } }, "call: data.a must be a finite number, got NaN"],
  [{ uid: "1", data: { a: () => 1 } }, "call: data.a must be plain data, got function"],
  [{ uid: "1", options: [] }, "call: options must be an object, got an array"],
  [
    { uid: "1", options: { timeoutMs: Number.NaN } },
    "call: options.timeoutMs must be a number of milliseconds, 0 to 86400000, got NaN",
  ],
  [{ uid: "1", options: { signal: {} } }, "call: options.signal must be an AbortSignal, got object"],
  [{ uid: "1", options: { dobule: true } }, 'call: "options.dobule" is not an argument'],
  [{ uid: 1, options: { on: 1 } }, "call: uid must be a string, got 1; options.on must be a boolean, got 1"],
])("refuses %j", (given, expected) => {
  expect(message(given)).toBe(expected);
});

it("names the entry of an array of objects that is wrong", () => {
  const fillForm = SESSION_CALLS.fillForm?.() ?? {};
  const fields = [{ uid: "1_1", value: "a" }, { uid: "1_2" }];
  expect(() => check("fillForm", { fields }, fillForm)).toThrow(
    "fillForm: fields[1].value must be a string, got undefined",
  );
  expect(() => check("fillForm", { fields: "x" }, fillForm)).toThrow('fields must be an array, got "x"');
  expect(() => check("fillForm", { fields: [5] }, fillForm)).toThrow("fields[0] must be an object, got 5");
});

it("refuses objects that contain themselves, and those that are nested too deep", () => {
  const own: Record<string, unknown> = { list: [] };
  (own.list as unknown[]).push(own);
  expect(message({ uid: "1", data: own })).toContain("call: data.list.0 contains itself");
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level++) deep = [deep];
  expect(message({ uid: "1", data: deep })).toContain("nested in each other");
  // The same object twice is no circle.
  const shared = { a: 1 };
  expect(message({ uid: "1", data: [shared, shared] })).toBe("");
});
