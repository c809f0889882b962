import { testIn } from "./all-suites.ts";
import { FIREFOX, firefox } from "./browsers.ts";

testIn("Firefox, sandbox", FIREFOX, firefox);
