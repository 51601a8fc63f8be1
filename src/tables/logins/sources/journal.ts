import type { GapReader } from "../../host/gap-reader.ts";
import {
  type JournalSpan,
  journalHeaderBytes,
  parseJournalHeader,
} from "../../parsers/logs/journal-header.ts";
import { type JournalEntry, parseJournalEntries } from "../../parsers/logs/journal-json.ts";

const folders = ["/var/log/journal", "/run/log/journal"];
/** The system's own journal and what was rotated of it; user-1000.journal has a user's programs. */
const systemFile = /^system(@.*)?\.journal~?$/;
/** journalctl's output is limited to 16 MiB, an entry has some 700 bytes. */
export const maxEntries = 20_000;

/** How far back the system journal reaches; undefined without one. */
export function journalSpan(read: GapReader): JournalSpan | undefined {
  const machine = read.text("/etc/machine-id")?.trim();
  if (!machine) return undefined;
  const spans = folders
    .map((folder) => `${folder}/${machine}`)
    .flatMap((folder) =>
      read
        .list(folder)
        .filter((name) => systemFile.test(name))
        .flatMap((name) => headerOf(read, `${folder}/${name}`) ?? []),
    );
  if (spans.length === 0) return undefined;
  return {
    since: Math.min(...spans.map(({ since }) => since)),
    until: Math.max(...spans.map(({ until }) => until)),
  };
}

const headerOf = (read: GapReader, path: string) =>
  read.attempt(path, () => parseJournalHeader(read.host.readBytes(path, journalHeaderBytes)));

/** The newest entries that match, newest first; undefined with a gap if they could not be read. */
export async function readJournal(
  read: GapReader,
  matches: string[],
  fields: string[],
): Promise<JournalEntry[] | undefined> {
  const options = ["-o", "json", "-q", "-r", "-n", String(maxEntries), "--no-pager", "--system"];
  const text = await read.output(
    "journalctl",
    ...options,
    `--output-fields=${fields.join()}`,
    ...matches,
  );
  return text === undefined ? undefined : parseJournalEntries(text);
}
