/** Undoes a start in reverse order, after a failure halfway as well as at a stop. */
export interface Cleanup {
  /** Adds a step, which runs before all steps added earlier. */
  defer(step: () => unknown): void;
  /** Runs every step once, even after one has failed; then rejects with the first failure. */
  run(): Promise<void>;
  /** Runs `start`. When it fails, cleans up what it has deferred so far and rethrows its error. */
  onFailure<T>(start: () => Promise<T>): Promise<T>;
}

export function createCleanup(): Cleanup {
  const steps: (() => unknown)[] = [];
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= runAll(steps);
    return running;
  };
  return {
    defer: (step) => void steps.push(step),
    run,
    async onFailure(start) {
      try {
        return await start();
      } catch (error) {
        // Report the failure of the start; an error of the cleanup would only hide it.
        await run().catch(() => undefined);
        throw error;
      }
    },
  };
}

async function runAll(steps: (() => unknown)[]): Promise<void> {
  const failures: unknown[] = [];
  for (let step = steps.pop(); step; step = steps.pop()) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
