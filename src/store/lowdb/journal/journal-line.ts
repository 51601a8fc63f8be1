import { crc32 } from "node:zlib";
import type { Change } from "../../port.ts";

/** One commit as the journal tells it. */
export interface JournalEntry {
  sequence: number;
  changes: Change[];
}

const hex = (crc: number) => crc.toString(16).padStart(8, "0");

// `{"crc":"xxxxxxxx",` comes first, so that the check covers every byte after it.
const bodyStart = '{"crc":"xxxxxxxx",'.length;

/** A journal line with its newline: JSON in itself, checked by a CRC-32 over all that follows the CRC. */
export function encodeLine(sequence: number, changesJson: string): string {
  const body = `"sequence":${sequence},"changes":${changesJson}}`;
  return `{"crc":"${hex(crc32(body))}",${body}\n`;
}

/** The commit on a line (without its newline), or null when it isn't a whole one. */
export function decodeLine(line: Buffer): JournalEntry | null {
  const told = line.toString("latin1", 0, bodyStart);
  const body = line.subarray(bodyStart);
  if (told !== `{"crc":"${hex(crc32(body))}",`) return null;
  const { sequence, changes } = JSON.parse(line.toString("utf8")) as JournalEntry;
  return { sequence, changes };
}
