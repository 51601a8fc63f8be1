import { askHost } from "../../hosts/ask-host.ts";
import { effectsOf } from "../../hosts/tag-policies.ts";
import { depthLimits } from "../../model/limits.ts";
import type { BrainServices } from "../../ports/services.ts";
import { edgeStatements } from "./ingest-hosts.ts";

export interface AnswersAhead {
  /** Resolves once the answers over every snapshot that is known so far are kept. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

interface Terms {
  services: Pick<BrainServices, "store" | "clock" | "ask" | "evaluator" | "pathfinder">;
  onError(error: unknown): void;
}

/**
 * Answers the pathfinder's statements over each snapshot when it arrives, one host at a time, so
 * that the first question about paths of a large estate reads the answers instead of computing them.
 */
export function startAnswersAhead({ services, onError }: Terms): AnswersAhead {
  const { store } = services;
  const pending = new Set<string>();
  const stopping = new AbortController();
  let working: Promise<void> | null = null;

  async function work(): Promise<void> {
    for (const id of pending) {
      if (stopping.signal.aborted) return;
      pending.delete(id);
      await answerAhead(id, services, stopping.signal).catch(onError);
    }
  }

  function add(ids: Iterable<string>): void {
    for (const id of ids) pending.add(id);
    if (pending.size === 0 || stopping.signal.aborted) return;
    // A snapshot that arrives meanwhile is answered by the same loop.
    working ??= work().finally(() => {
      working = null;
    });
  }

  const scan = () => allSnapshots(services).then(add, onError);
  const unwatch = store.watch(
    (changed) => add(changed.filter(({ kind }) => kind === "snapshot").map(({ id }) => id)),
    () => void scan(),
  );
  const scanned = scan();
  return {
    async settled() {
      await scanned;
      while (working) await working;
    },
    async stop() {
      stopping.abort();
      unwatch();
      await scanned;
      await working;
    },
  };
}

async function allSnapshots({ store }: Terms["services"]): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of store.scan("snapshot")) ids.push(id);
  return ids;
}

/** Nothing is computed if the answers over this snapshot are kept. */
async function answerAhead(
  id: string,
  services: Terms["services"],
  signal: AbortSignal,
): Promise<void> {
  const { store } = services;
  const agent = (await store.find("agent", id))?.record;
  if (!agent) return;
  const policies = [];
  for await (const policy of store.scan("policy"))
    if (policy.account_id === agent.account_id) policies.push(policy);
  const limits = depthLimits.standard;
  await askHost(
    agent,
    {
      investigationId: "",
      mode: "cached",
      statements: edgeStatements(agent.os, { services, limits }),
      deniedBy: effectsOf(policies, agent.tags).deniedBy,
      snapshotFreshMs: limits.snapshotFreshMs,
      timeoutMs: limits.planTimeoutMs,
      keepsAnswers: true,
      signal,
    },
    services,
  );
}
