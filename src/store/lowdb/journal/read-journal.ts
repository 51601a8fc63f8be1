import type { DataFile } from "../files/data-files.ts";
import type { Damage } from "../files/errors.ts";
import { readLines } from "../files/read-lines.ts";
import { decodeLine, type JournalEntry } from "./journal-line.ts";

export interface JournalReading {
  /** Bytes of the file. */
  bytes: number;
  /** Whole lines. */
  lines: number;
  /** Where the last whole line ends: the next one belongs here. */
  goodBytes: number;
  /** Bad bytes that have whole lines after them. */
  damage: Damage[];
  /** Bad bytes at the end: what a crash leaves behind a write that nobody was promised. */
  tail: Damage | null;
}

const lineStart = '{"crc":"';

/**
 * Where the whole line at the end of `bytes` begins (0 when all of it is one), or null. A line
 * may follow bad bytes without a newline between: the newline itself may be what went bad.
 * The marker can't occur inside a line, where quotes are escaped.
 */
function findWhole(bytes: Buffer): { start: number; entry: JournalEntry } | null {
  for (let start = 0; start >= 0; start = bytes.indexOf(lineStart, start + 1)) {
    const entry = decodeLine(bytes.subarray(start));
    if (entry) return { start, entry };
  }
  return null;
}

/** Reads a journal, giving each whole line to `visit`; adjoining bad lines are one damage. */
export async function readJournal(
  file: DataFile,
  visit: (entry: JournalEntry, offset: number) => void,
): Promise<JournalReading> {
  const reading: JournalReading = { bytes: 0, lines: 0, goodBytes: 0, damage: [], tail: null };
  const bad = (offset: number, end: number, reason: string) => {
    reading.tail ??= { file: file.name, offset, bytes: 0, reason };
    reading.tail.bytes = end - reading.tail.offset;
  };
  reading.bytes = await readLines(file.path, ({ offset, bytes, ended }) => {
    const end = offset + bytes.length + Number(ended);
    const whole = ended ? findWhole(bytes) : null;
    if (!whole) {
      bad(offset, end, ended ? "the line does not match its checksum" : "the line is cut off");
      return;
    }
    if (whole.start > 0) bad(offset, offset + whole.start, "these bytes are no journal line");
    if (reading.tail) reading.damage.push(reading.tail);
    reading.tail = null;
    reading.lines++;
    reading.goodBytes = end;
    visit(whole.entry, offset + whole.start);
  });
  return reading;
}
