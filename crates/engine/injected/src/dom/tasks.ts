/**
 * Timers for documents that no script may run in, by a sandbox of their frame or their own policy. Chromium keeps them from our
 * world, too, although it lets everything else run, and writes an error of the page's for each. A delayed task is no timer.
 */

interface Scheduler {
  postTask(run: () => void, options: { delay: number; signal: AbortSignal }): Promise<unknown>;
}

/** Undefined where timers run, or where there are no delayed tasks. */
export const task = tasks();

function tasks() {
  const { scheduler } = window as { scheduler?: Scheduler };
  // A document without a view has no answer in some browsers.
  const query = matchMedia("(scripting: none)") as MediaQueryList | null;
  if (typeof scheduler?.postTask !== "function" || query?.matches !== true) return undefined;
  const begun = new Map<number, AbortController>();
  return {
    begin(id: number, run: () => void, ms: number): number {
      const controller = new AbortController();
      begun.set(id, controller);
      const ran = scheduler.postTask(
        () => {
          begun.delete(id);
          run();
        },
        { delay: ms, signal: controller.signal },
      );
      // One that is cancelled is a rejection.
      ran.catch(() => undefined);
      return id;
    },
    cancel(id: number | undefined): void {
      if (id === undefined) return;
      begun.get(id)?.abort();
      begun.delete(id);
    },
  };
}
