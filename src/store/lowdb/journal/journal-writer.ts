import { constants, type FileHandle, open } from "node:fs/promises";
import { writeFailed } from "../files/errors.ts";

/** The file operations that the journal needs; tests pass files that fail. */
export interface JournalFile {
  /** Writes all of `data` at `position`; durable when the promise resolves. */
  write(data: Uint8Array, position: number): Promise<void>;
  /** Truncates the file to `length`; durable when the promise resolves. */
  truncate(length: number): Promise<void>;
  close(): Promise<void>;
}

export type OpenJournalFile = (path: string) => Promise<JournalFile>;

async function writeAll(handle: FileHandle, data: Uint8Array, position: number): Promise<void> {
  // A nearly full disk may write some of the bytes before it reports ENOSPC.
  for (let done = 0; done < data.length; ) {
    const { bytesWritten } = await handle.write(data, done, data.length - done, position + done);
    done += bytesWritten;
  }
}

// On Linux an O_DSYNC write is as durable as a write and a sync, and saves one round trip through
// the event loop. Elsewhere it may be weaker: macOS leaves the data in the drive's cache.
const writeThrough = process.platform === "linux" ? constants.O_DSYNC : 0;

/** Opens the file at `path`, creating it if needed. */
export const openJournalFile: OpenJournalFile = async (path) => {
  const handle = await open(path, constants.O_RDWR | constants.O_CREAT | writeThrough, 0o600);
  return {
    async write(data, position) {
      await writeAll(handle, data, position);
      if (writeThrough === 0) await handle.datasync();
    },
    async truncate(length) {
      await handle.truncate(length);
      await handle.datasync();
    },
    close: () => handle.close(),
  };
};

/**
 * Appends to one journal. A failed write is truncated, so that the file ends with its last whole
 * line. As long as truncating fails, nothing else is appended.
 */
export class JournalWriter {
  readonly path: string;
  readonly #file: JournalFile;
  #length: number;
  #torn: boolean;

  private constructor(path: string, file: JournalFile, length: number) {
    this.path = path;
    this.#file = file;
    this.#length = length;
    this.#torn = true;
  }

  /** Opens the journal at `path` and truncates it to `goodBytes`. */
  static async open(
    path: string,
    { goodBytes, openFile }: { goodBytes: number; openFile: OpenJournalFile },
  ): Promise<JournalWriter> {
    const writer = new JournalWriter(path, await openFile(path), goodBytes);
    try {
      await writer.#truncateTorn();
    } catch (error) {
      await writer.close();
      throw error;
    }
    return writer;
  }

  /** Bytes of whole lines. */
  get length(): number {
    return this.#length;
  }

  /** Durable when the promise resolves; a rejected append has written nothing. */
  async append(data: Uint8Array): Promise<void> {
    try {
      await this.#truncateTorn();
      this.#torn = true;
      await this.#file.write(data, this.#length);
    } catch (error) {
      // If this fails too, the next append retries it before writing.
      await this.#truncateTorn().catch(() => undefined);
      throw writeFailed(error);
    }
    this.#torn = false;
    this.#length += data.length;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #truncateTorn(): Promise<void> {
    if (!this.#torn) return;
    await this.#file.truncate(this.#length);
    this.#torn = false;
  }
}
