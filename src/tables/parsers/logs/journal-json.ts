/** Fields of an entry that are text. */
export interface JournalEntry {
  /** Epoch seconds. */
  time: number;
  fields: Record<string, string | undefined>;
}

/** The lines of `journalctl -o json`; a line that is none is left out. */
export function parseJournalEntries(text: string): JournalEntry[] {
  return text.split("\n").flatMap((line) => {
    const entry = line.startsWith("{") ? parseLine(line) : undefined;
    const time = Math.floor(Number(entry?.__REALTIME_TIMESTAMP) / 1e6);
    return entry && time > 0 ? [{ time, fields: entry }] : [];
  });
}

/** A field that is not UTF-8 is an array of bytes, one that repeats an array of texts: neither is read. */
function parseLine(line: string): Record<string, string | undefined> | undefined {
  try {
    const fields = Object.entries(JSON.parse(line) as object);
    return Object.fromEntries(fields.filter(([, value]) => typeof value === "string"));
  } catch {
    return undefined;
  }
}
