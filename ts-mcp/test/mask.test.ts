import { expect, it } from "vitest";
import { jsonText, quote } from "../src/quote.ts";
import { Masker } from "../src/secrets/mask.ts";

const MARK = "[secret KEY]";

function maskerOf(...values: string[]): Masker {
  const masker = new Masker();
  masker.add(values.map((value, index) => ({ name: index === 0 ? "KEY" : `KEY${index}`, value })));
  return masker;
}

const html = (text: string): string =>
  text.replace(/[&<>"']/g, (c) => `&${{ "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "#39" }[c]};`);
const base64 = (text: string): string => Buffer.from(text).toString("base64");

const SECRETS = [
  "hunter2horse",
  'p"w\\d <&> é',
  "a+b/c=d%e",
  "Tr0ub4dor &3",
  "ключ от двери",
  "🔑secret🔑",
  "1234",
  "-----BEGIN KEY-----\nMIIBVgIBADANBgkqhkiG9w0BAQ\n-----END KEY-----",
  "a.b*c(d)[e]{f}^g$h|i?j_k`l'm",
  "x".repeat(300) + "y+z",
];

it.each(SECRETS)("masks %j in every form", (secret) => {
  const masker = maskerOf(secret);
  const plus = encodeURIComponent(secret).replaceAll("%20", "+");
  const forms = {
    plain: secret,
    upper: secret.toUpperCase().toLowerCase() === secret.toLowerCase() ? secret.toUpperCase() : secret,
    address: encodeURIComponent(secret),
    lowerHex: encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase()),
    form: new URLSearchParams({ p: secret }).toString().slice(2),
    plus,
    twice: encodeURIComponent(encodeURIComponent(secret)),
    uri: encodeURI(secret),
    json: JSON.stringify(secret).slice(1, -1),
    jsonTwice: JSON.stringify(JSON.stringify(secret)),
    ascii: JSON.stringify(secret)
      .slice(1, -1)
      .replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`),
    html: html(secret),
    htmlTwice: html(html(secret)),
    numeric: Array.from(secret, (c) => `&#${c.codePointAt(0)};`).join(""),
    quoted: quote(secret),
    quotedJson: quote(JSON.stringify({ p: secret })),
    jsonText: jsonText({ p: secret }),
    markdown: secret.replace(/[\\`*_{}[\]()#+.!|<>-]/g, "\\$&"),
    ...(secret.length > 256
      ? {}
      : {
          hex: Buffer.from(secret).toString("hex"),
          base64: base64(secret),
          base64Second: base64(`a${secret}b`),
          base64Third: base64(`ab${secret}`),
          basic: base64(`user:${secret}`),
          urlSafe: Buffer.from(`u:${secret}`).toString("base64url"),
          folded: base64(`some text before ${secret} and after`).replace(/.{9}/g, "$&\r\n"),
          base64InUrl: encodeURIComponent(base64(secret)),
        }),
  };
  for (const [form, text] of Object.entries(forms)) {
    const masked = masker.text(`<${text}>`);
    expect(masked, `${form}: ${text}`).toContain(MARK);
    expect(masked.replaceAll(MARK, "").length, `${form}: ${text} became ${masked}`).toBeLessThan(
      /base64|basic|urlSafe|folded|quoted|json/i.test(form) ? 50 : 4,
    );
    expect(maskerOf(secret).text(masked), "no form is left").toBe(masked);
  }
});

it("masks what is broken over lines, and what a cut left of it", () => {
  const masker = maskerOf("hunter2horse");
  for (const text of [
    "hunter2\nhorse",
    "hunter2\r\n    horse",
    "hun\u200bter2\u00adhorse",
    '"hunter2\\nhorse"',
    '"hunter2h…"',
    '"hunt…"',
    "…ter2horse",
    "hunter2",
    "hunter2hors",
  ]) {
    const masked = masker.text(text);
    expect(masked, text).toContain(MARK);
    expect(masked, text).not.toMatch(/hunt|orse/);
  }
  for (const text of ["hunt", "Hunter2 is a meme", "horse", "…horse of another colour", "shunt"]) {
    if (text.startsWith("…")) continue;
    expect(masker.text(text)).toBe(text);
  }
});

it.each([
  ["**hunter**2horse end", `**${MARK}** end`],
  ["**hun**ter2**hor**se", `**${MARK}**`],
  ["hunter**2horse**", `**${MARK}**`],
  ["*hunter2hor*se", `*${MARK}*`],
  ["`hunter2`horse", `\`${MARK}\``],
  ["~~hunter~~2horse", `~~${MARK}~~`],
  ["[hunter2][1]horse", `[${MARK}][1]`],
  ["hunter2[horse][12]", `[${MARK}][12]`],
  ["**[hunter][1]**2horse", `**[${MARK}][1]**`],
  ["hunter2hors^e", MARK],
  ["a <b>hunt</b>er<i class=x>2horse</i>", `a <b>${MARK}</i>`],
])("masks the whole of a secret that is marked up: %s", (text, masked) => {
  expect(maskerOf("hunter2horse").text(text)).toBe(masked);
});

it.each([
  ["[hunter](/x)2horse", `[${MARK}](/x)`],
  ["hunter2[horse](https://a.example/b_(c)?d=e)", `[${MARK}](https://a.example/b_(c)?d=e)`],
  // An address of `read_page` in its longest form: 1000 letters of three bytes each, after the address of a frame.
  [
    `[hunter2](https://a.example/${"%E6%97%A5".repeat(1_000)}…)horse`,
    `[${MARK}](https://a.example/${"%E6%97%A5".repeat(1_000)}…)`,
  ],
  [`[hunter2](/a_(${"b".repeat(900)}))horse`, `[${MARK}](/a_(${"b".repeat(900)}))`],
  ["[hunter2](https://a.example/a%28b?c=%5C)horse", `[${MARK}](https://a.example/a%28b?c=%5C)`],
  ["[hunter2](#a\\u{202e}b)horse", `[${MARK}](#a\\u{202e}b)`],
  ["hunt[er2](/x)horse", MARK],
  ["hunt[er2][1]horse", MARK],
  ["hunt[er2]horse", MARK],
  ["[hunter2]horse", `[${MARK}]`],
  ["hunt“er2”horse", MARK],
  ["“hunt”er2horse", `“${MARK}”`],
  ["hunter“2horse” end", `“${MARK}” end`],
])("masks a secret with a link or a quotation in it: %s", (text, masked) => {
  expect(maskerOf("hunter2horse").text(text)).toBe(masked);
});

it.each([
  ["[hunt][1](er)", `[${MARK}`],
  ["[hunt](/x)(er)", `[${MARK}`],
  ["[hunt](er)", `[${MARK}`],
  ["hunt[(er)](/x)", `${MARK}](/x)`],
  ["hunt[(](/x)er)", MARK],
  ["hunt(er[)](/a_(b))", `${MARK}](/a_(b))`],
])("masks a secret with parentheses and a link beside one, and keeps none of its marks: %s", (text, masked) => {
  expect(maskerOf("hunt(er)").text(text)).toBe(masked);
});

it("masks a value whose breaks of lines became blanks", () => {
  const masker = maskerOf("hunter2horse");
  for (const text of [
    "hunter2 horse",
    "hunter2 \t horse",
    "h unter2\u00a0horse",
    `hunter2\n\n${" ".repeat(40)}horse`,
  ]) {
    expect(masker.text(`a ${text} b`), text).toBe(`a ${MARK} b`);
  }
  const folded = base64("some text before hunter2horse and after").replace(/.{8}/g, "$& ");
  expect(masker.text(folded)).toContain(MARK);
  const hex = Buffer.from("hunter2horse").toString("hex").replace(/.{8}/g, "$&  ");
  expect(masker.text(`(${hex})`)).toMatch(/^\(\[secret KEY\] *\)$/);
  // Words that only begin like it, or that are short, are words.
  for (const text of ["hunt er", "hunter 2", "hunter2 hors", "the … orse"]) expect(masker.text(text)).toBe(text);
  expect(maskerOf("then").text("the nose")).toBe("the nose");
});

it("takes no time for texts that could be read in many ways", { timeout: 60_000 }, () => {
  const secret = "hunter2horse".repeat(10);
  const masker = maskerOf(secret);
  const letters = [...secret].slice(0, -1);
  const joined = [" ", "\n  ", "](a)", "][1]", "]", "“", "\\n", " * ", "](a)u](b)n](c)t](d)", "](a()b", "](a)]("].map(
    (mark) => letters.join(mark),
  );
  const css = letters.map((one) => `\\${one.charCodeAt(0).toString(16)} `).join("");
  for (const text of [...joined, css, "h](".repeat(20_000), `h${" ".repeat(200_000)}`, `h](${"(".repeat(100_000)}`]) {
    const began = performance.now();
    masker.text(text.repeat(Math.ceil(5_000 / text.length)));
    expect(performance.now() - began, text.slice(0, 60)).toBeLessThan(10_000);
  }
});

it("masks the bytes of letters beyond ASCII as escapes", () => {
  const escaped = (one: string) => [...Buffer.from(one)].map((byte) => `\\x${byte.toString(16)}`).join("");
  const masker = maskerOf("Zk9Ömwq7xTva4");
  expect(masker.text(escaped("Zk9Ömwq7xTva4"))).toBe(MARK);
  expect(masker.text(`b'Zk9${escaped("Ö")}mwq7xTva4'`)).toBe(`b'${MARK}'`);
});

it("masks a secret that has marks itself, and keeps none of them", () => {
  for (const text of ["hun**ter`2[ho", "hun\\*\\*ter\\`2\\[ho", "h<b>un</b>**ter`2[ho", "hun**ter`2[**ho**"]) {
    expect(maskerOf("hun**ter`2[ho").text(text).replace("<b>", "")).toMatch(/^\[secret KEY\](?:\*\*)?$/);
  }
});

const letters = (text: string): string[] => [...text.normalize("NFC")];
const wide = (text: string): string => text.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0));

it.each([
  ["decomposed", (text: string) => text.normalize("NFD")],
  ["letters of full width", wide],
  ["word joiners", (text: string) => letters(text).join("\u2060")],
  ["word joiners in JSON", (text: string) => jsonText(letters(text).join("\u2060"))],
  ["quoted word joiners", (text: string) => quote(letters(text).join("\u2060"))],
  ["selectors of variants", (text: string) => letters(text).join("\ufe0f")],
  ["tags", (text: string) => letters(text).join("\u{e0041}")],
  ["tags in JSON", (text: string) => jsonText(letters(text).join("\u{e0041}"))],
  ["decomposed in an address", (text: string) => encodeURIComponent(text.normalize("NFD"))],
  ["names of HTML", (text: string) => text.replace("é", "&eacute;").replace("$", "&dollar;").replace("/", "&sol;")],
  ["names of HTML, twice", (text: string) => text.replace("é", "&amp;eacute;").replace("$", "&amp;dollar;")],
])("masks other ways to write the same letters: %s", (_, write) => {
  for (const secret of ["pa$s/wörd é1", "pa$s/wörd é1".normalize("NFD"), "hunter2horse"]) {
    const masked = maskerOf(secret).text(`… e\u0301 ${write(secret)} ＊\u00a0…`);
    expect(masked.replace(/(?:\ufe0f|\u2060|\u{e0041}|")/gu, "")).toBe(`… e\u0301 ${MARK} ＊\u00a0…`);
  }
});

it("masks secrets that overlap as one", () => {
  expect(maskerOf("abcd", "cdef").text("xabcdefy")).toBe("x[secret KEY]y");
  expect(maskerOf("abcd", "abcdefgh").text("abcdefgh abcd")).toBe("[secret KEY1] [secret KEY]");
});

it("masks texts, keys and numbers of a value, and no picture", () => {
  const value = { "k 48151623": ["x48151623", 48_151_623, 5, null, true], imageDataBase64: "48151623" };
  expect(maskerOf("48151623").value(value)).toEqual({
    "k [secret KEY]": [`x${MARK}`, MARK, 5, null, true],
    imageDataBase64: "48151623",
  });
});

it("masks bytes of UTF-16, from any byte on", () => {
  const masker = maskerOf("hunter2horse");
  const wide = (text: string): Buffer => Buffer.from(text, "utf16le");
  const big = (text: string): Buffer => wide(text).swap16();
  for (const of of [wide, big]) {
    expect(Buffer.from(masker.bytes(of("ä hunter2horse!")))).toEqual(of(`ä ${MARK}!`));
    const shifted = Buffer.from(masker.bytes(Buffer.concat([Buffer.from([9]), of("hunter2horse"), Buffer.from([7])])));
    expect(shifted.includes(Buffer.from("K\0E\0Y"))).toBe(true);
    for (const part of ["hun", "hors"]) expect(shifted.includes(of(part))).toBe(false);
    const plain = of("nothing of it");
    expect(masker.bytes(plain)).toBe(plain);
  }
});

it("masks what a piece of a text has of secrets that go on beside it", () => {
  const masker = maskerOf("hunter2horse");
  expect(masker.piece("it is hunter2h", false, true)).toBe(`it is ${MARK}`);
  expect(masker.piece("er2horse, they say", true, false)).toBe(`${MARK}, they say`);
  expect(masker.piece("er2horse or hunt", true, true)).toBe(`${MARK} or ${MARK}`);
  expect(masker.piece("a hunt", false, false)).toBe("a hunt");
});

it("forgets secrets that nobody uses any more", () => {
  const masker = new Masker();
  const [first, second] = [0, 1].map(() => masker.add([{ name: "KEY", value: "hunter2horse" }]));
  first?.();
  first?.();
  expect(masker.text("hunter2horse")).toBe(MARK);
  second?.();
  expect(masker.text("hunter2horse")).toBe("hunter2horse");
});

it("takes no long time on any text", { timeout: 60_000 }, () => {
  const masker = maskerOf(
    ...SECRETS,
    "\\\\\\\\",
    "    x   y   ",
    "++++++++",
    "%%%%%%%%",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaab",
  );
  // Of the processor: other work of the machine does not count.
  const began = process.cpuUsage();
  for (const unit of [
    "a**",
    "a<b>",
    "é，",
    "e\u0301",
    "\\",
    "a",
    "%25",
    "&amp;",
    "+",
    " ",
    "\n",
    "…",
    "\\u",
    "…\\\\",
    "x",
    "&#0",
    "hunter2hors",
    "1",
  ]) {
    masker.text(unit.repeat(Math.ceil(50_000 / unit.length)));
  }
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(20_000);
});

it.each([
  ["a line for each", (letters: string[]) => letters.map((one, at) => `uid=1_${at} text "${one}"`).join("\n")],
  [
    "fields with names",
    (letters: string[]) => letters.map((one, at) => `  textbox "Letter ${at + 30}" value="${one}"`).join("\n"),
  ],
  ["a table", (letters: string[]) => `| ${letters.join(" | ")} |`],
  ["paragraphs", (letters: string[]) => letters.join("\n\n")],
  ["a list", (letters: string[]) => letters.map((one) => `- **${one}**`).join("\n")],
  ["JSON in a text", (letters: string[]) => JSON.stringify(letters.map((value) => ({ role: "text", value })))],
])("masks a secret that is spelled: %s", (_, write) => {
  const masker = maskerOf("hunter2horse");
  for (const letters of [[..."hunter2horse"], ["hun", "te", "r2", "hor", "s", "e"], [..."HUNTER2horse"]]) {
    const masked = masker.text(`Before it\n${write(letters)}\nand after, e, s, t`);
    expect(masked).toContain(MARK);
    expect(masked.replaceAll(MARK, "").match(/(?<![\w=])[hunter2os]{1,3}(?![\w=])/gi)).toEqual(["e", "s", "t"]);
    expect(masked).toContain("Before it");
    expect(masked).toContain("and after, e, s, t");
  }
});

it("masks what could be a letter of a spelled secret", () => {
  const masked = maskerOf("hunter2horse").text('h u n t e r "2 h o r s" 2 h o r s e, 2');
  expect(masked.replaceAll(MARK, "")).toMatch(/^[\s"]*, 2$/);
});

it("masks a secret that the texts of a value spell", () => {
  const masker = maskerOf("hunter2horse");
  const nodes = [..."hunter2horse"].map((name, at) => ({ uid: `1_${at}`, role: "text", name, depth: 7 }));
  const masked = masker.value({ title: "a", nodes, last: "e" });
  expect(masked.nodes.map(({ name }) => name)).toEqual(nodes.map(() => MARK));
  expect(masked.nodes.map(({ uid, role, depth }) => [uid, role, depth])).toEqual(
    nodes.map(({ uid, role, depth }) => [uid, role, depth]),
  );
  expect([masked.title, masked.last]).toEqual(["a", "e"]);
});

it.each([
  "h u n t e r 2 h o r s",
  `h ${"x ".repeat(200)}u n t e r 2 h o r s e`,
  "the hunt has 2 horses, he said",
  "1 2 3 4 5 6 7",
])("masks nothing in %j, which spells no secret", (text) => {
  expect(maskerOf("hunter2horse", "1234").text(text.replace("1 2 3 4", "1 2, 3 4"))).not.toContain("[secret");
});

it("finds no spelling for ever in a page that repeats its beginning", () => {
  const text = "a ".repeat(200_000);
  expect(maskerOf(`${"a".repeat(300)}b`).text(text)).toBe(text);
});
