/**
 * The official conformance scenarios for servers over HTTP, in both generations of the protocol. Every check has to pass but
 * those that stand here with their reason, and those that stand here have to fail: what passes is taken from the list.
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Check, conformance, type Revision } from "../support/conformance.ts";
import { HttpServer } from "../support/http-server.ts";

/** Scenarios of which a check fails, by the reason. A reason says which answers it explains. */
const GAPS: { why: string; explains: (check: Check) => boolean; scenarios: readonly string[] }[] = [
  {
    why: "call a tool of the suite's own reference server, which no other server has",
    explains: ({ errorMessage = "" }) =>
      /There is no tool "|Tool 'json_schema_2020_12_tool' not found|Not testable: server does not list the diagnostic tool|Not testable: server exposes no tool with x-mcp-header|Expected InputRequiredResult with inputRequests|Prerequisite failed: could not get initial/.test(
        errorMessage,
      ),
    scenarios: [
      ...["simple-text", "image", "audio", "embedded-resource", "mixed-content", "error", "with-progress"].map(
        (kind) => `tools-call-${kind}`,
      ),
      ...["tools-call-sampling", "tools-call-elicitation", "json-schema-2020-12", "server-stateless"],
      ...["elicitation-sep1034-defaults", "elicitation-sep1330-enums", "http-custom-header-server-validation"],
      ...["basic-elicitation", "basic-list-roots", "basic-sampling", "capability-check", "multi-round"].map(
        (kind) => `input-required-result-${kind}`,
      ),
      ...["multiple-input-requests", "request-state", "result-type", "tampered-state"].map(
        (kind) => `input-required-result-${kind}`,
      ),
    ],
  },
  {
    why: "want resources, prompts, completions or logging, none of which the server declares",
    explains: ({ errorMessage = "" }) => /Method not found/.test(errorMessage),
    scenarios: [
      ...["list", "read-text", "read-binary", "templates-read", "subscribe", "unsubscribe"].map(
        (kind) => `resources-${kind}`,
      ),
      ...["list", "get-simple", "get-with-args", "get-embedded-resource", "get-with-image"].map(
        (kind) => `prompts-${kind}`,
      ),
      ...["completion-complete", "logging-set-level", "tools-call-with-logging", "caching"],
      "input-required-result-non-tool-request",
    ],
  },
  {
    why: "belong to the extension for tasks, which the server does not declare; no revision requires it",
    explains: () => true,
    scenarios: [
      ...["lifecycle", "capability-negotiation", "wire-fields", "request-state-removal", "mrtr-input"].map(
        (kind) => `tasks-${kind}`,
      ),
      ...["request-headers", "dispatch-and-envelope", "required-task-error", "mrtr-composition"].map(
        (kind) => `tasks-${kind}`,
      ),
    ],
  },
];
/** Scenarios that only one revision has, so that they need not fail in the other. */
const failing = new Set<string>();

describe("the official conformance scenarios", () => {
  let server: HttpServer;
  beforeAll(async () => {
    server = await HttpServer.start("chromium");
  });
  afterAll(() => server.close());

  const revisions: [Revision, number][] = [
    ["2025-11-25", 12],
    ["2026-07-28", 60],
  ];
  it.each(revisions)("hold in %s, but for known gaps", async (revision, passes) => {
    const checks = await conformance(server.url, revision);
    const failed = checks.filter(({ status }) => status === "FAILURE");
    for (const { scenario } of failed) failing.add(scenario);
    const unexplained = failed.filter(
      (check) => !GAPS.some(({ scenarios, explains }) => scenarios.includes(check.scenario) && explains(check)),
    );
    expect(unexplained).toEqual([]);
    expect(checks.filter(({ status }) => status === "SUCCESS").length).toBeGreaterThanOrEqual(passes);
    const own = (scenario: string) => checks.filter((check) => check.scenario === scenario);
    for (const scenario of ["tools-list", "dns-rebinding-protection"]) {
      expect(own(scenario).length, scenario).toBeGreaterThan(0);
    }
  });

  it("have no gap in the list that is closed", () => {
    expect(GAPS.flatMap(({ scenarios }) => scenarios).filter((scenario) => !failing.has(scenario))).toEqual([]);
  });
});
