import type { Reading } from "../../contract/reading.ts";
import { isAnswered } from "../../contract/reading-checks.ts";
import { readJsonBlob, type Store } from "../../store/port/store.ts";
import type { InvestigationBlob, InvestigationRecord } from "../../store/records.ts";
import type { BrainServices, Estate } from "../ports/services.ts";
import type { Previous } from "../questions/model/previous.ts";

type Services = Pick<BrainServices, "store" | "read">;

/** The question that a follow-up of `id` refines; undefined if there is none. */
export async function previousQuestion(
  services: Services,
  { id, estate, signal }: { id: string | undefined; estate: Estate; signal: AbortSignal },
): Promise<Previous | undefined> {
  const found = id === undefined ? undefined : await services.store.find("investigation", id);
  if (!found) return undefined;
  const { record } = found;
  let earlier: Promise<Previous | undefined> | undefined;
  const before = () => {
    earlier ??= previousQuestion(services, { id: record.follow_up_of, estate, signal });
    return earlier;
  };
  // One that has not started yet is read as its run will read it.
  const reading =
    record.reading ??
    (await services.read(record.query, { ...estate, previous: await before() }, signal));
  // After a follow-up that was not understood, the question before it still is the one refined.
  const answered = isAnswered(reading) ? undefined : await before();
  if (answered) return answered;
  return { query: record.query, reading, rows: await rowsOf(services.store, record, reading) };
}

async function rowsOf(
  store: Store,
  { blob }: InvestigationRecord,
  { follow_up }: Reading,
): Promise<Previous["rows"]> {
  const content = blob === null ? undefined : await readJsonBlob<InvestigationBlob>(store, blob);
  const answer = content?.answer;
  if (!answer) return null;
  const shown = answer.rows.length;
  return { before: follow_up?.skip ?? 0, shown, after: answer.row_count - shown };
}
