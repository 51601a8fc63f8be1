/** When a journal file's first and last entries were written, in epoch seconds. */
export interface JournalSpan {
  since: number;
  until: number;
}

const magic = "LPKSHHRH";
const headAt = 184;
const tailAt = 192;
/** The part of the header that is read: https://systemd.io/JOURNAL_FILE_FORMAT. */
export const journalHeaderBytes = 200;

/** Undefined for a file without entries, and for any other file. */
export function parseJournalHeader(bytes: Buffer): JournalSpan | undefined {
  if (bytes.length < journalHeaderBytes || bytes.toString("latin1", 0, 8) !== magic)
    return undefined;
  const [since, until] = [headAt, tailAt].map((at) =>
    Number(bytes.readBigUInt64LE(at) / 1_000_000n),
  );
  return since && until ? { since, until } : undefined;
}
