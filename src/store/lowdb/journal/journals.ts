import { join } from "node:path";
import { syncFolder } from "../../../core/write-durably.ts";
import { journalName } from "../files/data-files.ts";
import { JournalWriter, type OpenJournalFile } from "./journal-writer.ts";

/** The current journal; each checkpoint starts a new one. */
export class Journals {
  readonly #dir: string;
  readonly #openFile: OpenJournalFile;
  #writer: JournalWriter;

  private constructor(dir: string, openFile: OpenJournalFile, writer: JournalWriter) {
    this.#dir = dir;
    this.#openFile = openFile;
    this.#writer = writer;
  }

  /** Continues the journal whose first commit is `sequence`, after its first `goodBytes`. */
  static async open(
    dir: string,
    {
      sequence,
      goodBytes,
      openFile,
    }: { sequence: number; goodBytes: number; openFile: OpenJournalFile },
  ): Promise<Journals> {
    const path = join(dir, journalName(sequence));
    const writer = await JournalWriter.open(path, { goodBytes, openFile });
    await syncFolder(dir);
    return new Journals(dir, openFile, writer);
  }

  get bytes(): number {
    return this.#writer.length;
  }

  append(lines: Uint8Array): Promise<void> {
    return this.#writer.append(lines);
  }

  /** Starts the journal whose first commit is `sequence`; if that fails, the current one stays in use. */
  async rotate(sequence: number): Promise<void> {
    const path = join(this.#dir, journalName(sequence));
    if (path === this.#writer.path) return;
    const next = await JournalWriter.open(path, { goodBytes: 0, openFile: this.#openFile });
    const before = this.#writer;
    try {
      await syncFolder(this.#dir);
    } catch (error) {
      await next.close();
      throw error;
    }
    this.#writer = next;
    await before.close();
  }

  close(): Promise<void> {
    return this.#writer.close();
  }
}
