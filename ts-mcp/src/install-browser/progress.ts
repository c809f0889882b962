// Shows how far a download is: in one line of a terminal, else in a line for each quarter.

/** @param what - is downloaded */
export function progress(
  out: NodeJS.WriteStream,
  what: string,
): { report: (done: number, all: number) => void; end: () => void } {
  let last = -1;
  const isTerminal = out.isTTY === true;
  return {
    report(done, all) {
      // The length may be unknown.
      const percent = all > 0 ? Math.floor((100 * done) / all) : undefined;
      const step = percent === undefined ? Math.floor(done / 50e6) : isTerminal ? percent : Math.floor(percent / 25);
      if (step === last) return;
      last = step;
      const amount = percent === undefined ? "" : ` of ${Math.ceil(all / 1e6)} MB, ${percent} %`;
      out.write(`${isTerminal ? "\r" : ""}${what}: ${Math.floor(done / 1e6)} MB${amount}${isTerminal ? "   " : "\n"}`);
    },
    end() {
      if (isTerminal && last >= 0) out.write("\n");
    },
  };
}
