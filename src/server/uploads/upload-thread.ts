import { Worker } from "node:worker_threads";
import type { UploadReplies, UploadRequest } from "./messages.ts";

/** A thread that reads uploads, started on demand and ended when idle, which frees its memory. */
export interface UploadThread {
  /** Sends one request; the caller waits for the reply before the next one. */
  request<T extends UploadRequest["type"]>(
    request: Extract<UploadRequest, { type: T }>,
  ): Promise<UploadReplies[T]>;
  /** No further request follows for now. */
  rest(): void;
  close(): Promise<void>;
}

const idleMs = 5_000;

export function createUploadThread(workerUrl: URL): UploadThread {
  let worker: Worker | null = null;
  let waiting: { resolve(reply: unknown): void; reject(error: Error): void } | null = null;
  let idle: NodeJS.Timeout | undefined;

  function start(): Worker {
    const started = new Worker(workerUrl, { name: "inquest-uploads", execArgv: [] });
    started.unref();
    started.on("message", (reply) => {
      const settled = waiting;
      waiting = null;
      settled?.resolve(reply);
    });
    const gone = (error: Error) => {
      // An idle thread that was ended may exit when the next one already has a request.
      if (worker !== started) return;
      worker = null;
      waiting?.reject(error);
      waiting = null;
    };
    started.on("error", gone);
    started.on("exit", () => gone(new Error("the upload thread exited")));
    return started;
  }

  return {
    request: <T extends UploadRequest["type"]>(request: Extract<UploadRequest, { type: T }>) => {
      clearTimeout(idle);
      worker ??= start();
      const { promise, resolve, reject } = withResolvers<UploadReplies[T]>();
      waiting = { resolve: resolve as (reply: unknown) => void, reject };
      worker.ref();
      worker.postMessage(request);
      return promise;
    },
    rest() {
      worker?.unref();
      clearTimeout(idle);
      idle = setTimeout(() => {
        const ended = worker;
        worker = null;
        void ended?.terminate();
      }, idleMs);
      idle.unref();
    },
    async close() {
      clearTimeout(idle);
      await worker?.terminate();
    },
  };
}

function withResolvers<T>() {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((onDone, onFailure) => {
    resolve = onDone;
    reject = onFailure;
  });
  return { promise, resolve, reject };
}
