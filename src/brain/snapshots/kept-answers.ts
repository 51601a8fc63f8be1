import { createHash } from "node:crypto";
import type { PlanStatement, StatementResult } from "../../contract/plan.ts";
import { type Clock, isoTime } from "../../core/clock.ts";
import { uuidV7 } from "../../core/ids.ts";
import { readJsonBlob, type Store } from "../../store/port/store.ts";
import type { SnapshotRecord } from "../../store/records.ts";

/** Statements compare rows with the time, so that old answers are computed again. */
const maxAgeMs = 24 * 3_600_000;
/** Larger answers are computed each time. */
const maxBytes = 8 << 20;

type Services = { store: Store; clock: Clock };

/** Equal for the same statements, whoever asks them. */
export function keyOfStatements(statements: PlanStatement[]): string {
  const hash = createHash("sha256");
  // A statement has no NUL. JSON of all of them would take longer than the hash.
  for (const { id, sql, max_rows } of statements) hash.update(`${id}\0${max_rows}\0${sql}\0`);
  return hash.digest("hex");
}

/** The answers kept beside a snapshot; null if there are none to these statements. */
export async function keptAnswers(
  { answers }: SnapshotRecord,
  key: string,
  { store, clock }: Services,
): Promise<StatementResult[] | null> {
  if (answers?.key !== key || clock.now() - Date.parse(answers.made_at) > maxAgeMs) return null;
  return (await readJsonBlob<StatementResult[]>(store, answers.blob)) ?? null;
}

/** Keeps answers beside the snapshot they were computed from, unless another has replaced it. */
export async function keepAnswers(
  { id, blob: snapshot }: SnapshotRecord,
  { key, results }: { key: string; results: StatementResult[] },
  { store, clock }: Services,
): Promise<void> {
  const json = new TextEncoder().encode(JSON.stringify(results));
  if (json.length > maxBytes) return;
  const blob = `answers/${uuidV7(clock.now())}`;
  await store.putBlob(blob, json);
  const found = await store.find("snapshot", id);
  const unused =
    found?.record.blob === snapshot && (await commit(found.record, found.revision))
      ? found.record.answers?.blob
      : blob;
  if (unused !== undefined) await store.removeBlob(unused);

  async function commit(record: SnapshotRecord, revision: number): Promise<boolean> {
    const answers = { blob, key, made_at: isoTime(clock.now()) };
    const { ok } = await store.commit(
      [{ type: "put", kind: "snapshot", record: { ...record, answers } }],
      [{ kind: "snapshot", id, is: "unchanged", revision }],
    );
    return ok;
  }
}

/** Every file of a snapshot. */
export const blobsOfSnapshot = ({ blob, answers }: SnapshotRecord): string[] => [
  blob,
  ...(answers ? [answers.blob] : []),
];
