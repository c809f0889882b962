// How schemas work in this process, set before the first one is made.

import * as z from "zod/v4";

z.config({
  // Code for each schema pays after thousands of messages.
  jitless: true,
  // What is checked came as JSON or TOML, so it holds no cycles: looking for them would make every schema below the one that is asked.
  memoizer: { attach() {}, guard() {}, alloc: (_schema, _payload, empty) => empty },
});
