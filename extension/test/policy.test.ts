import { expect, test } from "vitest";
import { type Framed, isAllowed, isFrameAllowed, originOf, parseOrigin, rule } from "../src/policy/policy.ts";

test("this machine's servers are allowed, and names that only look like it are not", () => {
  for (const url of [
    "http://localhost/",
    "https://localhost:3000/a?b#c",
    "http://127.0.0.1:8080/",
    "http://[::1]:1/",
    "http://app.localhost/",
    "about:blank",
    "about:srcdoc",
    "blob:http://localhost/1-2",
  ]) {
    expect(isAllowed(url, []), url).toBe(true);
  }
  for (const url of [
    "http://localhost.evil.example/",
    "http://127.0.0.1.evil.example/",
    "http://evil.example/localhost",
    "http://localhost@evil.example/",
    "http://notlocalhost/",
    "http://127.0.0.2/",
    "file:///etc/passwd",
    "ftp://localhost/",
    "chrome://settings/",
    "javascript:alert(1)",
    "data:text/html,x",
    "blob:https://evil.example/1",
    "about:config",
    "not an address",
  ]) {
    expect(isAllowed(url, []), url).toBe(false);
  }
});

test("an origin is allowed as a whole and exactly", () => {
  const origins = ["https://example.com"];
  expect(isAllowed("https://example.com/a/b", origins)).toBe(true);
  expect(isAllowed("https://example.com:443/", origins)).toBe(true);
  for (const url of ["http://example.com/", "https://www.example.com/", "https://example.com:8443/"]) {
    expect(isAllowed(url, origins), url).toBe(false);
  }
});

test("a frame without an address of its own is its parent's", () => {
  const frames: Record<string, Framed> = {
    top: { url: "http://localhost/" },
    data: { url: "data:text/html,x", parent: "top" },
    deep: { url: "about:srcdoc", parent: "data" },
    shop: { url: "https://shop.example/", parent: "top" },
    empty: { url: "", parent: "shop" },
    written: { url: "about:srcdoc", parent: "shop" },
    text: { url: "data:text/html,secret", parent: "shop" },
    back: { url: "http://localhost/inner", parent: "shop" },
    alone: { url: "data:text/html,x" },
    loop: { url: "about:blank", parent: "loop" },
  };
  const allowed = (id: string, origins: string[] = []) => isFrameAllowed(id, (frame) => frames[frame], origins);
  for (const id of ["top", "data", "deep", "back"]) expect(allowed(id), id).toBe(true);
  for (const id of ["shop", "empty", "written", "text", "alone", "loop", "unknown"])
    expect(allowed(id), id).toBe(false);
  for (const id of ["shop", "empty", "written", "text"]) expect(allowed(id, ["https://shop.example"]), id).toBe(true);
});

test("what a user types becomes an origin, or is refused", () => {
  expect(parseOrigin("example.com")).toBe("https://example.com");
  expect(parseOrigin("http://Example.com:8080/path")).toBe("http://example.com:8080");
  for (const typed of ["", "file:///x", "chrome://settings", "https://", "*", `https://${"x".repeat(400)}.example`]) {
    expect(parseOrigin(typed), typed).toBeUndefined();
  }
  expect(originOf("data:text/html,x")).toBeUndefined();
});

test("what is not known is not passed on", () => {
  expect(rule("Page.navigate")).toBe("anywhere");
  expect(rule("Runtime.callFunctionOn")).toBe("at-allowed-origins");
  for (const method of [
    "Network.getCookies",
    "Storage.getCookies",
    "Browser.close",
    "Page.addScriptToEvaluateOnNewDocument",
    "",
  ]) {
    expect(rule(method), method).toBe("never");
  }
});
