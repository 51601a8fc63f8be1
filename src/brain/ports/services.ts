import type { Tags } from "../../contract/common.ts";
import type { EventDraft } from "../../contract/event.ts";
import type { PlanResult, PlanStatement, StatementResult, TableGap } from "../../contract/plan.ts";
import type { Reading } from "../../contract/reading.ts";
import type { Receipt } from "../../contract/receipt.ts";
import type { GapReason } from "../../contract/summary.ts";
import type { Clock } from "../../core/clock.ts";
import type { Change, Store } from "../../store/port/store.ts";
import type { AgentRecord } from "../../store/records.ts";
import type { Catalogue } from "../detections/catalogue.ts";
import type { Pathfinder } from "../pathfinder/model/pathfinder.ts";

/** One plan for one agent. */
export interface AskRequest {
  agent: AgentRecord;
  investigationId: string;
  statements: PlanStatement[];
  /** How long the agent has, in ms. */
  timeoutMs: number;
  signal: AbortSignal;
}

/** What an agent answered, its receipt already checked, or why there is nothing. */
export type AskOutcome =
  | { ok: true; result: PlanResult; receipt: Receipt }
  | { ok: false; reason: GapReason; detail: string };

/** Rows by table as JSON text; `null` is a table that was denied when its snapshot was taken. */
export type SnapshotTables = Record<string, string>;

/** SQL over given rows, with the semantics of an agent. */
export interface Evaluator {
  /** The tables a statement reads; null when it can't be prepared. */
  tablesRead(sql: string): Promise<string[] | null>;
  overSnapshots(
    statements: PlanStatement[],
    snapshot: { rows: SnapshotTables; gaps: Record<string, TableGap[]> },
    signal: AbortSignal,
  ): Promise<StatementResult[]>;
  /** One statement over the table `rows`. */
  overRows(sql: string, columns: string[], rows: StatementResult["rows"]): Promise<StatementResult>;
}

/** Everything a run needs from outside the brain. */
export interface BrainServices {
  store: Store;
  clock: Clock;
  catalogue: Catalogue;
  /** Every agent of an account, with when it was last heard of. */
  agentsOf(accountId: string): Promise<AgentRecord[]>;
  read(question: string, fleet: { hosts: string[]; tags: Tags[] }): Reading;
  ask(request: AskRequest): Promise<AskOutcome>;
  evaluator: Evaluator;
  pathfinder: Pathfinder;
  /** What a kind of data is called, in the plural: "listening sockets". */
  nounOf(kind: string): string | undefined;
  /** The records that make an event known, to go into the commit of the change that caused it. */
  emit(event: EventDraft): Change[];
}
