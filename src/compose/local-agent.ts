import { createHmac } from "node:crypto";
import type { Engine } from "../agent/engine/types.ts";
import { createSeenPlans } from "../agent/plan/seen-plans.ts";
import { signPlan } from "../agent/plan/sign-plan.ts";
import { type SigningKey, signingKeyOf } from "../agent/plan/signing-key.ts";
import { verifyResult } from "../agent/plan/verify-result.ts";
import { runPlan } from "../agent/run-plan.ts";
import type { AskOutcome, AskRequest, EventDraft } from "../brain/ports.ts";
import type { Plan } from "../contract/plan.ts";
import { type Clock, isoTime } from "../core/clock.ts";
import { startDeadline } from "../core/deadline.ts";
import { newId } from "../core/ids.ts";
import type { AgentRecord, Change, Store } from "../store/port.ts";
import { factsOfThisHost } from "./this-host.ts";

export interface LocalAgentParts {
  store: Store;
  clock: Clock;
  engine: Engine;
  emit(event: EventDraft): Change[];
  planKey: SigningKey;
  secretKey: Uint8Array;
  apiKeyHash: Uint8Array;
  accountId: string;
  version: string;
}

/** This machine's own agent: it gets the same signed plans and gives the same receipts as one across the network. */
export interface LocalAgent {
  record: AgentRecord;
  ask(request: AskRequest): Promise<AskOutcome>;
}

export async function startLocalAgent(parts: LocalAgentParts): Promise<LocalAgent> {
  const { engine, clock, planKey, apiKeyHash } = parts;
  const agentKey = agentKeyOf(parts.secretKey);
  const record = await register(parts, agentKey);
  const seen = createSeenPlans();
  const verify = { agentId: record.agent_id, publicKey: planKey.publicKey, apiKeyHash };
  return {
    record,
    async ask(request) {
      const plan = draftPlan(request, clock);
      const signed = signPlan(plan, { key: planKey, apiKeyHash });
      const { signal, clear } = startDeadline(request.signal, request.timeoutMs);
      const work = runPlan(signed, { verify, engine, agentKey, clock, seen, signal });
      const receipt = await untilAborted(work, signal).finally(clear);
      if (!receipt)
        return {
          ok: false,
          reason: "timed_out",
          detail: `no answer in ${request.timeoutMs / 1000} s`,
        };
      const verdict = verifyResult(receipt, {
        publicKey: agentKey.publicKey,
        planId: plan.plan_id,
        agentId: record.agent_id,
      });
      return verdict.ok ? verdict : { ok: false, reason: "error", detail: verdict.message };
    },
  };
}

/** Derived, so that the same machine stays the same agent and no further key file is needed. */
function agentKeyOf(secretKey: Uint8Array): SigningKey {
  return signingKeyOf(
    createHmac("sha256", secretKey).update("inquest local agent key v1").digest(),
  );
}

async function register(
  { store, clock, engine, emit, accountId, version }: LocalAgentParts,
  agentKey: SigningKey,
): Promise<AgentRecord> {
  const facts = factsOfThisHost();
  const agentId = `service-${facts.hostname}`;
  const id = `${accountId}/${agentId}`;
  const before = (await store.find("agent", id))?.record;
  const now = isoTime(clock.now());
  const record: AgentRecord = {
    id,
    account_id: accountId,
    agent_id: agentId,
    ...facts,
    agent_version: version,
    tags: before?.tags ?? {},
    tables: (await engine.tables()).filter(({ here }) => here).map(({ name }) => name),
    public_key: agentKey.publicKey.toString("base64"),
    first_seen_at: before?.first_seen_at ?? now,
    last_heartbeat_at: now,
  };
  const { agent_id, hostname, os, os_version, arch, tags } = record;
  const event = {
    accountId,
    type: "agent.registered" as const,
    data: { tags, agent: { agent_id, hostname, os, os_version, arch } },
  };
  await store.commit([{ type: "put", kind: "agent", record }, ...(before ? [] : emit(event))]);
  return record;
}

function draftPlan(
  { agent, investigationId, statements, timeoutMs }: AskRequest,
  clock: Clock,
): Plan {
  const now = clock.now();
  return {
    plan_id: newId("pln", now),
    investigation_id: investigationId,
    agent_id: agent.agent_id,
    issued_at: isoTime(now),
    expires_at: isoTime(now + timeoutMs),
    statements,
  };
}

/** The result, or undefined when the time is up or the run was stopped first. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  let stop = () => {};
  const over = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([over, work]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
