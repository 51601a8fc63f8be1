import type { PlanStatement, StatementResult } from "../../contract/plan.ts";
import type { GapReason } from "../../contract/summary.ts";
import type { AgentRecord } from "../../store/records.ts";
import type { HostAnswer } from "../model/host-answer.ts";
import type { BrainServices } from "../ports/services.ts";
import { type KeptTable, snapshotOf } from "../snapshots/find-snapshot.ts";
import type { HostQuestion } from "./host-question.ts";
import { withholdDenied } from "./withhold-denied.ts";

/**
 * Asks one host, from its snapshots where the mode allows, else live. Statements that read a
 * denied table are not asked, and their results say so. Never rejects.
 */
export async function askHost(
  agent: AgentRecord,
  question: HostQuestion,
  services: Pick<BrainServices, "store" | "clock" | "ask" | "evaluator">,
): Promise<HostAnswer> {
  const { allowed, denied } = await withholdDenied(question, services.evaluator);
  if (allowed.length === 0) return answered(agent, "cached", denied);
  const rest = { ...question, statements: allowed };
  const cached = question.mode === "live" ? null : await fromSnapshots(agent, rest, services);
  const answer = cached ?? (await askLive(agent, rest, services));
  // Of a host that said nothing the policies are the lesser gap.
  if (answer.gap) return answer;
  for (const result of denied) answer.results.set(result.id, result);
  return answer;
}

async function askLive(
  agent: AgentRecord,
  { investigationId, statements, timeoutMs, signal }: HostQuestion,
  { ask }: Pick<BrainServices, "ask">,
): Promise<HostAnswer> {
  const outcome = await ask({ agent, investigationId, statements, timeoutMs, signal });
  if (!outcome.ok) return unanswered(agent, "live", outcome);
  const { result, receipt } = outcome;
  if (result.refused) {
    const detail = result.refused.message;
    const gap = { reason: "denied", detail, isRefusal: true } as const;
    return { ...unanswered(agent, "live", gap), gap, receipt };
  }
  return { ...answered(agent, "live", result.results), receipt };
}

/** What a snapshot lacks for these reasons a live run would lack as well. */
const lasting = new Set<GapReason>(["denied", "table_missing", "policy"]);

/** Null when `auto` has to ask live because a table it needs is stale or was never sent. */
async function fromSnapshots(
  agent: AgentRecord,
  question: HostQuestion,
  services: Pick<BrainServices, "store" | "clock" | "evaluator">,
): Promise<HostAnswer | null> {
  const { mode, statements, snapshotFreshMs, signal } = question;
  const { store, clock, evaluator } = services;
  const snapshot = await snapshotOf(store, agent);
  const isGoodAsLive = ({ collected_at, gaps }: KeptTable) =>
    gaps.every(({ reason }) => lasting.has(reason)) &&
    clock.now() - Date.parse(collected_at) <= snapshotFreshMs;
  const usable = Object.fromEntries(
    Object.entries(snapshot?.tables ?? {}).filter(
      ([, snapshot]) => mode === "cached" || isGoodAsLive(snapshot),
    ),
  );
  const needs = await Promise.all(
    statements.map(async (statement) => ({
      statement,
      tables: (await evaluator.tablesRead(statement.sql)) ?? [],
    })),
  );
  const isCovered = ({ tables }: { tables: string[] }) => tables.every((table) => table in usable);
  const covered = needs.filter(isCovered);
  if (mode === "auto" && covered.length < needs.length) return null;
  const needed = needs.some(({ tables }) => tables.length > 0);
  if (Object.keys(usable).length === 0 && needed) {
    return unanswered(agent, "cached", {
      reason: "offline",
      detail: "it has sent no snapshot yet",
    });
  }
  const wanted = covered.flatMap(({ tables }) => tables);
  const rows = snapshot ? await snapshot.read(wanted) : {};
  if (!rows) return fromSnapshots(agent, question, services);
  const evaluated = await evaluator.overSnapshots(
    covered.map(({ statement }) => statement),
    { rows, gaps: Object.fromEntries(wanted.map((name) => [name, usable[name]?.gaps ?? []])) },
    signal,
  );
  const missing = needs
    .filter((need) => !isCovered(need))
    .map(({ statement, tables }) =>
      noSnapshot(
        statement,
        tables.filter((table) => !(table in usable)),
      ),
    );
  return answered(agent, "cached", [...evaluated, ...missing]);
}

function noSnapshot({ id }: PlanStatement, absent: string[]): StatementResult {
  return {
    id,
    columns: [],
    rows: [],
    row_count: 0,
    truncated: false,
    gaps: [],
    error: { reason: "table_missing", message: `no snapshot of ${absent.join(", ")}` },
    duration_ms: 0,
  };
}

function answered(
  agent: AgentRecord,
  source: HostAnswer["source"],
  results: StatementResult[],
): HostAnswer {
  return {
    agent,
    source,
    results: new Map(results.map((result) => [result.id, result])),
    gap: null,
    receipt: null,
  };
}

function unanswered(
  agent: AgentRecord,
  source: HostAnswer["source"],
  { reason, detail }: { reason: GapReason; detail: string },
): HostAnswer {
  return { agent, source, results: new Map(), gap: { reason, detail }, receipt: null };
}
