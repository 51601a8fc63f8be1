import { isTerminal } from "../../contract/enums.ts";
import type { Store } from "../../store/port/store.ts";
import type { InvestigationRecord } from "../../store/records.ts";

/** Calls `asked` for each investigation that is queued from now on, and `ended` once it is finished. */
export function watchQuestions(
  store: Store,
  {
    asked,
    ended,
    onError,
  }: {
    asked(investigation: InvestigationRecord): void;
    ended(investigation: InvestigationRecord): void;
    onError(error: unknown): void;
  },
): { stop(): void } {
  const open = new Set<string>();
  async function look(id: string): Promise<void> {
    const record = (await store.find("investigation", id))?.record;
    if (!record) open.delete(id);
    else if (isTerminal(record.status)) {
      if (open.delete(id)) ended(record);
    } else if (!open.has(id)) {
      open.add(id);
      // One that an earlier run of the server had started was logged then.
      if (record.status === "queued") asked(record);
    }
  }
  const stop = store.watch((changed) => {
    for (const { kind, id } of changed) if (kind === "investigation") look(id).catch(onError);
  });
  return { stop };
}
