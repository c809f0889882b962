import type { UserDeed, UserStep } from "@uipilot/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ByHand } from "../src/record/written/by-hand.ts";
import type { Step, Target } from "../src/record/written/step.ts";
import { masker } from "../src/secrets/mask.ts";

const target = (name: string, more: Partial<Target> = {}): Target => ({
  target: `button "${name}"`,
  uid: "",
  page: 1,
  locator: { by: "role", value: "button", name, exact: true },
  unique: true,
  steps: [{ by: "role", value: "button", name }],
  frames: [],
  path: [`#${name}`],
  native: { using: "css", value: `#${name}` },
  closed: false,
  role: "button",
  name,
  tag: "button",
  type: "",
  secret: false,
  text: name,
  ...more,
});

let steps: Step[];
let hand: ByHand;
let id: number;
let at: number;
let forget: () => void;

afterEach(() => forget());
beforeEach(() => {
  forget = () => undefined;
  steps = [];
  id = 0;
  at = 1_000_000;
  hand = new ByHand({
    last: () => steps[steps.length - 1],
    add: (step) => steps.push(step) > 0,
    drop: () => steps.pop(),
    knows: (page) => steps.some((step) => step.page === page || step.opens.includes(page)),
  });
});

/** Something that the user does, a moment after the last thing. */
function does(deed: UserDeed, more: Partial<UserStep> = {}, { later = 100, acting = false } = {}): void {
  at += later;
  const event = { id: ++id, at, page: 1, deed, frameLost: false, modifiers: [], secret: false, cut: false };
  hand.take({ ...event, options: [], files: [], path: [], ...more }, acting);
}

const said = (): string[] =>
  steps.map(({ action }) => {
    const value = "value" in action ? ("text" in action.value ? action.value.text : `$${action.value.env}`) : "";
    const on = "target" in action ? (action.target?.name ?? "page") : "";
    const rest = action.do === "click" ? action.count : action.do === "press" ? action.key : value;
    const where = "url" in action ? action.url : action.do === "history" ? action.direction : "";
    return [action.do, on, rest, where].filter((part) => part !== "").join(" ");
  });

describe("what the user does by hand", () => {
  it("pulls an element along a path", () => {
    const path = [
      { x: 10, y: 0 },
      { x: 20, y: 5 },
    ];
    does("drag", { target: target("Board"), path, atPoint: { x: 3, y: 4 } });
    expect(steps.map(({ action }) => action)).toEqual([
      expect.objectContaining({ do: "dragBy", path, at: { x: 3, y: 4 }, button: "left" }),
    ]);
  });

  it("is one fill for what is typed, without the click on the field", () => {
    const name = target("Name", { tag: "input", type: "text" });
    const code = target("Code", { tag: "input", type: "text" });
    does("click", { target: name, count: 1, button: "left" });
    forget = masker.add([{ name: "SHOP_CODE", value: "hunter2" }]);
    for (const text of ["A", "Ad", "Ada"]) does("fill", { target: name, text });
    does("press", { target: name, key: "Tab" });
    does("fill", { target: code, text: "hunter" });
    does("fill", { target: code, text: "hunter2" });
    does("fill", { target: target("Pass phrase", { secret: true }), secret: true });
    does("fill", { target: name, text: "Bo" });
    expect(said()).toEqual([
      "fill Name Ada",
      "press Name Tab",
      "fill Code $SHOP_CODE",
      "fill Pass phrase $TEST_PASS_PHRASE",
      "fill Name Bo",
    ]);
  });

  it("counts clicks that follow each other on one element", () => {
    const [row, other] = [target("Row"), target("Other")];
    does("click", { target: row, count: 1, button: "left" });
    does("click", { target: row, count: 2, button: "left" });
    does("click", { target: row, count: 1, button: "left" });
    does("click", { target: other, count: 2, button: "left" });
    does("click", { target: other, count: 1, button: "right", modifiers: ["Shift"] });
    expect(said()).toEqual(["click Row 2", "click Row 1", "click Other 1", "click Other 1"]);
    expect(steps[3]?.action).toMatchObject({ button: "right", modifiers: ["Shift"] });
  });

  it("goes to what the user typed as an address, and expects what steps lead to", () => {
    hand.isAt(1, "http://a/");
    const go = (url: string, way = "navigate", fromPage?: boolean, later = 5_000): void =>
      does("document", { url, way, ...(fromPage === undefined ? {} : { fromPage }) }, { later });
    does("click", { target: target("Link"), count: 1, button: "left" });
    go("http://a/linked", "navigate", true, 200);
    go("http://b/", "navigate", false);
    go("http://a/linked", "back_forward");
    go("http://b/", "back_forward");
    go("http://b/", "reload", false);
    // Of a script, and after a click, of which the browser does not tell.
    go("http://b/by-script", "navigate", true);
    does("click", { target: target("Link"), count: 1, button: "left" });
    go("http://b/unknown", "navigate", undefined, 100);
    go("http://c/", "navigate", undefined);
    go("chrome://newtab/");
    expect(said()).toEqual([
      "click Link 1",
      "goto http://b/",
      "history back",
      "history forward",
      "history reload",
      "click Link 1",
      "goto http://c/",
    ]);
    expect(steps.map(({ expected }) => expected.map((one) => (one.see === "url" ? one.url : one.see)))).toEqual([
      ["http://a/linked"],
      ["http://b/"],
      ["http://a/linked"],
      ["http://b/"],
      ["http://b/by-script"],
      ["http://b/unknown"],
      ["http://c/"],
    ]);
  });

  it("expects the messages that a step shows, the last text of each", () => {
    const status = target("", { role: "status", tag: "p" });
    does("seen", { target: status, text: "Before" });
    does("click", { target: target("Save"), count: 1, button: "left" });
    does("seen", { target: status, text: "Saving" });
    does("seen", { target: status, text: "Saved" });
    does("seen", { target: target("Done", { role: "heading" }), text: "Done" });
    does("seen", { target: target("More", { role: "heading" }), text: "More" });
    does("seen", { target: status, text: "Something else" }, { later: 60_000 });
    does("seen", { target: status, text: "Ours" }, { acting: true });
    expect(steps).toHaveLength(1);
    expect(steps[0]?.expected).toMatchObject([{ see: "textIn", text: "Saved" }, { see: "element" }]);
  });

  it("knows tabs, popups and dialogs", () => {
    does("click", { target: target("Open"), count: 1, button: "left" });
    does("opened", { page: 2, opener: 1, url: "" });
    does("document", { page: 2, url: "http://a/popup", way: "navigate", fromPage: false });
    does("click", { page: 2, target: target("Inside", { page: 2 }), count: 1, button: "left" });
    does("closed", { page: 2 }, { later: 9_000 });
    does("opened", { page: 3, url: "" });
    does("document", { page: 3, url: "chrome://newtab/", way: "navigate" });
    does("document", { page: 3, url: "http://c/", way: "navigate", fromPage: false });
    does("click", { page: 3, target: target("Delete", { page: 3 }), count: 1, button: "left" });
    does("dialog", { page: 3, dialog: "prompt", text: "Really?", accepted: true, answer: "yes" });
    // A call has opened this one, and closed it.
    does("opened", { page: 4, url: "" }, { acting: true });
    does("closed", { page: 4 }, { acting: true });
    expect(said()).toEqual(["click Open 1", "click Inside 1", "closePage", "open http://c/", "click Delete 1"]);
    expect(steps[0]?.opens).toEqual([2]);
    const first = { kind: "prompt", message: "Really?", answer: { accept: true, text: "yes" } };
    expect(steps[4]?.dialogs).toEqual([first]);
    // Its answer opens the next one.
    does("dialog", { page: 3, dialog: "confirm", text: "Sure?", accepted: false });
    const second = { kind: "confirm", message: "Sure?", answer: { accept: false, text: undefined } };
    expect(steps[4]?.dialogs).toEqual([first, second]);
    expect(steps[4]?.notes).toEqual([]);
  });

  it("has a page that closes right after a click as closed by it", () => {
    does("click", { target: target("Open"), count: 1, button: "left" });
    does("opened", { page: 2, opener: 1, url: "" });
    does("document", { page: 2, url: "http://a/popup", way: "navigate", fromPage: false });
    does("click", { page: 2, target: target("Allow", { page: 2 }), count: 1, button: "left" });
    does("closed", { page: 2 }, { later: 100 });
    expect(said()).toEqual(["click Open 1", "click Allow 1"]);
    expect(steps.map(({ closes }) => closes)).toEqual([undefined, true]);
  });

  it("says what is left out", () => {
    does("click", { count: 1, button: "left" });
    does("click", { target: target("Gone"), frameLost: true, count: 1, button: "left" });
    does("select", { target: target("Colour", { tag: "select" }) });
    does("upload", { target: target("File", { tag: "input", type: "file" }), files: ["a.txt"] });
    expect(steps.slice(0, 3).map(({ action }) => (action.do === "note" ? action.text : ""))).toEqual([
      "Left out: click, on an element that is not known.",
      'Left out: click on button "Gone", in a frame that was gone.',
      'Left out: select on button "Colour", after which nothing is chosen.',
    ]);
    expect(steps[3]).toMatchObject({
      action: { do: "upload", files: ["a.txt"] },
      notes: [expect.stringContaining("put them where")],
    });
  });
});
