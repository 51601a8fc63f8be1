import type { Reading } from "../../contract/reading.ts";
import { canonicalJson } from "../../core/json.ts";
import type { Store } from "../../store/port/store.ts";
import type { InvestigationRecord } from "../../store/records.ts";
import { meaningOf } from "../follow-up/earlier-runs.ts";

/** The most runs looked at. */
const mostRuns = 200;

/** The id of the last completed run of a question about the security of the same hosts as a whole. */
export async function lastPosture(
  store: Store,
  { id, account_id: account, scope }: InvestigationRecord,
  reading: Reading,
): Promise<string | undefined> {
  const where = { status: "completed" } as const;
  const query = { account, order: "newest_first", limit: mostRuns, where } as const;
  const { records } = await store.page("investigation", query);
  const [meaning, hosts] = [meaningOf(reading), canonicalJson(scope)];
  return records.find(
    (run) =>
      run.id !== id &&
      run.reading?.posture === true &&
      run.reading.follow_up?.asks === undefined &&
      meaningOf(run.reading) === meaning &&
      canonicalJson(run.scope) === hosts,
  )?.id;
}
