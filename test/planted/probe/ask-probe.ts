import type { PlanStatement, StatementResult } from "../../../src/contract/plan.ts";
import type { PlantedRoot } from "../root/planted-root.ts";
import { askRoot } from "./ask-root.ts";
import { runProbe } from "./build-probe.ts";

/** The results of statements in a root. */
export const askProbe = (
  root: PlantedRoot,
  statements: Pick<PlanStatement, "id" | "sql">[],
  maxRows: number,
): Promise<StatementResult[]> =>
  askRoot<StatementResult>(root, {
    command: runProbe,
    input: statements.map((one) => ({ ...one, max_rows: maxRows, timeout_ms: 30_000 })),
    reasons: ({ error, gaps }) => [error?.reason, ...gaps.map(({ reason }) => reason)],
  });
