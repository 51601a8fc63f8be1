import type { Clock } from "../../core/clock.ts";

/** Spaces out repeated writes of a growing state, so that writing leaves time for the work itself. */
export interface WriteThrottle {
  /** Requests a write after the current pause. */
  request(): void;
  /** Runs one write; requests made meanwhile lead to the next one. */
  run<T>(write: () => Promise<T>): Promise<T>;
  /** Drops pending requests. */
  stop(): void;
}

const minPauseMs = 100;
/** Also bounds the pause when the clock jumps. */
const maxPauseMs = 5_000;
/** Pause per millisecond of writing. Each write holds the whole state, so long writes must be rare. */
const pausePerWrite = 10;

/** Calls `write` once the pause after the last write is over; `write` does its work inside `run`. */
export function createWriteThrottle(write: () => void, clock: Clock): WriteThrottle {
  let timer: NodeJS.Timeout | null = null;
  let pauseMs = minPauseMs;
  let writing = false;
  let requested = false;

  const schedule = () => {
    timer ??= setTimeout(() => {
      timer = null;
      write();
    }, pauseMs);
  };
  const stop = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    requested = false;
  };

  return {
    request() {
      if (writing) requested = true;
      else schedule();
    },
    async run(write) {
      stop();
      writing = true;
      const startedMs = clock.now();
      try {
        return await write();
      } finally {
        writing = false;
        const wantedMs = pausePerWrite * (clock.now() - startedMs);
        pauseMs = Math.min(maxPauseMs, Math.max(minPauseMs, wantedMs));
        if (requested) schedule();
      }
    },
    stop,
  };
}
