import type { DataFile } from "../files/data-files.ts";
import type { Damage } from "../files/errors.ts";
import { readLines } from "../files/read-lines.ts";
import { decodeLine, type JournalEntry } from "./journal-line.ts";

export interface JournalReading {
  /** Bytes of the file. */
  bytes: number;
  /** Whole lines. */
  lines: number;
  /** Where the last whole line ends, and the next append starts. */
  goodBytes: number;
  /** Damaged bytes that are followed by whole lines. */
  damage: Damage[];
  /** Damaged bytes at the end: an unfinished write, which was never acknowledged. */
  tail: Damage | null;
}

const lineStart = '{"crc":"';

/**
 * Finds the intact line at the end of `bytes`; null when there is none. Damaged bytes may precede
 * it without a newline, since the newline itself may be damaged. The marker can't occur inside a
 * line, where quotes are escaped.
 */
function findIntactLine(bytes: Buffer): { start: number; entry: JournalEntry } | null {
  for (let start = 0; start >= 0; start = bytes.indexOf(lineStart, start + 1)) {
    const entry = decodeLine(bytes.subarray(start));
    if (entry) return { start, entry };
  }
  return null;
}

/** Reads a journal and calls `visit` for each intact line. Adjacent damaged lines are one damage. */
export async function readJournal(
  file: DataFile,
  visit: (entry: JournalEntry, offset: number) => void,
): Promise<JournalReading> {
  const reading: JournalReading = { bytes: 0, lines: 0, goodBytes: 0, damage: [], tail: null };
  const addDamage = (offset: number, end: number, reason: string) => {
    reading.tail ??= { file: file.name, offset, bytes: 0, reason };
    reading.tail.bytes = end - reading.tail.offset;
  };
  reading.bytes = await readLines(file.path, ({ offset, bytes, ended }) => {
    const end = offset + bytes.length + Number(ended);
    const whole = ended ? findIntactLine(bytes) : null;
    if (!whole) {
      addDamage(
        offset,
        end,
        ended ? "the line does not match its checksum" : "the line is cut off",
      );
      return;
    }
    if (whole.start > 0)
      addDamage(offset, offset + whole.start, "these bytes are not a journal line");
    if (reading.tail) reading.damage.push(reading.tail);
    reading.tail = null;
    reading.lines++;
    reading.goodBytes = end;
    visit(whole.entry, offset + whole.start);
  });
  return reading;
}
