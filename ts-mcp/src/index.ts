// Where the program begins. What V8 is told counts only for code that it has not run yet, so nothing else is imported here:
// the bundler would put it first.

import "./v8.ts";
import "./compile-cache.ts";

void import("./main.ts").then(({ main }) => main());
