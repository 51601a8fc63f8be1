import { crc32 } from "node:zlib";
import type { Change } from "../../port/store.ts";

/** One commit in the journal. */
export interface JournalEntry {
  sequence: number;
  changes: Change[];
}

const hex = (crc: number) => crc.toString(16).padStart(8, "0");

// `{"crc":"xxxxxxxx",` comes first, so that the checksum covers every byte after it.
const bodyStart = '{"crc":"xxxxxxxx",'.length;

/** A journal line with its newline: a JSON object whose CRC-32 covers everything after the CRC field. */
export function encodeLine(sequence: number, changesJson: string): string {
  const body = `"sequence":${sequence},"changes":${changesJson}}`;
  return `{"crc":"${hex(crc32(body))}",${body}\n`;
}

/** The commit on a line (without its newline); null when the line is damaged. */
export function decodeLine(line: Buffer): JournalEntry | null {
  const prefix = line.toString("latin1", 0, bodyStart);
  const body = line.subarray(bodyStart);
  if (prefix !== `{"crc":"${hex(crc32(body))}",`) return null;
  const { sequence, changes } = JSON.parse(line.toString("utf8")) as JournalEntry;
  return { sequence, changes };
}
