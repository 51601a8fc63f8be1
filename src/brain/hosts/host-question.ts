import type { Mode } from "../../contract/common.ts";
import type { PlanStatement } from "../../contract/plan.ts";

/** The statements for one host, and the terms on which they are asked. */
export interface HostQuestion {
  investigationId: string;
  mode: Mode;
  statements: PlanStatement[];
  /** Tables that policies deny on this host, with the names of those policies. */
  deniedBy: ReadonlyMap<string, string[]>;
  /** Maximum age of a snapshot that `auto` answers from, in ms. */
  snapshotFreshMs: number;
  timeoutMs: number;
  /** Whether answers over a snapshot are kept beside it, for the next who asks the same. */
  keepsAnswers?: boolean;
  signal: AbortSignal;
}
