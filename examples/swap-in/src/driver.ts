// The browser of the server, which the first call starts.

import { Builder, type WebDriver } from "selenium-webdriver";
import { Options, ServiceBuilder } from "selenium-webdriver/chrome.js";

const { CHROME, CHROMEDRIVER } = process.env;

let started: Promise<WebDriver> | undefined;

export function driver(): Promise<WebDriver> {
  started ??= start();
  return started;
}

async function start(): Promise<WebDriver> {
  const options = new Options().addArguments("--headless=new", "--no-sandbox", "--window-size=1280,800");
  if (CHROME !== undefined) options.setChromeBinaryPath(CHROME);
  const service = new ServiceBuilder(CHROMEDRIVER);
  return new Builder().forBrowser("chrome").setChromeOptions(options).setChromeService(service).build();
}

export async function quit(): Promise<void> {
  await (await started)?.quit();
}
