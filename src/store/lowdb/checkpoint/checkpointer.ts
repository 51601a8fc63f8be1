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
  /** A smaller journal is not worth a checkpoint. */
  journalBytes: number;
  /** Size of the current checkpoint; 0 when there is none. */
  checkpointBytes: number;
  log: StoreLog;
}

/**
 * Writes checkpoints, one at a time, while commits continue. The journal is rotated first, so
 * that commits made while the tables are being written are also in the new journal. Replaying
 * them is safe: puts and removals of whole records are idempotent.
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

  /** Resolves when no checkpoint is being written. */
  async idle(): Promise<void> {
    await this.#last;
  }

  /** Runs `task` while no checkpoint is being written, so that no file changes under it. */
  exclusive<T>(task: () => Promise<T>): Promise<T> {
    const run = this.#last.then(task, task);
    this.#last = run.catch(() => undefined);
    return run;
  }

  checkpoint(): Promise<void> {
    return this.exclusive(() => this.write());
  }

  /**
   * The journal size that makes a checkpoint worth writing. At least the size of the checkpoint
   * itself, so that the work of checkpoints stays proportional to that of commits.
   */
  get #worthwhileBytes(): number {
    return Math.max(this.#options.journalBytes, this.#checkpointBytes);
  }

  /** Starts a checkpoint when the journal is large enough; after a failure, when it has grown by as much again. */
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

  /** Writes a checkpoint. Only call it from an exclusive task. */
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
