// What a written test of Selenium does in the page by script: pastes, drops, selections, and files for a chooser.

import { DROP, PASTE, SELECT, textCode } from "./page-code.ts";
import type { Helper, Written } from "./selenium-helpers.ts";

const indented = (code: string): string => textCode(code).replace(/^(?=.)/gm, "    ");

const GIVEN = "{ text?: string; html?: string; url?: string; files?: { path: string; type: string }[]";

export const CONTENT_HELPERS: Record<
  Extract<Helper, "chooseFiles" | "paste" | "drop" | "selectPart" | "transfer">,
  Written
> = {
  chooseFiles: {
    needs: [],
    code: `
/**
 * Gives files to the chooser that a click opens. Selenium cannot answer that, so the page is kept from opening it, and the files go to
 * the field that it is for.
 */
async function chooseFiles(button: WebElement, files: string[]): Promise<void> {
  const script = \`const take = (field) => {
      delete HTMLInputElement.prototype.click;
      window.removeEventListener("click", keep, true);
      // Only a field that is in the page takes files.
      if (!field.isConnected) document.body.append(Object.assign(field, { hidden: true }));
      window.chosenField = field;
    };
    const keep = (event) => {
      const [field] = event.composedPath();
      if (field.type !== "file") return;
      event.preventDefault();
      take(field);
    };
    window.addEventListener("click", keep, true);
    HTMLInputElement.prototype.click = function () {
      if (this.type === "file") take(this);
      else HTMLElement.prototype.click.call(this);
    };\`;
  await driver.executeScript(script);
  await button.click();
  const look = async () => (await driver.executeScript("return window.chosenField ?? null")) as WebElement | null;
  const field = await driver.wait(look, WAIT_MS, "no field for files of the page was clicked");
  await field?.sendKeys(files.join("\\n"));
}`,
  },
  transfer: {
    needs: [],
    code: `
/** What comes from outside of the page, with its files. */
function transfer({ files = [], ...rest }: { files?: { path: string; type: string }[] }): object {
  const read = files.map((file) => ({
    name: path.basename(file.path),
    type: file.type,
    base64: readFileSync(file.path, "base64"),
  }));
  return { ...rest, files: read };
}`,
  },
  paste: {
    needs: ["transfer"],
    code: `
/** Pastes with an event by script, which Selenium has no words for. */
async function paste(into: WebElement, content: ${GIVEN} }): Promise<void> {
  const script = \`const [element, content] = arguments;
${indented(PASTE)}\`;
  await driver.executeScript(script, into, transfer(content));
}`,
  },
  drop: {
    needs: ["place", "transfer"],
    code: `
/** Drops with events by script, which Selenium has no words for. */
async function drop(
  on: WebElement,
  content: ${GIVEN}; at?: Spot },
): Promise<void> {
  const script = \`const [element, content] = arguments;
  return (async () => {
${indented(DROP)}
  })();\`;
  await driver.executeScript(script, on, transfer(content));
}`,
  },
  selectPart: {
    needs: [],
    code: `
/** Selects a part of the text that an element shows, or puts the caret there. */
async function selectPart(
  of: WebElement,
  part: { text?: string; nth?: number; from?: number; to?: number; unit?: string; caret?: string },
): Promise<void> {
  const script = \`const [element, part] = arguments;
${indented(SELECT)}\`;
  await driver.executeScript(script, of, part);
}`,
  },
};
