/** All tasks. */

import { libraryTasks } from "./libraries.ts";
import { plainTasks } from "./plain.ts";
import type { Task } from "./task.ts";

export const tasks: readonly Task[] = [...plainTasks, ...libraryTasks];
