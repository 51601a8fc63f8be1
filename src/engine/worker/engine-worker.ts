import { type ResourceLimits, Worker } from "node:worker_threads";
import type { WorkerHost, WorkerMessage, WorkerRequest } from "./worker-protocol.ts";

/** Why a request ended: the worker is free again, or it is gone. */
export type RequestOutcome =
  | { worker: "free"; memoryBytes: number }
  | { worker: "gone"; message: string };

/** A worker thread that serves one request at a time. */
export interface EngineWorker {
  serve(request: WorkerRequest, onMessage: (message: WorkerMessage) => void): Promise<RequestOutcome>;
  /** Ends the thread; a request under way ends as `gone`. */
  terminate(message: string): void;
}

export function startWorker(
  url: URL,
  host: WorkerHost,
  resourceLimits: ResourceLimits = {},
): EngineWorker {
  const worker = new Worker(url, {
    workerData: host,
    name: "inquest-engine",
    // Not the process's own flags: some (`--input-type`) are refused in a thread.
    execArgv: [],
    resourceLimits,
  });
  let settle: ((end: RequestOutcome) => void) | null = null;
  let hear: (message: WorkerMessage) => void = () => {};
  let gone: string | null = null;

  function finish(end: RequestOutcome): void {
    // An idle worker doesn't keep the process from ending.
    worker.unref();
    hear = () => {};
    const settled = settle;
    settle = null;
    settled?.(end);
  }

  function leave(message: string): void {
    gone ??= message;
    finish({ worker: "gone", message: gone });
  }

  worker.on("message", (message: WorkerMessage) => {
    if (message.type === "done") finish({ worker: "free", memoryBytes: message.memoryBytes });
    else if (message.type === "broken") endThread(message.message);
    else hear(message);
  });
  worker.on("error", (error) => leave(error.message));
  worker.on("exit", () => leave("the worker ended"));
  worker.unref();

  function endThread(message: string): void {
    leave(message);
    // Not awaited: a thread that hangs in a system call ends only with it.
    void worker.terminate();
  }

  return {
    serve(request, onMessage) {
      if (gone !== null) return Promise.resolve({ worker: "gone", message: gone });
      hear = onMessage;
      worker.ref();
      worker.postMessage(request);
      return new Promise((resolve) => {
        settle = resolve;
      });
    },
    terminate: endThread,
  };
}
