// What written tests do in the page by script, because no library has words for it: pastes, drops, selections. It is what our own
// actions do, in short. `element` is where it is done.

/** Types in comments, which only Playwright's tests have: in Selenium's, the code is a text. */
const TYPES = /\/\*((?::| as |!)[^*]*)\*\//g;

/** Code with its types. */
export const typedCode = (code: string): string => code.trim().replace(TYPES, "$1");

/** Code without types, inside a template string. */
export const textCode = (code: string): string =>
  code
    .trim()
    .replace(TYPES, "")
    .replace(/[\\`$]/g, "\\$&");

/** Puts what is transferred into `data`. */
const PACK = `
const plain = content.text ?? content.url;
if (content.html !== undefined) data.setData("text/html", content.html);
if (content.url !== undefined) data.setData("text/uri-list", content.url);
if (plain !== undefined) data.setData("text/plain", plain);
for (const { name, type, base64 } of content.files ?? []) {
  const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
  data.items.add(new File([bytes], name, { type }));
}`.trim();

/** A paste event; what the page does not take is inserted, as a browser does. */
export const PASTE = `
const field = element/* as HTMLInputElement*/;
if (!field.matches(":focus, :focus-within")) {
  field.focus();
  if (field.isContentEditable) {
    getSelection()?.selectAllChildren(field);
    getSelection()?.collapseToEnd();
  } else if (/^(?:text|search|url|tel|password|textarea)$/.test(field.type)) {
    field.setSelectionRange(field.value.length, field.value.length);
  }
}
const focus = (field.getRootNode()/* as Document*/).activeElement;
const on = focus !== null && field.contains(focus) ? (focus/* as HTMLElement*/) : field;
const event = new ClipboardEvent("paste", { bubbles: true, cancelable: true, composed: true, clipboardData: new DataTransfer() });
// Firefox gives the event an object of its own.
const data = event.clipboardData/* as DataTransfer*/;
${PACK}
if (!on.dispatchEvent(event)) return;
if (content.html !== undefined && on.isContentEditable) document.execCommand("insertHTML", false, content.html);
else if (plain !== undefined) document.execCommand("insertText", false, plain);`;

/** Drag events that end with a drop. */
export const DROP = `
element.scrollIntoView({ block: "nearest" });
const box = element.getBoundingClientRect();
const x = box.left + (content.at ? content.at.x * (content.at.share ? box.width : 1) : box.width / 2);
const y = box.top + (content.at ? content.at.y * (content.at.share ? box.height : 1) : box.height / 2);
const data = new DataTransfer();
${PACK}
const over = () => element.getRootNode().elementFromPoint(x, y) ?? element;
const drag = (type) =>
  !over().dispatchEvent(
    new DragEvent(type, { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, dataTransfer: data }),
  );
const pause = () => new Promise((done) => setTimeout(done, 20));
drag("dragenter");
drag("dragover");
await pause();
const takes = drag("dragover");
await pause();
if (!takes) throw new Error("the page does not take what is dropped there");
drag("drop");`;

/** Selects a part of a field's value, or of the text that an element shows. */
export const SELECT = `
let all = "";
const places/*: [Text, number][]*/ = [];
const field = "value" in element && "setSelectionRange" in element ? (element/* as HTMLInputElement*/) : undefined;
const drop = () => {
  while (/[ ]$/.test(all)) {
    all = all.slice(0, -1);
    places.pop();
  }
};
const line = () => {
  drop();
  const last = places[places.length - 1];
  if (last === undefined || /\\n$/.test(all)) return;
  all += "\\n";
  places.push([last[0], last[1] + 1]);
};
const read = (node/*: Element*/) => {
  const { display, visibility, whiteSpace } = getComputedStyle(node);
  if (display === "none" || visibility !== "visible") return;
  const block = !/^(?:inline|contents|ruby)/.test(display);
  const pre = /pre|break-spaces/.test(whiteSpace);
  if (block) line();
  for (const child of node.childNodes) {
    if (child instanceof Element && child.localName === "br") line();
    else if (child instanceof Element) read(child);
    else if (child instanceof Text) {
      for (let at = 0; at < child.data.length; at++) {
        const character = child.data.charAt(at);
        const blank = /\\s/.test(character);
        // Of several blanks, one is shown.
        if (!pre && blank && character !== "\\u00a0" && (all === "" || /\\s$/.test(all))) continue;
        all += blank && !pre ? " " : character;
        places.push([child, at]);
      }
    }
  }
  if (block) line();
};
if (field) all = field.value;
else read(element);
while (!field && /\\s$/.test(all)) {
  all = all.slice(0, -1);
  places.pop();
}
let [from, to] = [part.from ?? 0, part.to ?? (part.unit === undefined ? all.length : (part.from ?? all.length))];
if (part.text !== undefined) {
  const found/*: number[]*/ = [];
  for (let at = all.indexOf(part.text); at >= 0; at = all.indexOf(part.text, at + part.text.length)) found.push(at);
  from = found[(part.nth ?? 0) < 0 ? found.length + (part.nth ?? 0) : (part.nth ?? 0)] ?? -1;
  to = from + part.text.length;
}
if (from < 0 || to > all.length) throw new Error("the element does not have that part of a text");
if (part.unit === "line") {
  from = all.lastIndexOf("\\n", from - 1) + 1;
  to = all.indexOf("\\n", to) < 0 ? all.length : all.indexOf("\\n", to);
}
if (part.unit === "word") {
  while (from > 0 && /[\\p{L}\\p{N}_]/u.test(all.charAt(from - 1))) from--;
  while (to < all.length && /[\\p{L}\\p{N}_]/u.test(all.charAt(to))) to++;
}
if (part.caret === "before") to = from;
if (part.caret === "after") from = to;
if (field) {
  field.focus();
  // Fields for numbers and addresses let scripts select only all of their text.
  if (from === 0 && to === all.length) field.select();
  else field.setSelectionRange(from, to);
} else {
  const [start, end] = [places[from] ?? places[from - 1], to > from ? places[to - 1] : undefined];
  if (start === undefined) throw new Error("the element shows no text");
  const at = places[from] === undefined ? start[1] + 1 : start[1];
  if ((element/* as HTMLElement*/).isContentEditable) (element/* as HTMLElement*/).focus();
  getSelection()?.setBaseAndExtent(start[0], at, end ? end[0] : start[0], end ? end[1] + 1 : at);
}`;
