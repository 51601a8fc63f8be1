import type { PlanStatement, StatementResult } from "../../../src/contract/plan.ts";
import type { PlantedRoot } from "../root/planted-root.ts";
import { runProbe } from "./build-probe.ts";

/** On a busy machine a container engine may not answer in time, or a walk over the disk not end. */
const mostRounds = 5;

/** The results of statements in a root; asked again while one of them ran out of time. */
export async function askProbe(
  root: PlantedRoot,
  statements: Pick<PlanStatement, "id" | "sql">[],
  maxRows: number,
): Promise<StatementResult[]> {
  const asked = statements.map((one) => ({ ...one, max_rows: maxRows, timeout_ms: 30_000 }));
  for (let round = 1; ; round++) {
    const { stdout, stderr, exitCode } = await root.run(runProbe, {
      stdin: JSON.stringify(asked),
    });
    if (exitCode !== 0) throw new Error(`The probe failed: ${stderr}`);
    const results = JSON.parse(stdout) as StatementResult[];
    if (round === mostRounds || !results.some(ranOutOfTime)) return results;
  }
}

const ranOutOfTime = ({ error, gaps }: StatementResult) =>
  error?.reason === "timed_out" || gaps.some(({ reason }) => reason === "timed_out");
