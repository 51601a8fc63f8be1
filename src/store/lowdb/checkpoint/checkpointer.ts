import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Low } from "lowdb";
import type { CommitQueue } from "../commits/commit-queue.ts";
import { checkpointName } from "../files/data-files.ts";
import { removeObsolete } from "../files/remove-obsolete.ts";
import type { StoreLog } from "../files/store-log.ts";
import type { Journals } from "../journal/journals.ts";
import { checkpointAdapter } from "./checkpoint-adapter.ts";
import type { CheckpointContent } from "./checkpoint-file.ts";

export interface CheckpointerOptions {
  dir: string;
  content: CheckpointContent;
  queue: CommitQueue;
  journals: Journals;
  /** A journal smaller than this is not yet worth a checkpoint. */
  journalBytes: number;
  /** Size of the checkpoint there is; 0 without one. */
  checkpointBytes: number;
  log: StoreLog;
}

/**
 * Writes checkpoints, one at a time, while commits go on. The journal is rotated first, so
 * what commits change while the tables are being written is told again by the new journal:
 * puts and removals of whole records come out the same however often they are applied.
 */
export class Checkpointer {
  readonly #options: CheckpointerOptions;
  readonly #db: Low<CheckpointContent>;
  #last: Promise<unknown> = Promise.resolve();
  #checkpointBytes: number;
  #dueAtBytes: number;

  constructor(options: CheckpointerOptions) {
    this.#options = options;
    this.#checkpointBytes = options.checkpointBytes;
    this.#dueAtBytes = this.#worthwhileBytes;
    this.#db = new Low(checkpointAdapter(options.dir, options.content), options.content);
  }

  /** Runs `task` while no checkpoint is under way: the files it sees stay. */
  exclusive<T>(task: () => Promise<T>): Promise<T> {
    const run = this.#last.then(task, task);
    this.#last = run.catch(() => undefined);
    return run;
  }

  checkpoint(): Promise<void> {
    return this.exclusive(() => this.write());
  }

  /**
   * How much journal a checkpoint must make unnecessary. No less than the checkpoint itself:
   * that keeps the work of checkpoints in proportion to that of commits, however much is stored.
   */
  get #worthwhileBytes(): number {
    return Math.max(this.#options.journalBytes, this.#checkpointBytes);
  }

  /** Begins a checkpoint when the journal has grown enough; one that fails is tried again when it has grown as much again. */
  checkpointIfDue(): void {
    const { journals, log } = this.#options;
    if (journals.bytes < this.#dueAtBytes) return;
    this.#dueAtBytes = Number.POSITIVE_INFINITY;
    this.checkpoint()
      .catch((error: unknown) => log({ type: "checkpoint_failed", error }))
      .finally(() => {
        this.#dueAtBytes = journals.bytes + this.#worthwhileBytes;
      });
  }

  /** Writes a checkpoint; for a task that already runs exclusively. */
  async write(): Promise<void> {
    const { dir, queue, journals, log } = this.#options;
    const start = performance.now();
    await queue.between(async () => {
      await journals.rotate(queue.sequence + 1);
      this.#db.data.sequence = queue.sequence;
    });
    await this.#db.write();
    const { sequence } = this.#db.data;
    this.#checkpointBytes = (await stat(join(dir, checkpointName(sequence)))).size;
    await removeObsolete(dir, sequence);
    const records = Object.values(this.#db.data.tables.counts()).reduce((a, b) => a + b, 0);
    log({ type: "checkpoint_written", records, durationMs: performance.now() - start });
  }
}
