import type { FileHandle } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { crc32 } from "node:zlib";
import type { DataFile } from "../files/data-files.ts";
import type { Damage } from "../files/errors.ts";
import { readLines } from "../files/read-lines.ts";
import type { AnyRecord, Tables } from "../tables/tables.ts";

// A checkpoint is one JSON document with one record and its CRC per line, so that it can be
// written and read in slices, and damage affects single lines.
const hex = (crc: number) => crc.toString(16).padStart(8, "0");
const crcStart = '["'.length;
const bodyStart = '["xxxxxxxx",'.length;
const recordEnd = "],".length;

/** Takes about a millisecond to serialise; the event loop runs between slices. */
const sliceCharacters = 256 * 1024;

function head(format: number, sequence: number): string {
  return `{"format":${format},"sequence":${sequence},"records":[\n`;
}

function foot(count: number): string {
  return `null],"count":${count}}\n`;
}

function* recordLines(tables: Tables): Generator<string> {
  for (const kind of tables.kinds()) {
    for (const { record } of tables.table(kind).rows.values()) {
      const body = `${JSON.stringify(kind)},${JSON.stringify(record)}`;
      yield `["${hex(crc32(body))}",${body}],\n`;
    }
  }
}

export interface CheckpointContent {
  format: number;
  /** Contains every commit up to this one. Later ones may be in it too, in part: the journal repeats them. */
  sequence: number;
  tables: Tables;
}

/** Writes a checkpoint in slices, so that the event loop is never blocked for long. */
export async function writeCheckpoint(
  file: FileHandle,
  { format, sequence, tables }: CheckpointContent,
): Promise<void> {
  let slice = head(format, sequence);
  let count = 0;
  for (const line of recordLines(tables)) {
    slice += line;
    count++;
    if (slice.length < sliceCharacters) continue;
    await file.writeFile(slice);
    await nextTurn();
    slice = "";
  }
  await file.writeFile(slice + foot(count));
}

export interface CheckpointReading {
  /** 0 when the first line is unreadable. */
  format: number;
  records: number;
  bytes: number;
  damage: Damage[];
}

/** Reads a checkpoint. Calls `visit` for each intact record; reports the others in `damage`. */
export async function readCheckpoint(
  file: DataFile,
  visit: (kind: string, record: AnyRecord, format: number) => void,
): Promise<CheckpointReading> {
  const reading: CheckpointReading = { format: 0, records: 0, bytes: 0, damage: [] };
  let lines = 0;
  let footCount = -1;
  reading.bytes = await readLines(file.path, ({ offset, bytes, ended }) => {
    const first = lines++ === 0;
    const damaged = (reason: string) =>
      reading.damage.push({ file: file.name, offset, bytes: bytes.length + Number(ended), reason });
    if (first) {
      reading.format = formatOf(bytes, file.sequence);
      if (reading.format === 0) damaged("the first line is not the header of this checkpoint");
      return;
    }
    const count = countOf(bytes);
    if (count !== null && ended && footCount < 0) {
      footCount = count;
      return;
    }
    const record = ended && footCount < 0 ? recordOf(bytes) : null;
    if (!record) {
      damaged(ended ? "the checksum does not match" : "the line is cut off");
      return;
    }
    reading.records++;
    visit(record.kind, record.record, reading.format);
  });
  if (reading.damage.length === 0 && footCount !== reading.records) {
    const reason =
      footCount < 0 ? "the end is missing" : `${footCount - reading.records} records are missing`;
    reading.damage.push({ file: file.name, offset: reading.bytes, bytes: 0, reason });
  }
  return reading;
}

/** The format in the header line; 0 when the line is not the header of checkpoint `sequence`. */
function formatOf(line: Buffer, sequence: number): number {
  const match = /^\{"format":([1-9]\d{0,8}),"sequence":(\d+),"records":\[$/.exec(
    line.toString("latin1", 0, 200),
  );
  return match && Number(match[2]) === sequence ? Number(match[1]) : 0;
}

function countOf(line: Buffer): number | null {
  if (line.length > 60) return null;
  const match = /^null\],"count":(\d+)\}$/.exec(line.toString("latin1"));
  return match ? Number(match[1]) : null;
}

function recordOf(line: Buffer): { kind: string; record: AnyRecord } | null {
  const body = line.subarray(bodyStart, line.length - recordEnd);
  const crc = line.toString("latin1", crcStart, crcStart + 8);
  const framed =
    line.toString("latin1", 0, crcStart) === '["' &&
    line.toString("latin1", crcStart + 8, bodyStart) === '",' &&
    line.toString("latin1", line.length - recordEnd) === "],";
  if (!framed || crc !== hex(crc32(body))) return null;
  const withoutComma = line.toString("utf8", 0, line.length - 1);
  const [, kind, record] = JSON.parse(withoutComma) as [string, string, AnyRecord];
  return { kind, record };
}
