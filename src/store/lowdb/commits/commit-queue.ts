import { setImmediate as nextTurn } from "node:timers/promises";
import type { Change } from "../../port/store.ts";
import type { Tables } from "../tables/tables.ts";
import { type BatchPlan, type CommitRequest, type Outcome, planBatch } from "./plan-batch.ts";

// Planning this many takes a few milliseconds; a larger batch would block the event loop.
const batchLimit = 512;

interface Waiting {
  request: CommitRequest;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
}

export interface CommitQueueOptions {
  tables: Tables;
  /** The last durable commit. */
  sequence: number;
  /** Makes all lines durable, or none. */
  append: (lines: Buffer) => Promise<void>;
  /** Called after each batch with changes, once they are applied in memory. */
  committed: (changes: Change[]) => void;
}

/** Group commit: requests that arrive while a batch is being written form the next batch. */
export class CommitQueue {
  readonly #options: CommitQueueOptions;
  #sequence: number;
  #waiting: Waiting[] = [];
  #between: (() => Promise<void>)[] = [];
  #draining: Promise<void> | null = null;

  constructor(options: CommitQueueOptions) {
    this.#options = options;
    this.#sequence = options.sequence;
  }

  /** The last durable commit. */
  get sequence(): number {
    return this.#sequence;
  }

  submit(request: CommitRequest): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject });
      this.#wake();
    });
  }

  /** Runs `task` between two batches. */
  between<T>(task: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#between.push(() => task().then(resolve, reject));
      this.#wake();
    });
  }

  /** Resolves when the queue is empty. */
  async idle(): Promise<void> {
    await this.#draining;
  }

  #wake(): void {
    this.#draining ??= this.#drain();
  }

  async #drain(): Promise<void> {
    let haveWritten = false;
    while (this.#waiting.length > 0 || this.#between.length > 0) {
      // When idle, wait one turn of the event loop so that concurrent requests share a batch.
      // Requests that arrived during a write are written at once, while earlier callers continue.
      if (!haveWritten) await nextTurn();
      for (const task of this.#between.splice(0)) await task();
      haveWritten = await this.#write(this.#waiting.splice(0, batchLimit));
    }
    // Synchronously after the last check, so that a later request starts a new drain.
    this.#draining = null;
  }

  /** True when something was written and is durable. */
  async #write(batch: Waiting[]): Promise<boolean> {
    const { tables, append, committed } = this.#options;
    let plan: BatchPlan;
    try {
      const requests = batch.map(({ request }) => request);
      plan = planBatch(tables, requests, this.#sequence);
      if (plan.lines !== "") await append(Buffer.from(plan.lines));
    } catch (error) {
      // Reject conflicts too: they were decided against commits that did not happen.
      for (const { reject } of batch) reject(error);
      return false;
    }
    for (const step of plan.steps) {
      if (step.type === "commit") tables.apply(step.changes, step.sequence);
      else tables.lease(step.kind, step.jobs);
    }
    this.#sequence = plan.sequence;
    batch.forEach(({ resolve }, index) => {
      resolve(plan.outcomes[index]!);
    });
    const changes = plan.steps.flatMap((step) => (step.type === "commit" ? step.changes : []));
    if (changes.length > 0) committed(changes);
    return plan.lines !== "";
  }
}
