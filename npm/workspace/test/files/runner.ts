// Runs in a process of its own, which may be killed, or have limits and rights of its own. Reads an order as its argument.

import { filesConfig } from "../../src/files/config.ts";
import { FileFault, FileSpace } from "../../src/files/space.ts";
import { contentOf } from "./contents.ts";

interface Order {
  folder: string;
  /** Writes without end, each content larger than the one before, until the process is killed. */
  endless?: { path: string; size: number };
  /** Writes a content of each size once. */
  sizes?: { path: string; sizes: number[] };
  read?: string;
  remove?: string;
}

const order = JSON.parse(process.argv[2] ?? "") as Order;
const config = filesConfig.parse({ maxBytes: 64 << 20, allowDelete: true });
const space = new FileSpace({ config, folder: order.folder, log: () => undefined, environment: {} });
const { signal } = new AbortController();

async function outcome(run: Promise<unknown>): Promise<string> {
  try {
    await run;
    return "SUCCESS";
  } catch (error) {
    return error instanceof FileFault ? `${error.status}: ${error.message}` : `thrown: ${String(error)}`;
  }
}

if (order.endless !== undefined) {
  const { path, size } = order.endless;
  for (let count = 0; ; count += 1) {
    await space.write(path, contentOf(count, size + (count % 7) * 1000), {}, signal);
    process.stdout.write(".");
  }
}
const outcomes: string[] = [];
for (const [count, size] of (order.sizes?.sizes ?? []).entries()) {
  outcomes.push(await outcome(space.write(order.sizes?.path ?? "", contentOf(count, size), {}, signal)));
}
if (order.read !== undefined) outcomes.push(await outcome(space.read(order.read, signal)));
if (order.remove !== undefined) outcomes.push(await outcome(space.delete(order.remove, signal)));
process.stdout.write(JSON.stringify(outcomes));
