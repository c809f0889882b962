// Tries to make the tool reach this machine and private networks. A server on loopback counts who comes.

import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { fetcher, redirect, send, site } from "./site.ts";

const secret = await site({ "/": send("the secret of the house", "text/plain") });
const port = secret.port;
const closed = fetcher({ allowPrivate: [], robots: "ignore" });

afterAll(() => Promise.all([secret.close(), closed.close()]));

let before = 0;
beforeEach(() => {
  before = secret.touched();
});

const spellings = [
  `http://127.0.0.1:${port}/`,
  `http://127.0.0.1.:${port}/`,
  `http://127.1:${port}/`,
  `http://127.0.1:${port}/`,
  `http://2130706433:${port}/`,
  `http://2130706433.:${port}/`,
  `http://0x7f000001:${port}/`,
  `http://0X7F000001:${port}/`,
  `http://0x7f.0x0.0x0.0x1:${port}/`,
  `http://0x7f.1:${port}/`,
  `http://017700000001:${port}/`,
  `http://0177.0.0.1:${port}/`,
  `http://0177.0.0.01:${port}/`,
  `http://00000177.0.0.1:${port}/`,
  `http://0x7f.0.0.0x1:${port}/`,
  `http://127.255.255.254:${port}/`,
  `http://①②⑦.⓪.⓪.①:${port}/`,
  `http://127。0。0。1:${port}/`,
  `http://127%2e0%2e0%2e1:${port}/`,
  `http://%31%32%37.0.0.1:${port}/`,
  `http://１２７.0.0.1:${port}/`,
  `HTTP://127.0.0.1:${port}/`,
  `hTTp:\\\\127.0.0.1:${port}\\`,
  `http:127.0.0.1:${port}/`,
  `http:////127.0.0.1:${port}/`,
  `http://localhost:${port}/`,
  `http://LOCALHOST:${port}/`,
  `http://localhost.:${port}/`,
  `http://lOcAlHoSt.:${port}/`,
  `http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:${port}/`,
  `http://0:${port}/`,
  `http://0.0.0.0:${port}/`,
  `http://0x0:${port}/`,
  `http://0.1.2.3:${port}/`,
  `http://[::1]:${port}/`,
  `http://[::]:${port}/`,
  `http://[0:0:0:0:0:0:0:1]:${port}/`,
  `http://[0000:0000:0000:0000:0000:0000:0000:0001]:${port}/`,
  `http://[::ffff:127.0.0.1]:${port}/`,
  `http://[::FFFF:7F00:1]:${port}/`,
  `http://[0:0:0:0:0:ffff:7f00:0001]:${port}/`,
  `http://[::127.0.0.1]:${port}/`,
  `http://[::7f00:1]:${port}/`,
  `http://[::ffff:0:127.0.0.1]:${port}/`,
  `http://[64:ff9b::127.0.0.1]:${port}/`,
  `http://[64:ff9b:1::7f00:1]:${port}/`,
  `http://[2002:7f00:1::]:${port}/`,
  `http://[2001:0:7f00:1::]:${port}/`,
  `http://[fe80::1]:${port}/`,
  `http://[fe80::1%25lo]:${port}/`,
  `http://[fec0::1]:${port}/`,
  `http://[fc00::1]:${port}/`,
  `http://[fd12:3456::1]:${port}/`,
  `http://[ff02::1]:${port}/`,
  `http://[2001:db8::1]:${port}/`,
  `http://[100::1]:${port}/`,
  `http://[3fff::1]:${port}/`,
  `http://[5f00::1]:${port}/`,
  `http://[4000::1]:${port}/`,
  `http://10.0.0.1:${port}/`,
  `http://10.255.255.255:${port}/`,
  `http://172.16.0.1:${port}/`,
  `http://172.31.255.255:${port}/`,
  `http://192.168.1.1:${port}/`,
  `http://169.254.169.254/latest/meta-data/`,
  `http://0xa9fea9fe/latest/meta-data/`,
  `http://2852039166/latest/meta-data/`,
  `http://100.64.0.1:${port}/`,
  `http://100.127.255.254:${port}/`,
  `http://192.0.0.1:${port}/`,
  `http://192.0.2.1:${port}/`,
  `http://198.18.0.1:${port}/`,
  `http://198.51.100.1:${port}/`,
  `http://203.0.113.1:${port}/`,
  `http://224.0.0.1:${port}/`,
  `http://240.0.0.1:${port}/`,
  `http://255.255.255.255:${port}/`,
  `http://user:pass@127.0.0.1:${port}/`,
  `http://example.org@127.0.0.1:${port}/`,
  `http://example.org:80@127.0.0.1:${port}/`,
  `http://127.0.0.1:${port}\\@example.org/`,
  `http://user@example.org/`,
  `http://127.0.0.1:22/`,
  `http://93.184.215.14:25/`,
  `http://93.184.215.14:6379/`.replace("6379", "6667"),
  `ftp://127.0.0.1:${port}/`,
  "file:///etc/passwd",
  `gopher://127.0.0.1:${port}/_GET`,
  "data:text/plain,hello",
  "javascript:alert(1)",
  `ws://127.0.0.1:${port}/`,
  `view-source:http://127.0.0.1:${port}/`,
  `blob:http://127.0.0.1:${port}/x`,
];

describe("addresses in all their spellings", () => {
  test.each(spellings)("%s", async (url) => {
    const answer = await closed.fetch(url).catch((error: Error) => error);
    // What is no URL at all does not fit the schema.
    if (answer instanceof Error) expect(answer.name).toMatch(/ZodError/);
    else {
      expect(answer).toMatchObject({ status: "ERROR_FETCH", cleanedTextContent: null });
      expect(answer.errorDetails).toMatch(/not in the public internet|not fetched|another protocol/);
      expect(answer.errorDetails).not.toContain("user:");
      expect(answer.fetchedUrl).not.toMatch(/:\/\/[^/]*@/);
    }
    expect(secret.touched()).toBe(before);
  });
});

describe("names that lead to private addresses", () => {
  const hidden: [string, string[]][] = [
    ["loopback", ["127.0.0.1"]],
    ["loopback by IPv6", ["::1"]],
    ["mapped", ["::ffff:127.0.0.1"]],
    ["cloud metadata", ["169.254.169.254"]],
    ["private", ["10.1.2.3", "192.168.0.1"]],
    ["several, none of them public", ["127.0.0.1", "::1", "fd00::1"]],
    ["no address at all", ["evil"]],
    ["an empty answer", []],
    ["a zone", ["fe80::1%lo"]],
    ["a short form", ["127.1"]],
    ["a decimal", ["2130706433"]],
  ];
  test.each(hidden)("%s", async (_what, addresses) => {
    const tool = fetcher({ allowPrivate: [], robots: "ignore" }, { resolve: async () => addresses });
    const answer = await tool.fetch(`http://public.example:${port}/`);
    expect(answer.status).toBe("ERROR_FETCH");
    expect(answer.errorDetails).toContain("not in the public internet");
    expect(secret.touched()).toBe(before);
    await tool.close();
  });

  test("permitted and private addresses together: the private ones are not tried", async () => {
    const resolve = async () => ["127.0.0.1", "::1", "127.0.0.2"];
    const tool = fetcher({ allowPrivate: ["127.0.0.2"], robots: "ignore" }, { resolve });
    const answer = await tool.fetch(`http://mixed.example:${port}/`);
    expect(answer.errorDetails).toContain("refused the connection");
    expect(secret.touched()).toBe(before);
    await tool.close();
  });
});

describe("rebinding", () => {
  test("a name that is permitted at first and private the next time", async () => {
    let times = 0;
    const resolve = async () => (times++ === 0 ? ["127.0.0.2"] : ["127.0.0.1"]);
    const tool = fetcher({ allowPrivate: ["127.0.0.2"], robots: "ignore" }, { resolve });
    // The check and the connection use one answer of the resolver: nothing listens at 127.0.0.2.
    const url = `http://rebind.example:${port}/`;
    expect((await tool.fetch(url)).errorDetails).toContain("refused the connection");
    expect(times).toBe(1);
    expect((await tool.fetch(url)).errorDetails).toContain("not in the public internet");
    expect(times).toBe(2);
    expect(secret.touched()).toBe(before);
    await tool.close();
  });

  test("between robots.txt and the page", async () => {
    let times = 0;
    const resolve = async () => (times++ === 0 ? ["127.0.0.2"] : ["127.0.0.1"]);
    const front = await site({ "/robots.txt": send("", "text/plain", { connection: "close" }) }, "127.0.0.2");
    const tool = fetcher({ allowPrivate: ["127.0.0.2"] }, { resolve });
    const answer = await tool.fetch(`http://rebind.example:${front.port}/`);
    expect(answer.errorDetails).toContain("not in the public internet");
    expect(times).toBe(2);
    expect(front.touched()).toBe(1);
    expect(secret.touched()).toBe(before);
    await Promise.all([front.close(), tool.close()]);
  });
});

describe("redirects", () => {
  const targets = [
    `http://127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `http://2130706433:${port}/`,
    `http://[::1]:${port}/`,
    `//127.0.0.1:${port}/`,
    `http://user:pass@public.example/`,
    "file:///etc/passwd",
    "gopher://127.0.0.1:70/",
    `http://private.example:${port}/`,
    "http://public.example:22/",
  ];
  test.each(targets.flatMap((to) => [301, 307].map((status) => [status, to] as const)))(
    "%i to %s",
    async (status, to) => {
      const front = await site({ "/": redirect(to, status) });
      // The front is reached by its name only, which the operator permits.
      const resolve = async () => ["127.0.0.1"];
      const tool = fetcher({ allowPrivate: ["front.example"], robots: "ignore" }, { resolve });
      const answer = await tool.fetch(`http://front.example:${front.port}/`);
      expect(answer.status).toBe("ERROR_FETCH");
      expect(answer.fetchedUrl).toBe(`http://front.example:${front.port}/`);
      expect(answer.errorDetails).not.toContain("pass@");
      expect(front.asked).toEqual(["/"]);
      expect(secret.touched()).toBe(before);
      await Promise.all([front.close(), tool.close()]);
    },
  );

  test("robots.txt that redirects to a private address", async () => {
    const front = await site({ "/robots.txt": redirect(`http://127.0.0.1:${port}/`), "/": send("x", "text/plain") });
    const tool = fetcher({ allowPrivate: ["front.example"] }, { resolve: async () => ["127.0.0.1"] });
    const answer = await tool.fetch(`http://front.example:${front.port}/`);
    expect(answer.status).toBe("ERROR_FETCH");
    expect(front.asked).toEqual([]);
    expect(secret.touched()).toBe(before);
    await Promise.all([front.close(), tool.close()]);
  });
});

describe("what the operator permits", () => {
  test.each([
    ["the address", ["127.0.0.1"]],
    ["a block", ["127.0.0.0/8"]],
    ["everything", true as const],
  ])("%s", async (_what, allowPrivate) => {
    const tool = fetcher({ allowPrivate, robots: "ignore" });
    const answer = await tool.fetch(`http://127.0.0.1:${port}/`);
    expect(answer).toMatchObject({ status: "SUCCESS", cleanedTextContent: "the secret of the house" });
    await tool.close();
  });

  test("a name, with and without the dot of the root", async () => {
    const tool = fetcher(
      { allowPrivate: ["intranet.example"], robots: "ignore" },
      { resolve: async () => ["127.0.0.1"] },
    );
    for (const host of ["intranet.example", "INTRANET.example."]) {
      expect((await tool.fetch(`http://${host}:${port}/`)).status).toBe("SUCCESS");
    }
    expect((await tool.fetch(`http://other.example:${port}/`)).status).toBe("ERROR_FETCH");
    await tool.close();
  });

  test.each(["10.0.0.0/33", "http://x", "a b", ""])("a wrong entry %j is refused", (entry) => {
    expect(() => fetcher({ allowPrivate: [entry] })).toThrow(/no (block|host)/);
  });
});
