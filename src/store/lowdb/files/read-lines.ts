import { open } from "node:fs/promises";

const chunkBytes = 1024 * 1024;
const newline = 0x0a;

export interface FileLine {
  offset: number;
  /** Without the newline. The bytes are valid only until the visitor returns. */
  bytes: Buffer;
  /** False for what follows the last newline. */
  ended: boolean;
}

/** Visits each line of a file in order, with one chunk and one line in memory; resolves to the file's length. */
export async function readLines(path: string, visit: (line: FileLine) => void): Promise<number> {
  const handle = await open(path, "r");
  try {
    let rest: Buffer[] = [];
    let lineOffset = 0;
    let position = 0;
    for (;;) {
      const { bytesRead, buffer } = await handle.read(
        Buffer.allocUnsafe(chunkBytes),
        0,
        chunkBytes,
        position,
      );
      if (bytesRead === 0) break;
      position += bytesRead;
      const chunk = buffer.subarray(0, bytesRead);
      let from = 0;
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
        const piece = chunk.subarray(from, end);
        const bytes = rest.length > 0 ? Buffer.concat([...rest, piece]) : piece;
        rest = [];
        visit({ offset: lineOffset, bytes, ended: true });
        lineOffset += bytes.length + 1;
        from = end + 1;
      }
      if (from < chunk.length) rest.push(chunk.subarray(from));
    }
    if (rest.length > 0) visit({ offset: lineOffset, bytes: Buffer.concat(rest), ended: false });
    return position;
  } finally {
    await handle.close();
  }
}
