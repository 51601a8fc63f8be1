/** Runs calls in the order in which they were made; consecutive ones of one operation share a statement. */
export interface BatchQueue {
  /** An operation; `run` returns one result per item, in order. */
  operation<I, O>(run: (items: I[]) => Promise<O[]>, maxBatch?: number): (item: I) => Promise<O>;
  /** Resolves when everything submitted so far is done. */
  settled(): Promise<void>;
}

type Run = (items: unknown[]) => Promise<unknown[]>;

interface Entry {
  run: Run;
  maxBatch: number;
  item: unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

const defaultMaxBatch = 500;

export function createBatchQueue(): BatchQueue {
  const entries: Entry[] = [];
  let running: Promise<void> | undefined;

  function submit(entry: Entry): void {
    entries.push(entry);
    running ??= drain();
  }

  async function drain(): Promise<void> {
    // Calls of one turn of the event loop share the first statement.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (entries.length > 0) await runBatch(nextBatch());
    // In the same turn as the check above: an entry that is added later starts the next run.
    running = undefined;
  }

  function nextBatch(): Entry[] {
    const { run, maxBatch } = entries[0] as Entry;
    const others = entries.findIndex((entry) => entry.run !== run);
    const length = others < 0 ? entries.length : others;
    return entries.splice(0, Math.min(length, maxBatch));
  }

  return {
    operation: <I, O>(run: (items: I[]) => Promise<O[]>, maxBatch = defaultMaxBatch) => {
      const untyped = run as unknown as Run;
      return (item: I) =>
        new Promise<O>((resolve, reject) =>
          submit({
            run: untyped,
            maxBatch,
            item,
            resolve: (value) => resolve(value as O),
            reject,
          }),
        );
    },
    async settled() {
      while (running) await running;
    },
  };
}

async function runBatch(batch: Entry[]): Promise<void> {
  try {
    const results = await (batch[0] as Entry).run(batch.map(({ item }) => item));
    for (const [at, { resolve }] of batch.entries()) resolve(results[at]);
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
