import { type CheckpointReading, readCheckpoint } from "../checkpoint/checkpoint-file.ts";
import { type DataFile, listDataFiles } from "../files/data-files.ts";
import { type Damage, storeDamaged, storeTooNew } from "../files/errors.ts";
import { readJournal } from "../journal/read-journal.ts";
import { formatAfter, type UpgradeStep, upgradeRecord } from "../tables/format.ts";
import { Tables } from "../tables/tables.ts";

export interface LoadedFile extends DataFile {
  bytes: number;
  /** Records of a checkpoint, whole lines of a journal. */
  whole: number;
}

/** What a data folder holds, damage told and stepped over; whoever must not go on with damage checks for it. */
export interface Loaded {
  /** The format the files were written in; the records are already in the current one. */
  format: number;
  tables: Tables;
  /** The last commit. */
  sequence: number;
  checkpoint: LoadedFile | null;
  /** The journals that follow the checkpoint, oldest first. */
  journals: LoadedFile[];
  /** Journals and checkpoints that the checkpoint makes unnecessary, and half-written files. */
  obsolete: string[];
  damage: Damage[];
  /** Unfinished bytes at the end of the last journal, and where the next line belongs. */
  tail: Damage | null;
  goodBytes: number;
}

/** Reads the newest checkpoint without damage (failing that, the newest) and all journals after it. */
export async function loadDataDir(dir: string, steps: readonly UpgradeStep[]): Promise<Loaded> {
  const files = await listDataFiles(dir);
  const chosen = await chooseCheckpoint(files.checkpoints, steps);
  const sequence = chosen?.file.sequence ?? 0;
  const journals = files.journals.filter((file) => file.sequence > sequence);
  const loaded: Loaded = {
    format: chosen?.reading.format || formatAfter(steps),
    tables: chosen?.tables ?? new Tables(),
    sequence,
    checkpoint: chosen
      ? { ...chosen.file, bytes: chosen.reading.bytes, whole: chosen.reading.records }
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
  checkWholeness(loaded);
  return loaded;
}

/** Loads a folder that is going to be written to: throws on any damage but a torn tail. */
export async function loadSoundDataDir(
  dir: string,
  steps: readonly UpgradeStep[],
): Promise<Loaded> {
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
      // Without a readable first line (format 0) the records are taken as they are.
      const upgraded = format ? upgradeRecord(steps, { kind, record, from: format }) : record;
      if (upgraded) tables.table(kind).put(upgraded, file.sequence);
    });
    if (reading.format > formatAfter(steps)) throw storeTooNew(reading.format, formatAfter(steps));
    if (reading.damage.length === 0) return { file, reading, tables };
    newest ??= { file, reading, tables };
  }
  return newest;
}

/** Applies one journal's commits in order, noting lines and commits that are missing. */
async function replay(
  loaded: Loaded,
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
  loaded.journals.push({ ...file, bytes: reading.bytes, whole: reading.lines });
  // Missing numbers around a bad line are that line's; alone they are a damage of their own.
  loaded.damage.push(...(reading.damage.length > 0 ? reading.damage : gaps));
  if (last) {
    loaded.tail = reading.tail;
    loaded.goodBytes = reading.goodBytes;
  } else if (reading.tail) loaded.damage.push(reading.tail);
}

function missing(file: string, offset: number, from: number, to: number): Damage {
  const reason =
    to < from ? "commits are told twice" : `commits ${from} to ${to} before it are missing`;
  return { file, offset, bytes: 0, reason };
}

/** A checkpoint and a journal are always there together, but for the first start's first moment. */
function checkWholeness({ checkpoint, journals, sequence, damage }: Loaded): void {
  if (checkpoint && journals.length === 0) {
    const reason = "the journal that follows it is missing";
    damage.push({ file: checkpoint.name, offset: checkpoint.bytes, bytes: 0, reason });
  }
  if (!checkpoint && sequence > 0) {
    const reason = "the checkpoint before it is missing";
    damage.push({ file: journals[0]!.name, offset: 0, bytes: 0, reason });
  }
}
