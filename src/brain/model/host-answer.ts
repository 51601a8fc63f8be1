import type { StatementResult } from "../../contract/plan.ts";
import type { Receipt } from "../../contract/receipt.ts";
import type { GapReason } from "../../contract/summary.ts";
import type { AgentRecord } from "../../store/records.ts";

/** The operator's advisories behind a host's answer. */
export interface UsedAdvisories {
  /** When those for each ecosystem of the host were last changed, in ms. */
  changedAt: Map<string, number>;
  /** Packages whose vulnerabilities no version fixes yet. */
  unfixed: { package: string; ids: string[] }[];
}

/** One host's answer to its statements, or the reason why there is none. */
export interface HostAnswer {
  agent: AgentRecord;
  source: "live" | "cached";
  /** By statement id; empty when `gap` is set. */
  results: Map<string, StatementResult>;
  gap: { reason: GapReason; detail: string; isRefusal?: true } | null;
  /** Signed by a live agent, for an answer or a refusal; null from a snapshot, or without a response. */
  receipt: Receipt | null;
  /** One per detection that compares packages with them. */
  advisories?: UsedAdvisories[];
}

/** Whether a statement ran out of time, which says nothing about the next time. */
export const isCutShort = (results: Iterable<StatementResult>): boolean =>
  [...results].some(({ error }) => error?.reason === "timed_out");
