import { type ResourceLimits, Worker } from "node:worker_threads";
import type { PlanStatement } from "../../contract/plan.ts";
import { type MemoryBudget, takeSlot } from "../sqlite/memory-budget.ts";
import {
  type CompleteRequest,
  noStatement,
  type WorkerHost,
  type WorkerMessage,
  type WorkerRequest,
  type WorkerStart,
} from "./worker-protocol.ts";

/** How a request ended: the worker is free again, or gone. */
export type RequestOutcome =
  | { worker: "free"; memoryBytes: number }
  | { worker: "gone"; message: string };

/** A worker thread that serves one request at a time. */
export interface EngineWorker {
  serve(
    request: CompleteRequest,
    onMessage: (message: WorkerMessage) => void,
  ): Promise<RequestOutcome>;
  /** The index of the statement that runs; null between statements. */
  position(): number | null;
  /** Ends the thread; the current request ends as `gone`. */
  terminate(message: string): void;
  /** Resolves when the thread has ended and its memory is free. */
  ended: Promise<void>;
}

export function startWorker(
  url: URL,
  {
    host,
    reusableBytes,
    resourceLimits = {},
    budget,
  }: {
    host: WorkerHost;
    reusableBytes: number;
    resourceLimits?: ResourceLimits;
    budget?: MemoryBudget | undefined;
  },
): EngineWorker {
  const { leave = () => {}, ...thread } = budget ? takeSlot(budget) : {};
  const position = new Int32Array(new SharedArrayBuffer(4));
  const start: WorkerStart = {
    host,
    url: url.href,
    position: position.buffer as SharedArrayBuffer,
    reusableBytes,
    ...("slot" in thread && { budget: thread }),
  };
  const worker = new Worker(url, {
    workerData: start,
    name: "inquest-engine",
    // The process's own flags are not passed on: threads reject some of them (`--input-type`).
    execArgv: [],
    resourceLimits,
  });
  let settle: ((end: RequestOutcome) => void) | null = null;
  let receive: (message: WorkerMessage) => void = () => {};
  let sent: PlanStatement[] = [];
  let gone: string | null = null;

  function finish(end: RequestOutcome): void {
    // An idle worker must not keep the process alive.
    worker.unref();
    receive = () => {};
    const settled = settle;
    settle = null;
    settled?.(end);
  }

  function markGone(message: string): void {
    gone ??= message;
    finish({ worker: "gone", message: gone });
  }

  worker.on("message", (message: WorkerMessage) => {
    if (message.type === "done") finish({ worker: "free", memoryBytes: message.memoryBytes });
    else if (message.type === "broken") endThread(message.message);
    else receive(message);
  });
  worker.on("error", (error) => markGone(error.message));
  const ended = new Promise<void>((resolve) => {
    worker.on("exit", () => {
      leave();
      markGone("the worker exited");
      resolve();
    });
  });
  worker.unref();

  function endThread(message: string): void {
    markGone(message);
    // Not awaited: a thread that hangs in a system call ends only when the call returns.
    void worker.terminate();
  }

  /** Statements are compared by identity: those of a fleet's plan are the same objects. */
  function withoutKnown(request: CompleteRequest): WorkerRequest {
    if (request.type !== "run") return request;
    const { statements } = request;
    if (statements.length === sent.length && statements.every((one, at) => one === sent[at]))
      return { ...request, statements: null };
    sent = statements;
    return request;
  }

  return {
    serve(request, onMessage) {
      if (gone !== null) return Promise.resolve({ worker: "gone", message: gone });
      receive = onMessage;
      Atomics.store(position, 0, noStatement);
      worker.ref();
      worker.postMessage(withoutKnown(request));
      return new Promise((resolve) => {
        settle = resolve;
      });
    },
    position() {
      const index = Atomics.load(position, 0);
      return index === noStatement ? null : index;
    },
    terminate: endThread,
    ended,
  };
}
