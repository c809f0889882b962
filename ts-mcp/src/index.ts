// Where the program begins.

import { main } from "./main.ts";

main();
