import type { PlanStatement, StatementResult } from "../../contract/plan.ts";
import type { GapReason } from "../../contract/summary.ts";
import { ownValue } from "../../core/own-value.ts";
import type { AgentRecord } from "../../store/records.ts";
import { type HostAnswer, isCutShort } from "../model/host-answer.ts";
import type { BrainServices } from "../ports/services.ts";
import { loadSnapshot, type StoredTable } from "../snapshots/find-snapshot.ts";
import { keepAnswers, keptAnswers, keyOfStatements } from "../snapshots/kept-answers.ts";
import { failAbsentSources } from "./fail-absent-sources.ts";
import type { HostQuestion } from "./host-question.ts";
import { withholdDenied } from "./withhold-denied.ts";

/**
 * Answers a host's statements from its snapshot where the mode allows, otherwise live. Statements
 * that read a denied table are withheld and get an error result. Never rejects.
 */
export async function askHost(
  agent: AgentRecord,
  question: HostQuestion,
  services: Pick<BrainServices, "store" | "clock" | "ask" | "evaluator">,
): Promise<HostAnswer> {
  const { allowed, denied } = await withholdDenied(question, services.evaluator);
  if (allowed.length === 0) return answered(agent, "cached", denied);
  const permitted = { ...question, statements: allowed };
  const cached = question.mode === "live" ? null : await fromSnapshots(agent, permitted, services);
  const answer = cached ?? (await askLive(agent, permitted, services));
  // For a host without an answer that is the more important gap.
  if (answer.gap) return answer;
  for (const result of denied) answer.results.set(result.id, result);
  return answer;
}

async function askLive(
  agent: AgentRecord,
  { investigationId, statements, timeoutMs, signal }: HostQuestion,
  { ask, evaluator }: Pick<BrainServices, "ask" | "evaluator">,
): Promise<HostAnswer> {
  const outcome = await ask({ agent, investigationId, statements, timeoutMs, signal });
  if (!outcome.ok) return unanswered(agent, "live", outcome);
  const { result, receipt } = outcome;
  if (result.refused) {
    const detail = result.refused.message;
    const gap = { reason: "denied", detail, isRefusal: true } as const;
    return { ...unanswered(agent, "live", gap), gap, receipt };
  }
  const results = await failAbsentSources(result.results, { statements, evaluator });
  return { ...answered(agent, "live", results), receipt };
}

/** Gaps for these reasons would occur in a live run as well. */
const lasting = new Set<GapReason>(["denied", "table_missing", "policy"]);

/** Null if `auto` has to ask live, because a required table is stale or was never sent. */
async function fromSnapshots(
  agent: AgentRecord,
  question: HostQuestion,
  services: Pick<BrainServices, "store" | "clock" | "evaluator">,
): Promise<HostAnswer | null> {
  const { mode, statements, snapshotFreshMs, signal } = question;
  const { store, clock, evaluator } = services;
  const snapshot = await loadSnapshot(store, agent);
  const isGoodAsLive = ({ collected_at, gaps }: StoredTable) =>
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
  const isCovered = ({ tables }: { tables: string[] }) =>
    tables.every((table) => Object.hasOwn(usable, table));
  const covered = needs.filter(isCovered);
  if (mode === "auto" && covered.length < needs.length) return null;
  const needed = needs.some(({ tables }) => tables.length > 0);
  if (Object.keys(usable).length === 0 && needed) {
    return unanswered(agent, "cached", {
      reason: "offline",
      detail: "the agent has sent no snapshot yet",
    });
  }
  const evaluated = await evaluate(covered.map(({ statement }) => statement));
  if (!evaluated) return fromSnapshots(agent, question, services);
  const missing = needs
    .filter((need) => !isCovered(need))
    .map(({ statement, tables }) =>
      noSnapshot(
        statement,
        tables.filter((table) => !Object.hasOwn(usable, table)),
      ),
    );
  return answered(agent, "cached", [...evaluated, ...missing]);

  /** Null if another snapshot has replaced this one meanwhile. */
  async function evaluate(asked: PlanStatement[]): Promise<StatementResult[] | null> {
    const key = question.keepsAnswers ? keyOfStatements(asked) : null;
    const kept = snapshot && key ? await keptAnswers(snapshot.record, key, services) : null;
    if (kept) return kept;
    const wanted = covered.flatMap(({ tables }) => tables);
    const rows = snapshot ? await snapshot.read(wanted) : {};
    if (!rows) return null;
    const gaps = Object.fromEntries(
      wanted.map((name) => [name, ownValue(usable, name)?.gaps ?? []]),
    );
    const results = await evaluator.overSnapshots(asked, { rows, gaps }, signal);
    if (snapshot && key && !signal.aborted && !isCutShort(results))
      await keepAnswers(snapshot.record, { key, results }, services);
    return results;
  }
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
