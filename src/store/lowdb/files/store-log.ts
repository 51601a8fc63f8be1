/** An event for the operator's log. */
export type StoreEvent =
  | { type: "stale_lock_taken_over"; pid: number }
  /** Unfinished bytes at the end of the journal were removed: a write that was never acknowledged. */
  | { type: "torn_tail_dropped"; file: string; offset: number; bytes: number }
  | { type: "checkpoint_written"; records: number; durationMs: number }
  /** The journal stays in use; the next checkpoint is tried when it has grown again. */
  | { type: "checkpoint_failed"; error: unknown }
  | { type: "listener_failed"; error: unknown };

export type StoreLog = (event: StoreEvent) => void;
