// The POSIX ustar format (IEEE 1003.1, pax): 512-byte headers and blocks, two zero blocks at
// the end. Our names fit its 155 + 100 bytes, so that any tar lists and unpacks a backup.
const blockBytes = 512;

export interface TarEntry {
  /** With `/` between folders; each folder path and file name within ustar's limits. */
  path: string;
  bytes: number;
}

function octal(value: number, width: number): string {
  return `${value.toString(8).padStart(width - 1, "0")}\0`;
}

/** The header of a regular file with mode 0600. */
export function tarHeader({ path, bytes }: TarEntry): Buffer {
  const cut = path.lastIndexOf("/");
  const block = Buffer.alloc(blockBytes);
  block.write(path.slice(cut + 1), 0, 100, "latin1");
  block.write(octal(0o600, 8), 100, "latin1");
  block.write(octal(0, 8) + octal(0, 8), 108, "latin1");
  block.write(octal(bytes, 12), 124, "latin1");
  block.write(octal(0, 12), 136, "latin1");
  block.write("        0", 148, "latin1");
  block.write("ustar\x0000", 257, "latin1");
  if (cut > 0) block.write(path.slice(0, cut), 345, 155, "latin1");
  block.write(`${octal(checksum(block), 7)} `, 148, "latin1");
  return block;
}

/** Sum of the header's bytes, its own checksum field counted as spaces. */
function checksum(block: Buffer): number {
  let sum = 8 * 0x20;
  for (let at = 0; at < blockBytes; at++) if (at < 148 || at >= 156) sum += block[at]!;
  return sum;
}

/** Fills up the last block of a body. */
export function tarPadding(bytes: number): Buffer {
  return Buffer.alloc((blockBytes - (bytes % blockBytes)) % blockBytes);
}

export const tarEnd = Buffer.alloc(2 * blockBytes);

function field(block: Buffer, from: number, to: number): string {
  const text = block.toString("latin1", from, to);
  const end = text.indexOf("\0");
  return end < 0 ? text : text.slice(0, end);
}

/** Parses a header; null for the end mark. Throws on anything but a regular file. */
function parseHeader(block: Buffer): TarEntry | null {
  if (block.every((byte) => byte === 0)) return null;
  const stored = Number.parseInt(field(block, 148, 156), 8);
  const bytes = Number.parseInt(field(block, 124, 136), 8);
  if (
    stored !== checksum(block) ||
    !Number.isSafeInteger(bytes) ||
    field(block, 156, 157) !== "0"
  ) {
    throw new Error("not an archive of regular files");
  }
  const prefix = field(block, 345, 500);
  const name = field(block, 0, 100);
  return { path: prefix ? `${prefix}/${name}` : name, bytes };
}

/** Reads a stream in the sizes requested. */
class ChunkReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** At least one and at most `limit` bytes. */
  async some(limit: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const next = await this.#chunks.next();
      if (next.done) throw new Error("the archive is cut off");
      this.#rest = next.value;
    }
    const taken = this.#rest.subarray(0, limit);
    this.#rest = this.#rest.subarray(taken.length);
    return taken;
  }

  /** Reads to the end, where gunzip verifies its checksum. */
  async drain(): Promise<void> {
    while (!(await this.#chunks.next()).done);
  }

  async block(): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let left = blockBytes; left > 0; left -= parts.at(-1)!.length) {
      parts.push(await this.some(left));
    }
    return Buffer.concat(parts);
  }
}

/** Reads an archive to its end mark. `visit` must read the whole body of each entry. */
export async function readTar(
  chunks: AsyncIterable<Buffer>,
  visit: (entry: TarEntry, body: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const reader = new ChunkReader(chunks);
  for (;;) {
    const entry = parseHeader(await reader.block());
    if (!entry) return reader.drain();
    await visit(entry, readBody(reader, entry.bytes));
    for (let left = tarPadding(entry.bytes).length; left > 0; ) {
      left -= (await reader.some(left)).length;
    }
  }
}

async function* readBody(reader: ChunkReader, bytes: number): AsyncGenerator<Buffer> {
  for (let left = bytes; left > 0; ) {
    const part = await reader.some(left);
    left -= part.length;
    yield part;
  }
}
