// What a written test of Selenium has beside its steps: only the functions that it uses.

/** The functions by name, and those that they use. */
export type Helper =
  | "env"
  | "find"
  | "ready"
  | "over"
  | "fill"
  | "set"
  | "check"
  | "choose"
  | "chooseFrom"
  | "opened"
  | "resize"
  | "says"
  | "sees";

interface Written {
  code: string;
  needs: readonly Helper[];
}

export const HELPERS: Record<Helper, Written> = {
  says: {
    needs: [],
    code: `
/** Waits until the element shows the text. */
async function says(element: WebElement, text: string): Promise<void> {
  const shown = async () => (await element.getText()).replace(/\\s+/g, " ").includes(text);
  await driver.wait(shown, WAIT_MS, \`the element does not show \${text}\`);
}`,
  },
  sees: {
    needs: [],
    code: `
/** Waits until the page shows the text, or until it does not. */
async function sees(text: string, wanted: boolean): Promise<void> {
  await driver.switchTo().defaultContent();
  const shown = async () => {
    const page = await driver.findElement(By.css("body")).getText();
    return page.replace(/\\s+/g, " ").includes(text) === wanted;
  };
  await driver.wait(shown, WAIT_MS, \`the page \${wanted ? "does not show" : "still shows"} \${text}\`);
}`,
  },
  chooseFrom: {
    needs: [],
    code: `
/** Opens a list that the page has made, and chooses an option. */
async function chooseFrom(list: WebElement, wanted: string): Promise<void> {
  await list.click();
  const find = async () => {
    for (const option of await driver.findElements(By.css("[role=option]"))) {
      if ((await option.isDisplayed()) && (await option.getText()).trim() === wanted) return option;
    }
    return null;
  };
  const option = await driver.wait(find, WAIT_MS, \`there is no option \${wanted}\`);
  await option?.click();
}`,
  },
  choose: {
    needs: [],
    code: `
/** Selects exactly these options, by value or label. */
async function choose(select: WebElement, wanted: string[]): Promise<void> {
  const left = new Set(wanted);
  for (const option of await select.findElements(By.css("option"))) {
    const words = [await option.getAttribute("value"), (await option.getText()).trim()];
    const word = words.find((one) => left.has(one));
    if (word !== undefined) left.delete(word);
    if ((word !== undefined) !== (await option.isSelected())) await option.click();
  }
  assert.deepEqual([...left], [], "options that are missing");
}`,
  },
  check: {
    needs: [],
    code: `
/** Clicks a checkbox, radio button or switch if its state differs. */
async function check(element: WebElement, wanted: boolean): Promise<void> {
  const checked = (await element.isSelected()) || (await element.getAttribute("aria-checked")) === "true";
  if (checked !== wanted) await element.click();
}`,
  },
  set: {
    needs: [],
    code: `
/** Sets the value of a field that is not typed into. */
async function set(field: WebElement, value: string): Promise<void> {
  const script = \`const [field, value] = arguments;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, value);
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));\`;
  await driver.executeScript(script, field, value);
}`,
  },
  fill: {
    needs: [],
    code: `
/** Replaces the text of a field. */
async function fill(field: WebElement, value: string): Promise<void> {
  await field.clear();
  if (value !== "") await field.sendKeys(value);
}`,
  },
  over: {
    needs: [],
    code: `
/** Moves the pointer over the element, or to a point from its top left corner, and does something there. */
async function over(
  element: WebElement,
  act: (actions: Actions) => Actions,
  { at }: { at?: { x: number; y: number } } = {},
): Promise<void> {
  const { width, height } = await element.getRect();
  const x = at === undefined ? 0 : Math.round(at.x - width / 2);
  const y = at === undefined ? 0 : Math.round(at.y - height / 2);
  await act(driver.actions().move({ origin: element, x, y })).perform();
}`,
  },
  ready: {
    needs: [],
    code: `
/** The element, once it is shown and enabled. */
async function ready(element: WebElement): Promise<WebElement> {
  await driver.wait(until.elementIsVisible(element), WAIT_MS);
  return driver.wait(until.elementIsEnabled(element), WAIT_MS);
}`,
  },
  find: {
    needs: [],
    code: `
/** The element, once it is there: through frames, then through shadow trees. */
async function find(by: By, { frames = [], hosts = [] }: { frames?: string[][]; hosts?: string[] } = {}): Promise<WebElement> {
  const look = async (): Promise<WebElement | null> => {
    try {
      await driver.switchTo().defaultContent();
      for (const steps of frames) {
        const scope = await inside(steps.slice(0, -1));
        await driver.switchTo().frame(await scope.findElement(By.css(steps.at(-1) ?? "iframe")));
      }
      return await (await inside(hosts)).findElement(by);
    } catch (error) {
      const passing = ["NoSuchElementError", "NoSuchFrameError", "NoSuchShadowRootError", "StaleElementReferenceError"];
      if (error instanceof Error && passing.includes(error.name)) return null;
      throw error;
    }
  };
  const found = await driver.wait(look, WAIT_MS, \`nothing matches \${by}\`);
  return found as WebElement;
}

/** Where the hosts of shadow trees lead to. */
async function inside(hosts: string[]): Promise<Pick<WebElement, "findElement">> {
  let scope: Pick<WebElement, "findElement"> = driver as unknown as WebElement;
  for (const host of hosts) scope = (await (await scope.findElement(By.css(host))).getShadowRoot()) as unknown as WebElement;
  return scope;
}`,
  },
  opened: {
    needs: [],
    code: `
/** The window that was opened. */
async function opened(known: string[]): Promise<string> {
  const find = async () => (await driver.getAllWindowHandles()).find((handle) => !known.includes(handle)) ?? null;
  return (await driver.wait(find, WAIT_MS, "no window was opened")) as string;
}`,
  },
  resize: {
    needs: [],
    code: `
/** Makes the page this large: the window is larger. */
async function resize(width: number, height: number): Promise<void> {
  const [dx, dy] = (await driver.executeScript("return [outerWidth - innerWidth, outerHeight - innerHeight]")) as number[];
  await driver.manage().window().setRect({ width: width + (dx ?? 0), height: height + (dy ?? 0) });
}`,
  },
  env: {
    needs: [],
    code: `
/** The value of an environment variable. */
function env(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(\`set the environment variable \${name}\`);
  return value;
}`,
  },
};
