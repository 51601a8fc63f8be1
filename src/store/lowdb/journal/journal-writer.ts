import { constants, type FileHandle, open } from "node:fs/promises";
import { writeFailed } from "../files/errors.ts";

/** What the journal needs of a file; tests pass one that fails. */
export interface JournalFile {
  /** Writes all of `data` at `position`; durable when the promise resolves. */
  write(data: Uint8Array, position: number): Promise<void>;
  /** Cuts off what follows `length`; durable when the promise resolves. */
  truncate(length: number): Promise<void>;
  close(): Promise<void>;
}

export type OpenJournalFile = (path: string) => Promise<JournalFile>;

async function writeAll(handle: FileHandle, data: Uint8Array, position: number): Promise<void> {
  // A nearly full disk takes a part of the bytes before it says that it is full.
  for (let done = 0; done < data.length; ) {
    const { bytesWritten } = await handle.write(data, done, data.length - done, position + done);
    done += bytesWritten;
  }
}

// On Linux such a write is as durable as one followed by a sync, and saves the way back to a busy
// event loop between the two. Elsewhere it may mean less: macOS leaves it in the drive's cache.
const writeThrough = process.platform === "linux" ? constants.O_DSYNC : 0;

/** The file at `path`, created when absent. */
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
 * Appends to one journal. A write that fails is taken back, so that the file ends with its
 * last whole line; while it can't be taken back nothing else is written after it.
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

  /** Opens the journal at `path`, cutting off what follows its first `goodBytes`. */
  static async open(
    path: string,
    { goodBytes, openFile }: { goodBytes: number; openFile: OpenJournalFile },
  ): Promise<JournalWriter> {
    const writer = new JournalWriter(path, await openFile(path), goodBytes);
    try {
      await writer.#mend();
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

  /** Durable when the promise resolves; rejects with nothing written. */
  async append(data: Uint8Array): Promise<void> {
    try {
      await this.#mend();
      this.#torn = true;
      await this.#file.write(data, this.#length);
    } catch (error) {
      // When this fails too, the next append tries again before it writes.
      await this.#mend().catch(() => undefined);
      throw writeFailed(error);
    }
    this.#torn = false;
    this.#length += data.length;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #mend(): Promise<void> {
    if (!this.#torn) return;
    await this.#file.truncate(this.#length);
    this.#torn = false;
  }
}
