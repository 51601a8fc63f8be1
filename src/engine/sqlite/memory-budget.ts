/** The memory of SQLite that the threads of an engine may have together. */
export interface MemoryBudget {
  totalBytes: number;
  /** What each thread uses, in bytes. */
  usage: SharedArrayBuffer;
}

/** A thread's part of a budget, passed to it when it starts. */
export interface ThreadBudget extends MemoryBudget {
  slot: number;
}

export function createMemoryBudget(totalBytes: number, maxThreads: number): MemoryBudget {
  return { totalBytes, usage: new SharedArrayBuffer(4 * maxThreads) };
}

/** A slot that no thread has; a thread leaves its slot when it ends. */
export function takeSlot(budget: MemoryBudget): ThreadBudget & { leave(): void } {
  const usage = new Int32Array(budget.usage);
  const slot = Math.max(0, usage.indexOf(0));
  Atomics.store(usage, slot, 1);
  return { ...budget, slot, leave: () => Atomics.store(usage, slot, 0) };
}

/** Records what a thread uses; true if it must stop, because it has more than its share of an exceeded budget. */
export function exceedsBudget({ usage, slot, totalBytes }: ThreadBudget, bytes: number): boolean {
  const all = new Int32Array(usage);
  Atomics.store(all, slot, bytes);
  const used = all.filter((one) => one > 0);
  const total = used.reduce((sum, one) => sum + one, 0);
  return total > totalBytes && bytes > totalBytes / used.length;
}
