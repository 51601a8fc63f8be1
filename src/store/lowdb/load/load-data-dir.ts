import { type CheckpointReading, readCheckpoint } from "../checkpoint/checkpoint-file.ts";
import { type DataFile, listDataFiles } from "../files/data-files.ts";
import { type Damage, storeDamaged, storeTooNew } from "../files/errors.ts";
import { readJournal } from "../journal/read-journal.ts";
import { formatAfter, type UpgradeStep, upgradeRecord } from "../tables/format.ts";
import { Tables } from "../tables/tables.ts";

export interface LoadedFile extends DataFile {
  bytes: number;
  /** Records of a checkpoint, whole lines of a journal. */
  records: number;
}

/** The content of a data folder. Damage is reported and skipped; callers that write must check for it. */
export interface LoadedDataDir {
  /** The format of the files; the records are already upgraded to the current format. */
  format: number;
  tables: Tables;
  /** The last commit. */
  sequence: number;
  checkpoint: LoadedFile | null;
  /** The journals that follow the checkpoint, oldest first. */
  journals: LoadedFile[];
  /** Journals and checkpoints that the checkpoint has replaced, and half-written files. */
  obsolete: string[];
  damage: Damage[];
  /** Unfinished bytes at the end of the last journal. */
  tail: Damage | null;
  /** Where the next journal line starts. */
  goodBytes: number;
}

/** Reads the newest undamaged checkpoint (the newest if all are damaged) and every later journal. */
export async function loadDataDir(
  dir: string,
  steps: readonly UpgradeStep[],
): Promise<LoadedDataDir> {
  const files = await listDataFiles(dir);
  const chosen = await chooseCheckpoint(files.checkpoints, steps);
  const sequence = chosen?.file.sequence ?? 0;
  const journals = files.journals.filter((file) => file.sequence > sequence);
  const loaded: LoadedDataDir = {
    format: chosen?.reading.format || formatAfter(steps),
    tables: chosen?.tables ?? new Tables(),
    sequence,
    checkpoint: chosen
      ? { ...chosen.file, bytes: chosen.reading.bytes, records: chosen.reading.records }
      : null,
    journals: [],
    obsolete: [
      ...[...files.checkpoints, ...files.journals]
        .filter((file) => file !== chosen?.file && file.sequence <= sequence)
        .map((file) => file.name),
      ...files.leftovers,
    ],
    damage: [...(chosen?.reading.damage ?? [])],
    tail: null,
    goodBytes: 0,
  };
  for (const file of journals)
    await replay(loaded, file, { steps, last: file === journals.at(-1) });
  checkCompleteness(loaded);
  return loaded;
}

/** Loads a folder that is going to be written to: throws on any damage but a torn tail. */
export async function loadSoundDataDir(
  dir: string,
  steps: readonly UpgradeStep[],
): Promise<LoadedDataDir> {
  const loaded = await loadDataDir(dir, steps);
  const [first] = loaded.damage;
  if (first) throw storeDamaged(first);
  return loaded;
}

interface ChosenCheckpoint {
  file: DataFile;
  reading: CheckpointReading;
  tables: Tables;
}

async function chooseCheckpoint(
  checkpoints: DataFile[],
  steps: readonly UpgradeStep[],
): Promise<ChosenCheckpoint | null> {
  let newest: ChosenCheckpoint | null = null;
  for (const file of checkpoints.toReversed()) {
    const tables = new Tables();
    const reading = await readCheckpoint(file, (kind, record, format) => {
      if (format > formatAfter(steps)) throw storeTooNew(format, formatAfter(steps));
      // Without a readable header (format 0) the records are used unchanged.
      const upgraded = format ? upgradeRecord(steps, { kind, record, from: format }) : record;
      if (upgraded) tables.table(kind).put(upgraded, file.sequence);
    });
    if (reading.format > formatAfter(steps)) throw storeTooNew(reading.format, formatAfter(steps));
    if (reading.damage.length === 0) return { file, reading, tables };
    newest ??= { file, reading, tables };
  }
  return newest;
}

/** Applies the commits of one journal in order and records missing lines and commits. */
async function replay(
  loaded: LoadedDataDir,
  file: DataFile,
  { steps, last }: { steps: readonly UpgradeStep[]; last: boolean },
): Promise<void> {
  const gaps: Damage[] = [];
  if (file.sequence !== loaded.sequence + 1) {
    gaps.push(missing(file.name, 0, loaded.sequence + 1, file.sequence - 1));
  }
  const reading = await readJournal(file, ({ sequence, changes }, offset) => {
    if (sequence !== loaded.sequence + 1) {
      gaps.push(missing(file.name, offset, loaded.sequence + 1, sequence - 1));
    }
    for (const change of changes) {
      if (change.type === "remove") loaded.tables.table(change.kind).remove(change.id);
      else {
        const upgraded = upgradeRecord(steps, { ...change, from: loaded.format });
        if (upgraded) loaded.tables.table(change.kind).put(upgraded, sequence);
      }
    }
    loaded.sequence = Math.max(loaded.sequence, sequence);
  });
  loaded.journals.push({ ...file, bytes: reading.bytes, records: reading.lines });
  // Missing numbers around a damaged line belong to that line; without one they are reported themselves.
  loaded.damage.push(...(reading.damage.length > 0 ? reading.damage : gaps));
  if (last) {
    loaded.tail = reading.tail;
    loaded.goodBytes = reading.goodBytes;
  } else if (reading.tail) loaded.damage.push(reading.tail);
}

function missing(file: string, offset: number, from: number, to: number): Damage {
  const reason =
    to < from ? "commits are repeated" : `commits ${from} to ${to} before it are missing`;
  return { file, offset, bytes: 0, reason };
}

/** A checkpoint always has a journal and the reverse, except for a moment at the first start. */
function checkCompleteness({ checkpoint, journals, sequence, damage }: LoadedDataDir): void {
  if (checkpoint && journals.length === 0) {
    const reason = "the journal that follows it is missing";
    damage.push({ file: checkpoint.name, offset: checkpoint.bytes, bytes: 0, reason });
  }
  if (!checkpoint && sequence > 0) {
    const reason = "the checkpoint before it is missing";
    damage.push({ file: journals[0]!.name, offset: 0, bytes: 0, reason });
  }
}
