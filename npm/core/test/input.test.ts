import { expect, it } from "vitest";
import { UipilotError } from "../src/error.ts";
import { check, checkEach, type Shape } from "../src/input.ts";

const shape: Shape = {
  uid: "string",
  page: "count?",
  files: "strings?",
  options: { optional: { timeoutMs: "ms?", signal: "signal?", on: "boolean?" } },
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
});

it.each<[Record<string, unknown>, string]>([
  [{}, "call: uid must be a string, got undefined"],
  [{ uid: null }, "call: uid must be a string, got null"],
  [{ uid: "1", page: -1 }, "call: page must be a whole number, 0 or more, got -1"],
  [{ uid: "1", page: 1.5 }, "call: page must be a whole number, 0 or more, got 1.5"],
  [{ uid: "1", page: 2 ** 32 }, "call: page must be a whole number, 0 or more, got 4294967296"],
  [{ uid: "1", files: ["a", 1] }, "call: files must be an array of strings, got an array"],
  [{ uid: "1", files: ["\ud800"] }, "call: files holds a lone surrogate, which is not a character"],
  [{ uid: "\udc00" }, "call: uid holds a lone surrogate, which is not a character"],
  [{ uid: "1", options: [] }, "call: options must be an object, got an array"],
  [
    { uid: "1", options: { timeoutMs: Number.NaN } },
    "call: options.timeoutMs must be a number of milliseconds, 0 or more, got NaN",
  ],
  [{ uid: "1", options: { signal: {} } }, "call: options.signal must be an AbortSignal, got object"],
  [{ uid: "1", options: { dobule: true } }, 'call: "options.dobule" is not an argument'],
  [{ uid: 1, options: { on: 1 } }, "call: uid must be a string, got 1; options.on must be a boolean, got 1"],
])("refuses %j", (given, expected) => {
  expect(message(given)).toBe(expected);
});

it("names the entry of an array that is wrong", () => {
  const fields = [{ uid: "1_1", value: "a" }, { uid: "1_2" }];
  expect(() => checkEach("fillForm", "fields", fields, { uid: "string", value: "string" })).toThrow(
    "fillForm, fields[1]: value must be a string, got undefined",
  );
  expect(() => checkEach("fillForm", "fields", "x", {})).toThrow("fields must be an array, got string");
  expect(() => checkEach("fillForm", "fields", [5], {})).toThrow("fields[0] must be an object, got 5");
});
