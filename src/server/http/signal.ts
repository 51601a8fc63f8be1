/** Wakes the one who waits; a ring that comes while nobody waits is kept for the next wait. */
export interface Doorbell {
  ring(): void;
  /** Until it rings, or for `quietMs`. */
  wait(quietMs: number): Promise<"rung" | "quiet">;
}

export function createDoorbell(): Doorbell {
  let rung = false;
  let wake: (() => void) | undefined;
  return {
    ring() {
      rung = true;
      wake?.();
    },
    async wait(quietMs) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, quietMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = undefined;
      }
      const outcome = rung ? "rung" : "quiet";
      rung = false;
      return outcome;
    },
  };
}
