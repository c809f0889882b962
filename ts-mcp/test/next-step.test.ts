import type { NextStep } from "@uipilot/core";
import { expect, it } from "vitest";
import { composeError, uiActed } from "../src/answer.ts";
import { stepText } from "../src/next-step.ts";
import { toolSets } from "../src/tools/index.ts";

/** One step of each kind: a kind that is missing here does not compile. */
const steps: { [K in NextStep["kind"]]: Extract<NextStep, { kind: K }> } = {
  advice: { kind: "advice", text: "wait" },
  takeSnapshot: { kind: "takeSnapshot", purpose: "use a UID from it" },
  allowMoreTime: { kind: "allowMoreTime", purpose: "check the page" },
  takeScreenshot: { kind: "takeScreenshot" },
  useOneOf: { kind: "useOneOf", values: ["Red\n\u202e", "x".repeat(80)] },
  selectPage: { kind: "selectPage", page: 2 },
  choosePage: { kind: "choosePage" },
  answerDialog: { kind: "answerDialog", otherPage: true },
  reloadPage: { kind: "reloadPage" },
  leaveSilentPage: { kind: "leaveSilentPage" },
  loadAddress: { kind: "loadAddress" },
  repairLoad: { kind: "repairLoad", cause: "noDocument" },
  allowOrigin: { kind: "allowOrigin" },
  stayWithinOrigins: { kind: "stayWithinOrigins" },
  allowFileUrls: { kind: "allowFileUrls" },
  allowBrowserPages: { kind: "allowBrowserPages" },
  fillInstead: { kind: "fillInstead" },
  listApplications: { kind: "listApplications" },
  openApplication: { kind: "openApplication" },
  enableActions: { kind: "enableActions" },
  stopApplication: { kind: "stopApplication" },
  readApplication: { kind: "readApplication", purpose: "use an id from it" },
  raiseWindow: { kind: "raiseWindow" },
  listWindows: { kind: "listWindows" },
};

it("names only tools that there are", () => {
  const known = new Set(Object.values(toolSets).flatMap((tools) => tools.map(({ name }) => name)));
  for (const step of Object.values(steps)) {
    for (const [, name] of stepText(step).matchAll(/`(\w+)`/g)) expect(known, stepText(step)).toContain(name);
  }
});

it("words a step with its parameters", () => {
  expect(stepText(steps.takeSnapshot)).toBe("take a new snapshot (`take_snapshot`) and use a UID from it");
  expect(stepText(steps.selectPage)).toBe("select page 2 with `select_page`, or use a UID of this page");
  expect(stepText({ kind: "answerDialog", otherPage: false })).toBe(
    "answer it with `accept_dialog` or `dismiss_dialog`",
  );
});

it("quotes values of a page", () => {
  expect(stepText(steps.useOneOf)).toBe(`use one of "Red\\n\\u{202e}", "${"x".repeat(60)}…"`);
});

it("puts the engine's step into an error in words of this server", () => {
  const error = Object.assign(new Error("UID 1_4 is stale"), {
    code: "STALE_UID",
    nextStep: "take a new snapshot and use a UID from it",
    step: steps.takeSnapshot,
  });
  expect(composeError(error).content).toEqual([
    {
      type: "text",
      text: "[STALE_UID] UID 1_4 is stale – take a new snapshot (`take_snapshot`) and use a UID from it",
    },
  ]);
});

it("names the doctor where a browser does not start, and not where another program does not", () => {
  for (const code of ["BROWSER_NOT_FOUND", "LAUNCH_FAILED", "CONNECT_FAILED"]) {
    const error = Object.assign(new Error("it did not start"), { code, nextStep: "read its output" });
    const text = (desktop: boolean) => (composeError(error, { desktop }).content[0] as { text: string }).text;
    expect(text(false)).toBe(
      `[${code}] it did not start – read its output; \`npx uipilot-mcp doctor\` looks for the cause on this machine`,
    );
    expect(text(true)).toBe(`[${code}] it did not start – read its output`);
  }
});

it("answers an action on an application as JSON that hides nothing", () => {
  const answer = uiActed({
    success: false,
    code: "STALE_UID",
    error: "node not found",
    nextStep: "read the application's tree again and use an id from it",
    step: steps.readApplication,
    notices: ["\u202eevil\u0007\u{e0041}"],
  });
  expect(answer.failed).toBe("STALE_UID");
  expect(answer.summary).toContain('"\\u202eevil\\u0007\\udb40\\udc41"');
  expect(JSON.parse(answer.summary)).toEqual({
    success: false,
    code: "STALE_UID",
    error: "node not found – read the tree again with `debug_ui` and use an id from it",
    notices: ["\u202eevil\u0007\u{e0041}"],
  });
});
