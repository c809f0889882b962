/**
 * Pages of an exact number of elements, made like a business page: sections with headings, prose, lists of links,
 * forms and tables; a twentieth of the elements inside open shadow roots, another twentieth inside four frames.
 */

/** Builds markup and counts its elements. */
class Markup {
  count = 0;

  element(tag: string, attributes: string, ...children: string[]): string {
    this.count += 1;
    return `<${tag}${attributes ? ` ${attributes}` : ""}>${children.join("")}${tag === "input" ? "" : `</${tag}>`}`;
  }
}

const words =
  "order invoice customer delivery address product quantity price total discount account report contract payment shipment return".split(
    " ",
  );
const word = (seed: number): string => words[seed % words.length] ?? "";

/** One section: 51 elements. */
function section(markup: Markup, number: number): string {
  const e = markup.element.bind(markup);
  return e(
    "section",
    `class="card" data-row="${number}"`,
    e("h2", "", `Section ${number}: ${word(number)} ${word(number * 7 + 3)}`),
    e(
      "p",
      "",
      `The ${word(number)} of this ${word(number + 5)} was last `,
      e("b", "", "changed"),
      ` by the ${word(number + 2)} team; see the `,
      e("a", `href="#s${number}"`, `${word(number + 1)} notes ${number}`),
      ".",
    ),
    e(
      "ul",
      "",
      ...Array.from({ length: 6 }, (_, item) =>
        e("li", "", e("a", `href="#l${number}-${item}"`, `${word(number + item)} link ${number}.${item}`)),
      ),
    ),
    e(
      "form",
      `onsubmit="return false"`,
      e("label", "", `Name ${number} `, e("input", `type="text" value="${word(number)} ${number}"`)),
      e("label", "", e("input", `type="checkbox"${number % 2 ? " checked" : ""}`), ` Active ${number}`),
      e("select", `aria-label="State ${number}"`, e("option", "", "open"), e("option", "", "closed")),
      e("button", `type="button"`, `Save ${number}`),
    ),
    e(
      "table",
      "",
      e(
        "tbody",
        "",
        ...Array.from({ length: 3 }, (_, row) =>
          e(
            "tr",
            "",
            ...Array.from({ length: 3 }, (_, column) =>
              e("td", "", column === 0 ? `${word(number + row)} ${row}` : String(number * 13 + row * 7 + column)),
            ),
          ),
        ),
      ),
    ),
    e(
      "div",
      `class="foot"`,
      e("span", "", `Updated ${number} days ago`),
      e("button", `type="button" aria-label="Delete section ${number}"`, "×"),
      e("button", `type="button"`, `More ${number}`),
      e("span", "", `Owner ${word(number + 9)}`),
    ),
  );
}

/** Sections, then single paragraphs up to exactly `elements`. */
function filled(elements: number, from: number): string {
  const markup = new Markup();
  const parts: string[] = [];
  for (let number = from; markup.count + 51 <= elements; number += 1) parts.push(section(markup, number));
  while (markup.count < elements)
    parts.push(markup.element("p", "", `Remark ${from}.${markup.count}: the ${word(markup.count)} is kept.`));
  return parts.join("\n");
}

const document = (title: string, body: string, script = ""): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>td{padding:2px 8px}.card{border:1px solid #ccc;margin:4px}</style></head><body>${body}${script ? `<script>${script}</script>` : ""}</body></html>`;

/**
 * The script that records when the page received a click and an input. It sends the record when the page
 * is left.
 */
const observer = (run: string): string => `
  const seen = { clicks: [], inputs: [] };
  const now = () => performance.timeOrigin + performance.now();
  document.getElementById("target").addEventListener("click", (event) => seen.clicks.push({ at: now(), trusted: event.isTrusted }));
  document.getElementById("field").addEventListener("input", (event) => seen.inputs.push({ at: now(), value: event.target.value }));
  addEventListener("pagehide", () => navigator.sendBeacon("/seen/${run}", JSON.stringify(seen)));
  for (const template of document.querySelectorAll("template")) {
    template.previousElementSibling.attachShadow({ mode: "open" }).append(template.content);
    template.remove();
  }`;

/** The fields of the form: accessible name, type, and the value that is filled in. */
export const formFields: readonly [name: string, type: string, value: string][] = [
  ["First name", "text", "Ada"],
  ["Last name", "text", "Lovelace"],
  ["E-mail", "email", "ada@example.org"],
  ["Phone", "tel", "+44 20 7946 0001"],
  ["Street", "text", "St James's Square 12"],
  ["Post code", "text", "SW1Y 4JH"],
  ["City", "text", "London"],
  ["Company", "text", "Analytical Engines Ltd"],
  ["Web site", "url", "https://example.org/"],
  ["Purchase order", "text", "PO-1843"],
  ["Quantity", "number", "42"],
  ["Note", "textarea", "Deliver to the back door."],
];

/** A page with a form, which sends what its fields hold when it is left. */
export function form(run: string): string {
  const fields = formFields.map(([name, type]) =>
    type === "textarea"
      ? `<p><label>${name} <textarea name="${name}"></textarea></label></p>`
      : `<p><label>${name} <input type="${type}" name="${name}"></label></p>`,
  );
  return document(
    "Order",
    `<h1>Order</h1><form onsubmit="return false">${fields.join("")}<button>Send the order</button></form>`,
    `addEventListener("pagehide", () => navigator.sendBeacon("/seen/${run}", JSON.stringify({ clicks: [], inputs: Array.from(new FormData(document.querySelector("form")), ([name, value]) => ({ at: 0, name, value })) })))`,
  );
}

/**
 * From this size on, a page is one long list. Chromium takes more than a minute to lay out sections with forms and tables of
 * this size (3.4 s for 50,000 elements, 17.7 s for 100,000), and measures no server then.
 */
const LIST = 150_000;

function list(elements: number, run: string): string {
  const markup = new Markup();
  const parts = [
    markup.element("h1", "", `A list of ${elements} elements`),
    markup.element("button", `id="target" type="button"`, "Benchmark target"),
    markup.element("input", `id="field" aria-label="Benchmark field"`),
  ];
  for (let row = 0; markup.count + 4 <= elements; row += 1) {
    const link = markup.element("a", `href="#r${row}"`, `${word(row)} ${row}`);
    const about = markup.element("span", "", `of the ${word(row + 3)}`);
    parts.push(markup.element("li", "", link, " ", about, " ", markup.element("b", "", String(row % 7))));
  }
  return document(`List of ${elements}`, parts.join("\n"), observer(run));
}

/** The documents of a page of `elements` elements: the main one, and those of its frames. */
export function page(elements: number, run: string): { main: string; frames: string[] } {
  if (elements >= LIST) return { main: list(elements, run), frames: [] };
  const inFrames = Math.floor(elements / 20 / 4);
  const hosts = 5;
  const inShadow = Math.floor(elements / 20 / hosts);
  const markup = new Markup();
  const head = [
    markup.element("h1", "", `A page of ${elements} elements`),
    markup.element("button", `id="target" type="button"`, "Benchmark target"),
    markup.element("input", `id="field" aria-label="Benchmark field"`),
  ];
  const frames = Array.from({ length: 4 }, (_, index) => filled(inFrames, 50_000 + index * 1_000));
  const owners = frames.map((_, index) =>
    markup.element("iframe", `src="/frame/${elements}/${index}" title="Frame ${index}" width="600" height="200"`),
  );
  const shadows = Array.from(
    { length: hosts },
    (_, index) =>
      `${markup.element("div", `class="host"`)}<template>${filled(inShadow, 70_000 + index * 1_000)}</template>`,
  );
  const rest = filled(elements - markup.count - inFrames * 4 - inShadow * hosts, 1);
  return {
    main: document(`Page of ${elements}`, [...head, rest, ...shadows, ...owners].join("\n"), observer(run)),
    frames: frames.map((frame, index) => document(`Frame ${index}`, frame)),
  };
}
