// A page as lines of text, each element with an id that the tools take.

import { By, type WebElement } from "selenium-webdriver";
import { driver } from "./driver.ts";

const WALK = `
  const lines = [];
  let next = 1;
  for (const element of document.body.querySelectorAll("*")) {
    element.removeAttribute("data-uid");
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0 || getComputedStyle(element).visibility === "hidden") continue;
    const acts = element.matches("a, button, input, select, textarea, summary, [role], [onclick], [draggable=true]");
    const own = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()).join(" ").trim();
    if (!acts && own === "") continue;
    const uid = String(next++);
    element.setAttribute("data-uid", uid);
    const role = element.getAttribute("role") ?? { A: "link", BUTTON: "button", INPUT: "textbox" }[element.tagName] ?? element.tagName.toLowerCase();
    const name = element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent.trim() ?? own;
    lines.push("uid=" + uid + " " + role + " " + JSON.stringify(name));
  }
  return lines.join("\\n");`;

export async function takeSnapshot(): Promise<string> {
  return (await driver()).executeScript<string>(WALK);
}

export async function byUid(uid: string): Promise<WebElement> {
  return (await driver()).findElement(By.css(`[data-uid="${CSS_SAFE.test(uid) ? uid : ""}"]`));
}

const CSS_SAFE = /^\d+$/;
