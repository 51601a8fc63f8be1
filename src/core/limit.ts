export interface Turns {
  /** Items at work at the same time, as long as some of them come to an end. */
  atOnce: number;
  /** When none has ended for so long, ms, as many more begin: hung ones must not keep the rest waiting. */
  stalledMs: number;
}

/** Does `work` for each item, a bounded number at a time; rejects when one fails, and begins no more. */
export async function takeTurns<T>(
  items: T[],
  { atOnce, stalledMs }: Turns,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  let stall: NodeJS.Timeout | undefined;
  const places: Promise<void>[] = [];
  const watch = () => {
    clearTimeout(stall);
    if (next < items.length) stall = setTimeout(open, stalledMs);
  };
  const place = async () => {
    while (next < items.length) {
      await work(items[next++]!);
      watch();
    }
  };
  function open(): void {
    for (let free = Math.min(atOnce, items.length - next); free > 0; free--) {
      const opened = place();
      // Told below; from now on nothing more begins.
      opened.catch(() => {
        next = items.length;
      });
      places.push(opened);
    }
    watch();
  }
  open();
  try {
    // Longer by each stall; there is none after the last place has ended.
    for (const opened of places) await opened;
  } finally {
    clearTimeout(stall);
  }
}
