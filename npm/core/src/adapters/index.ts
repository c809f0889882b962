/**
 * A {@link Session} over the browser that another library drives already. Both work in the same pages; closing the
 * session leaves the browser and its pages to the library.
 *
 * @packageDocumentation
 */

export type { AdapterOptions } from "./options.js";
export { fromPlaywright, type PlaywrightPage } from "./playwright.js";
export { fromPuppeteer, type PuppeteerBrowser, type PuppeteerPage } from "./puppeteer.js";
export { fromSelenium, type SeleniumDriver, type SeleniumOptions } from "./selenium.js";
export { fromWebdriverIO, type WebdriverIOBrowser } from "./webdriverio.js";
