/** Wakes a waiting loop; a notification that arrives while nothing waits ends the next wait at once. */
export interface Signal {
  notify(): void;
  /** Waits until notified, at most `timeoutMs`. */
  wait(timeoutMs: number): Promise<"notified" | "timeout">;
}

export function createSignal(): Signal {
  let notified = false;
  let wake: (() => void) | undefined;
  return {
    notify() {
      notified = true;
      wake?.();
    },
    async wait(timeoutMs) {
      if (!notified) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = undefined;
      }
      const outcome = notified ? "notified" : "timeout";
      notified = false;
      return outcome;
    },
  };
}
