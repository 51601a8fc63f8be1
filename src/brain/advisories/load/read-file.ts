import { closeSync, readFileSync, readSync } from "node:fs";
import { AppError } from "../../../core/errors.ts";
import { openRegularFile, type RegularFile } from "../../../core/files/read-regular-file.ts";
import { checkTrusted } from "../../../core/operator-files/read-trusted-folder.ts";
import type { PackageAdvisory } from "../advisory.ts";
import type { IndexBuilder } from "../create-index.ts";
import { debianAdvisories } from "../formats/debian-tracker.ts";
import { osvAdvisories } from "../formats/osv.ts";
import { decode, splitObject } from "../formats/split-object.ts";
import { badAdvisories } from "./list-files.ts";

/** An OSV record is parsed as a whole; a larger file can only be the tracker's. */
const maxRecordBytes = 8 << 20;
const maxFileBytes = 1 << 30;
/** The tracker's largest source package, the kernel, has 5 MB. */
const maxFieldBytes = 64 << 20;
const chunkBytes = 1 << 20;

/** Adds the advisories of a file to the index. Throws an `AppError` that names the file. */
export function readAdvisoryFile(path: string, index: IndexBuilder): void {
  try {
    const file = openRegularFile(path);
    try {
      checkTrusted(path, file.stats);
      if (file.stats.size > maxFileBytes) throw new Error("it is larger than 1 GiB");
      if (file.stats.size > maxRecordBytes) addTracker(file, index);
      else addWhole(file, index);
    } finally {
      closeSync(file.descriptor);
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw badAdvisories(
      `${path} can't be used as advisories: ${(cause as Error).message}.`,
      "Fetch the file again, or remove it.",
      cause,
    );
  }
}

function addWhole({ descriptor, stats }: RegularFile, index: IndexBuilder): void {
  const value: unknown = JSON.parse(decode(readFileSync(descriptor)));
  const osv = osvAdvisories(value);
  if (osv) {
    index.add(osv.advisories, osv.modifiedAt ?? stats.mtimeMs);
    return;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error(unknown);
  const packages = Object.entries(value);
  if (packages.length === 0) throw new Error(unknown);
  for (const [name, issues] of packages) index.add(advisoriesOf(name, issues), stats.mtimeMs);
}

function addTracker({ descriptor, stats }: RegularFile, index: IndexBuilder): void {
  for (const { name, value } of splitObject(chunksOf(descriptor), maxFieldBytes))
    index.add(advisoriesOf(name, value), stats.mtimeMs);
}

function* chunksOf(descriptor: number): Generator<Buffer> {
  const chunk = Buffer.alloc(chunkBytes);
  for (;;) {
    const length = readSync(descriptor, chunk);
    if (length === 0) return;
    yield chunk.subarray(0, length);
  }
}

const unknown = "it is neither an OSV record nor the Debian security tracker's JSON";

function advisoriesOf(source: string, issues: unknown): PackageAdvisory[] {
  const advisories = debianAdvisories(source, issues);
  if (!advisories)
    throw new Error(
      `${unknown}: its field ${JSON.stringify(source.slice(0, 40))} is no package with issues`,
    );
  return advisories;
}
