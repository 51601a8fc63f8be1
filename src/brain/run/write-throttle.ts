import type { Clock } from "../../core/clock.ts";

/** Sees to it that what is noted gets written soon, and that writing leaves time for the work itself. */
export interface Pacer {
  /** There is something to write. */
  note(): void;
  /** Does one write; what is noted meanwhile is for the next. */
  time<T>(write: () => Promise<T>): Promise<T>;
  /** Forgets what was noted. */
  stop(): void;
}

const minRestMs = 100;
/** Also what a clock that jumps can do at most. */
const maxRestMs = 5_000;
/** Every write holds all there is so far: the longer they get, the fewer there are. */
const restPerWrite = 10;

/** `write` is called once the rest after the last write is over; it does its work in `time`. */
export function createPacer(write: () => void, clock: Clock): Pacer {
  let timer: NodeJS.Timeout | null = null;
  let restMs = minRestMs;
  let writing = false;
  let noted = false;

  const schedule = () => {
    timer ??= setTimeout(() => {
      timer = null;
      write();
    }, restMs);
  };
  const stop = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    noted = false;
  };

  return {
    note() {
      if (writing) noted = true;
      else schedule();
    },
    async time(write) {
      stop();
      writing = true;
      const begunMs = clock.now();
      try {
        return await write();
      } finally {
        writing = false;
        const restWantedMs = restPerWrite * (clock.now() - begunMs);
        restMs = Math.min(maxRestMs, Math.max(minRestMs, restWantedMs));
        if (noted) schedule();
      }
    },
    stop,
  };
}
