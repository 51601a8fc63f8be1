import { Worker } from "node:worker_threads";
import type { EstatePort, HostFacts, PathOutcome } from "../model/types.ts";
import type { PathRules } from "../rules/load-edge-rules.ts";
import type { EstateMessage, EstateReply } from "./messages.ts";

interface Waiting {
  resolve(outcome: PathOutcome): void;
  reject(error: Error): void;
}

export interface Estates {
  /** Opens the estate with this name, empty at first. */
  open(name: string): EstatePort;
  close(): Promise<void>;
}

/**
 * Runs all estates in one worker thread, started with the first message: a search over ten thousand
 * hosts takes seconds, during which the server has to answer. Searches run one after the other.
 */
export function startEstates(workerUrl: URL, rules: () => PathRules): Estates {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let lastId = 0;

  const start = () => {
    const { edgeRules, factRules } = rules();
    const started = new Worker(workerUrl, { workerData: { edgeRules, factRules } });
    started.on("message", (reply: EstateReply) => settle(waiting, reply));
    started.on("error", (error) => {
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    });
    started.unref();
    return started;
  };
  const post = (message: EstateMessage) => {
    worker ??= start();
    worker.postMessage(message);
  };

  return {
    open: (name) => estateInWorker(name, { post, search }),
    async close() {
      await worker?.terminate();
    },
  };

  function search(
    message: Omit<EstateMessage & { type: "search" }, "id" | "stop">,
    signal: AbortSignal,
  ): Promise<PathOutcome> {
    const id = ++lastId;
    const stop = new Int32Array(new SharedArrayBuffer(4));
    const giveUp = () => Atomics.store(stop, 0, 1);
    signal.addEventListener("abort", giveUp, { once: true });
    if (signal.aborted) giveUp();
    return new Promise<PathOutcome>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      post({ ...message, id, stop });
    }).finally(() => signal.removeEventListener("abort", giveUp));
  }
}

function settle(waiting: Map<number, Waiting>, reply: EstateReply): void {
  const one = waiting.get(reply.id);
  waiting.delete(reply.id);
  if ("outcome" in reply) one?.resolve(reply.outcome);
  else one?.reject(new Error(reply.error));
}

interface Sending {
  post(message: EstateMessage): void;
  search(
    message: Omit<EstateMessage & { type: "search" }, "id" | "stop">,
    signal: AbortSignal,
  ): Promise<PathOutcome>;
}

function estateInWorker(estate: string, { post, search }: Sending): EstatePort {
  const hosts = new Map<string, Pick<HostFacts, "collectedAt" | "source">>();
  return {
    hosts: () => hosts,
    replace(facts) {
      const { agent_id, collectedAt, source } = facts;
      hosts.set(agent_id, { collectedAt, source });
      post({ type: "replace", estate, facts });
    },
    remove(agentId) {
      hosts.delete(agentId);
      post({ type: "remove", estate, agentId });
    },
    search: (request, signal) => search({ type: "search", estate, request }, signal),
  };
}
