import { testIn } from "./all-suites.ts";
import { CHROMIUM, chromium } from "./browsers.ts";

testIn("Chromium, isolated world", CHROMIUM, chromium);
