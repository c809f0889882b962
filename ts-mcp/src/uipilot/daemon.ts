// Where the daemon begins; see `../index.ts`.

import "../v8.ts";

await import("./daemon-main.ts");
