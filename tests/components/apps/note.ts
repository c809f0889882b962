// Lexical: a note with a title, a text and a mark, which is saved.

import { registerRichText } from "@lexical/rich-text";
import { $createParagraphNode, $createTextNode, $getRoot, createEditor, FORMAT_TEXT_COMMAND } from "lexical";
import { frame } from "./frame.ts";

const host = frame("Notes");
host.innerHTML = `<label>Title <input></label>
  <div role="toolbar" aria-label="Format"><button type="button">Bold</button> <button type="button">Italic</button></div>
  <div role="textbox" aria-label="Text" aria-multiline="true" contenteditable="true"></div>
  <button type="button">Save note</button><p role="status"></p>
  <ul>${Array.from({ length: 20 }, (_, n) => `<li><a href="#n${n}">Note ${n}</a>, kept since Monday</li>`).join("")}</ul>`;
const [bold, italic, save] = host.querySelectorAll("button");
const status = host.querySelector("p");
const editor = createEditor({ namespace: "note", onError: (error) => console.error(error) });
editor.setRootElement(host.querySelector<HTMLElement>("[role=textbox]"));
registerRichText(editor);
editor.update(() => {
  $getRoot().append($createParagraphNode().append($createTextNode("A first draft")));
});
bold?.addEventListener("click", () => editor.dispatchCommand(FORMAT_TEXT_COMMAND, "bold"));
italic?.addEventListener("click", () => editor.dispatchCommand(FORMAT_TEXT_COMMAND, "italic"));
save?.addEventListener("click", () =>
  editor.read(() => {
    const texts = $getRoot().getAllTextNodes();
    const marked = texts.length > 0 && texts.every((node) => node.hasFormat("bold"));
    if (status)
      status.textContent = `Saved ${host.querySelector("input")?.value}: ${$getRoot().getTextContent()}, ${marked ? "bold" : "plain"}`;
  }),
);
