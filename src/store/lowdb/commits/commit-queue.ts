import { setImmediate as nextTurn } from "node:timers/promises";
import type { Change } from "../../port.ts";
import type { Tables } from "../tables/tables.ts";
import { type BatchPlan, type CommitRequest, type Outcome, planBatch } from "./plan-batch.ts";

// Deciding so many takes a few milliseconds: one batch must not hold up the loop.
const batchLimit = 512;

interface Waiting {
  request: CommitRequest;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
}

export interface CommitQueueOptions {
  tables: Tables;
  /** The last commit that is durable already. */
  sequence: number;
  /** Makes lines durable, all or none. */
  append: (lines: Buffer) => Promise<void>;
  /** Called after each batch that changed something, with memory already changed. */
  committed: (changes: Change[]) => void;
}

/** Group commit: what arrives while a batch is being written makes up the next one. */
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

  /** Runs `task` while no batch is under way. */
  between<T>(task: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#between.push(() => task().then(resolve, reject));
      this.#wake();
    });
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    await this.#draining;
  }

  #wake(): void {
    this.#draining ??= this.#drain();
  }

  async #drain(): Promise<void> {
    let haveWritten = false;
    while (this.#waiting.length > 0 || this.#between.length > 0) {
      // After a pause all who ask in the same turn share a batch. What came during a write goes
      // to disk at once, which then works while the callers before are being answered.
      if (!haveWritten) await nextTurn();
      for (const task of this.#between.splice(0)) await task();
      haveWritten = await this.#write(this.#waiting.splice(0, batchLimit));
    }
    // In the same breath as the last look: who comes a moment later must wake the queue again.
    this.#draining = null;
  }

  /** True when there was something to write, and it is durable. */
  async #write(batch: Waiting[]): Promise<boolean> {
    const { tables, append, committed } = this.#options;
    let plan: BatchPlan;
    try {
      const requests = batch.map(({ request }) => request);
      plan = planBatch(tables, requests, this.#sequence);
      if (plan.lines !== "") await append(Buffer.from(plan.lines));
    } catch (error) {
      // Refusals too were decided against commits that now haven't happened.
      for (const { reject } of batch) reject(error);
      return false;
    }
    for (const step of plan.steps) {
      if (step.type === "commit") tables.apply(step.changes, step.sequence);
      else tables.lease(step.kind, step.jobs);
    }
    this.#sequence = plan.sequence;
    batch.forEach(({ resolve }, place) => {
      resolve(plan.outcomes[place]!);
    });
    const changes = plan.steps.flatMap((step) => (step.type === "commit" ? step.changes : []));
    if (changes.length > 0) committed(changes);
    return plan.lines !== "";
  }
}
