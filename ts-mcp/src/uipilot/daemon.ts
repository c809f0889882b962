// Where the daemon begins; see `../index.ts`.

import "../v8.ts";

void import("./daemon-main.ts");
