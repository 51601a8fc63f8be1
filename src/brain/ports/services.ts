import type { Tags } from "../../contract/common.ts";
import type { EventDraft } from "../../contract/event.ts";
import type { PlanResult, PlanStatement, StatementResult, TableGap } from "../../contract/plan.ts";
import type { Reading } from "../../contract/reading.ts";
import type { Receipt } from "../../contract/receipt.ts";
import type { GapReason } from "../../contract/summary.ts";
import type { Clock } from "../../core/clock.ts";
import type { Change, Store } from "../../store/port/store.ts";
import type { AgentRecord } from "../../store/records.ts";
import type { Judge } from "../advisories/create-judge.ts";
import type { Catalogue } from "../detections/catalogue.ts";
import type { KindWords } from "../model/kind-words.ts";
import type { Pathfinder } from "../pathfinder/model/pathfinder.ts";
import type { Previous } from "../questions/model/previous.ts";

/** One plan for one agent. */
export interface AskRequest {
  agent: AgentRecord;
  investigationId: string;
  statements: PlanStatement[];
  /** The time limit for the agent, in ms. */
  timeoutMs: number;
  signal: AbortSignal;
}

/** An agent's answer with its verified receipt, or the reason why there is none. */
export type AskOutcome =
  | { ok: true; result: PlanResult; receipt: Receipt }
  | { ok: false; reason: GapReason; detail: string };

/** Rows by table as JSON text; `null` is a table that was denied when its snapshot was taken. */
export type SnapshotTables = Record<string, string>;

/** Runs SQL over given rows, with an agent's semantics. */
export interface Evaluator {
  /** The tables that a statement reads; null if it can't be prepared. */
  tablesRead(sql: string): Promise<string[] | null>;
  overSnapshots(
    statements: PlanStatement[],
    snapshot: { rows: SnapshotTables; gaps: Record<string, TableGap[]> },
    signal: AbortSignal,
  ): Promise<StatementResult[]>;
  /** One statement over the table `rows`. */
  overRows(sql: string, columns: string[], rows: StatementResult["rows"]): Promise<StatementResult>;
}

/** An answer's rows, with the question and our own sentences, for a language model to summarise. */
export interface SharedAnswer {
  question: string;
  narrative: string;
  columns: string[];
  rows: StatementResult["rows"];
  rowCount: number;
}

/** What the words of a question may name, and the question that it may refine. */
export interface Estate {
  accountId: string;
  hosts: string[];
  tags: Tags[];
  previous?: Previous | undefined;
}

/** The services that a run needs from outside the brain. */
export interface BrainServices {
  store: Store;
  clock: Clock;
  catalogue: Catalogue;
  /** Every agent of an account, with its last heartbeat. */
  agentsOf(accountId: string): Promise<AgentRecord[]>;
  /**
   * The reading of a question to an estate. One that the reader is unsure of may wait for a language
   * model, until the signal aborts.
   */
  read(question: string, estate: Estate, signal: AbortSignal): Promise<Reading>;
  /** A language model's sentence on the rows of an answer, if it may see them; null without one. */
  remark?(
    answer: SharedAnswer,
    caller: { accountId: string; signal: AbortSignal },
  ): Promise<string | null>;
  ask(request: AskRequest): Promise<AskOutcome>;
  evaluator: Evaluator;
  pathfinder: Pathfinder;
  /** Compares packages with the operator's advisories; absent without any. */
  advisories?: Judge | undefined;
  /** How a kind of data is put into words. */
  wordsOf(kind: string): KindWords | undefined;
  /** What the numbers are in columns that are called alike everywhere. */
  columnFormats: KindWords["formats"];
  /** The records of an event and its deliveries, for the commit of the change that caused it. */
  emit(event: EventDraft): Change[];
}
