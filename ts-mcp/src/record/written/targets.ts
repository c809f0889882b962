// An element in the words of each language.

import type { LocatorStep } from "@uipilot/core";
import { jsonText, quote } from "../../quote.ts";
import { rustString, tsList, tsString } from "./literal.ts";
import type { Alike, Target } from "./step.ts";

/** The target and the options of `interactWithPage`. */
export function ownTarget({ locator, unique, uid }: Target): string {
  const { frameSelector, ...target } = locator;
  if (!unique) return jsonText({ target: { by: "uid", value: uid } });
  return jsonText({ target, ...(frameSelector === undefined ? {} : { options: { frameSelector } }) });
}

/** A locator of Playwright; undefined in a closed shadow tree. */
export function playwrightLocator(target: Target, page = "page"): string | undefined {
  if (target.closed) return undefined;
  const nth = target.nth === undefined ? "" : `.nth(${target.nth})`;
  return `${playwrightScope(target, page)}${target.steps.map(playwrightStep).join("")}${nth}`;
}

/** The page or frame that an element is in. */
export function playwrightScope({ frames }: Target, page: string): string {
  const owners = frames.map((path) => {
    const owner = path.map((selector) => `.locator(${tsString(selector)})`).join("");
    return `${owner}.contentFrame()`;
  });
  return `${page}${owners.join("")}`;
}

/** All elements of a page that are alike. */
export function alikePlaywright({ by, value }: Alike, page: string): string {
  return `${page}${playwrightStep({ by, value })}`;
}

function playwrightStep({ by, value, name }: LocatorStep): string {
  const text = tsString(value);
  switch (by) {
    case "role":
      return name === undefined
        ? `.getByRole(${text})`
        : `.getByRole(${text}, { name: ${tsString(name)}, exact: true })`;
    case "testid":
      return `.getByTestId(${text})`;
    case "label":
      return `.getByLabel(${text}, { exact: true })`;
    case "placeholder":
      return `.getByPlaceholder(${text}, { exact: true })`;
    case "text":
      return `.getByText(${text}, { exact: true })`;
    default:
      return `.locator(${text})`;
  }
}

/** A `By` of Selenium, in the element's document or shadow tree. */
export const seleniumBy = ({ native }: Target): string => `By.${native.using}(${tsString(native.value)})`;

/** The way of Selenium to where the element is: frames, then the hosts of shadow trees. Empty if it is in the page itself. */
export function seleniumWay({ frames, path }: Target): string {
  const hosts = path.slice(0, -1);
  const parts = [
    ...(frames.length === 0 ? [] : [`frames: [${frames.map(tsList).join(", ")}]`]),
    ...(hosts.length === 0 ? [] : [`hosts: ${tsList(hosts)}`]),
  ];
  return parts.length === 0 ? "" : `{ ${parts.join(", ")} }`;
}

/** Words for `By` of the engine. */
const RUST: Record<string, string> = {
  role: "Role",
  testid: "TestId",
  label: "Label",
  placeholder: "Placeholder",
  text: "Text",
  css: "Css",
  name: "Name",
  alt: "Alt",
  title: "Title",
  xpath: "XPath",
};

/** A locator of the engine. */
export function rustLocator({ locator }: Target): string {
  const { by, value, name, exact, nth, within, frameSelector } = locator;
  return [
    `Locator::of(${rustString(value)}).by(By::${RUST[by] ?? "Css"})`,
    ...(name === undefined ? [] : [`.name(${rustString(name)})`]),
    ...(exact === undefined ? [] : [`.exact(${exact})`]),
    ...(nth === undefined ? [] : [`.nth(${nth})`]),
    ...(within === undefined ? [] : [`.within(Within::parse(${rustString(within)}))`]),
    ...(frameSelector === undefined ? [] : [`.frame_selector(${rustString(frameSelector)})`]),
  ].join("");
}

/** All elements that are alike, for the engine. */
export const alikeRust = ({ by, value }: Alike): string =>
  `Locator::of(${rustString(by === "text" ? quote(value) : value)}).by(By::${RUST[by] ?? "Css"})${by === "text" ? ".exact(true)" : ""}`;
