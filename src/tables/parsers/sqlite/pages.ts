import { readVarint } from "./record.ts";

/** A database file, https://www.sqlite.org/fileformat.html, without its write-ahead log. */
export interface SqliteFile {
  bytes: Buffer;
  pageSize: number;
  /** The bytes of a page that records may use. */
  usable: number;
  /** Changes may be in a write-ahead log beside the file. */
  hasLog: boolean;
}

const magic = "SQLite format 3\0";
const leafTable = 13;
const interiorTable = 5;
const headerSize = 100;
const utf8 = 1;

/** Throws if it is not a database whose text is UTF-8. */
export function openSqlite(bytes: Buffer): SqliteFile {
  if (bytes.length < headerSize || bytes.toString("latin1", 0, 16) !== magic)
    throw new Error("not an SQLite database");
  if (bytes.readUInt32BE(56) !== utf8)
    throw new Error("an SQLite database whose text is not UTF-8");
  const size = bytes.readUInt16BE(16);
  const pageSize = size === 1 ? 65_536 : size;
  const usable = pageSize - bytes.readUInt8(20);
  if (pageSize < 512 || usable < 480) throw new Error("an SQLite database of impossible page size");
  return { bytes, pageSize, usable, hasLog: bytes.readUInt8(18) === 2 };
}

/** The payloads of a table's records, by rowid. A page that was visited before ends a loop of pages. */
export function* payloads(
  file: SqliteFile,
  root: number,
  visited = new Set<number>(),
): Generator<Buffer> {
  if (visited.has(root)) throw new Error("an SQLite database whose pages form a loop");
  visited.add(root);
  const page = pageAt(file, root);
  const at = root === 1 ? headerSize : 0;
  const type = page.readUInt8(at);
  if (type !== leafTable && type !== interiorTable) throw new Error("not a table of SQLite");
  const cells = at + (type === leafTable ? 8 : 12);
  for (let index = 0; index < page.readUInt16BE(at + 3); index++) {
    const cell = page.readUInt16BE(cells + 2 * index);
    if (type === leafTable) yield payloadAt(file, page, cell);
    else yield* payloads(file, page.readUInt32BE(cell), visited);
  }
  if (type === interiorTable) yield* payloads(file, page.readUInt32BE(at + 8), visited);
}

function pageAt({ bytes, pageSize }: SqliteFile, number: number): Buffer {
  const page = bytes.subarray((number - 1) * pageSize, number * pageSize);
  if (number < 1 || page.length < pageSize) throw new Error("an SQLite database that was cut off");
  return page;
}

/** A cell of a leaf: the size of its payload, its rowid, and as much of it as fits the page. */
function payloadAt(file: SqliteFile, page: Buffer, cell: number): Buffer {
  const { value: size, end } = readVarint(page, cell);
  if (size > file.bytes.length) throw new Error("a record larger than its SQLite database");
  const start = readVarint(page, end).end;
  const local = localSize(file.usable, size);
  const parts = [page.subarray(start, start + local)];
  let next = local < size ? page.readUInt32BE(start + local) : 0;
  for (let left = size - local; left > 0; left -= file.usable - 4) {
    const overflow = pageAt(file, next);
    parts.push(overflow.subarray(4, 4 + Math.min(left, file.usable - 4)));
    next = overflow.readUInt32BE(0);
  }
  return Buffer.concat(parts);
}

/** As the file format's "Cell Payload Overflow Pages" has it. */
function localSize(usable: number, size: number): number {
  const most = usable - 35;
  if (size <= most) return size;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const wanted = least + ((size - least) % (usable - 4));
  return wanted <= most ? wanted : least;
}
