// Where the daemon begins; see `../index.ts`.

import { saveMemory } from "../v8.ts";

void saveMemory().then(() => import("./daemon-main.ts"));
