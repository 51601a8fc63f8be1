import { Worker } from "node:worker_threads";
import type { EstatePort, HostFacts, PathOutcome, RootPaths } from "../model/types.ts";
import type { PathRules } from "../rules/load-edge-rules.ts";
import type { AskMessage, EstateMessage, EstateQuestions, EstateReply } from "./messages.ts";

type AnyAnswer = EstateQuestions[keyof EstateQuestions]["answer"];

interface Waiting {
  resolve(answer: AnyAnswer): void;
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
    open: (name) => estateInWorker(name, { post, ask }),
    async close() {
      await worker?.terminate();
    },
  };

  function ask(message: Question, signal: AbortSignal): Promise<AnyAnswer> {
    const id = ++lastId;
    const stop = new Int32Array(new SharedArrayBuffer(4));
    const giveUp = () => Atomics.store(stop, 0, 1);
    signal.addEventListener("abort", giveUp, { once: true });
    if (signal.aborted) giveUp();
    return new Promise<AnyAnswer>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      post({ ...message, id, stop } as AskMessage);
    }).finally(() => signal.removeEventListener("abort", giveUp));
  }
}

type Question = {
  [Type in keyof EstateQuestions]: {
    type: Type;
    estate: string;
    request: EstateQuestions[Type]["request"];
  };
}[keyof EstateQuestions];

function settle(waiting: Map<number, Waiting>, reply: EstateReply): void {
  const one = waiting.get(reply.id);
  waiting.delete(reply.id);
  if ("answer" in reply) one?.resolve(reply.answer);
  else one?.reject(new Error(reply.error));
}

interface Sending {
  post(message: EstateMessage): void;
  ask(message: Question, signal: AbortSignal): Promise<AnyAnswer>;
}

function estateInWorker(estate: string, { post, ask }: Sending): EstatePort {
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
    // The thread answers each message with the type of answer that its question has.
    search: async (request, signal) =>
      (await ask({ type: "search", estate, request }, signal)) as PathOutcome,
    findRootPaths: async (request, signal) =>
      (await ask({ type: "findRootPaths", estate, request }, signal)) as RootPaths,
  };
}
