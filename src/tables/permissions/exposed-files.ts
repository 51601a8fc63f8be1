import { type OwnerNames, readOwnerNames } from "../accounts/owner-names.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import { once } from "../host/once.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { modeText } from "../parsers/mode.ts";
import { fillsTables, isSql } from "../parsers/secrets/backup-names.ts";
import { reachableByOthers } from "./reachable-by-others.ts";
import { type FoundFile, type LocalSurvey, surveyLocalFiles } from "./survey-local-files.ts";

const maxRows = 10_000;

/**
 * One row per file or folder and exposure: `world_writable` (everyone can get to it and write it),
 * `no_sticky_bit` (a folder in which everyone can replace what belongs to others), `unowned` (its
 * owner or group has no name) and `readable_backup`. Files of containers are left out.
 */
export const exposedFiles: CollectedTable = {
  name: "exposed_files",
  description:
    "Files and folders that everyone can write, backups that everyone can read, and files whose owner does not exist.",
  platforms: ["linux"],
  columns: {
    path: "TEXT",
    type: "TEXT",
    exposure: "TEXT",
    mode: "TEXT",
    uid: "BIGINT",
    gid: "BIGINT",
    owner: "TEXT",
    groupname: "TEXT",
    size: "BIGINT",
    mtime: "BIGINT",
  },
  async collect(host) {
    const survey = await once(host, surveyLocalFiles);
    const read = gapReader(host);
    read.report(...survey.gaps);
    const names = readOwnerNames(host);
    const found = [...openFiles(read, survey), ...unownedFiles(survey, names)];
    if (found.length > maxRows)
      read.report({ reason: "error", detail: `only the first ${maxRows} files are listed` });
    const rows = found.slice(0, maxRows).map((file) => describe(file, names));
    return { rows, gaps: read.gaps };
  },
};

interface Exposed extends FoundFile {
  exposure: string;
}

function openFiles(read: GapReader, { writable, backups }: LocalSurvey): Exposed[] {
  const isReachable = reachableByOthers(read);
  return [
    ...writable.map((file) => ({
      ...file,
      exposure: file.isFolder ? "no_sticky_bit" : "world_writable",
    })),
    ...backups.map((file) => ({ ...file, exposure: "readable_backup" })),
  ].filter(
    ({ path, exposure }) =>
      isReachable(path) && (exposure !== "readable_backup" || holdsData(read, path)),
  );
}

/** Dumps say what they are for at most a few kilobytes before their first rows; schemas are longer. */
const maxSqlBytes = 1 << 20;

function holdsData(read: GapReader, path: string): boolean {
  if (!isSql(path)) return true;
  const sql = read.attempt(path, () => read.host.read(path, maxSqlBytes));
  return sql === undefined || fillsTables(sql);
}

/** Without a single name the account files could not be read, and nothing is known of owners. */
function unownedFiles({ byOwner }: LocalSurvey, names: OwnerNames): Exposed[] {
  if (names.user(0) === null || names.group(0) === null) return [];
  return [...byOwner.values()]
    .filter(([file]) => !names.user(file!.uid) || !names.group(file!.gid))
    .flatMap((files) => files.map((file) => ({ ...file, exposure: "unowned" })));
}

const describe = (file: Exposed, names: OwnerNames): Row => ({
  path: file.path,
  type: file.isFolder ? "directory" : "regular",
  exposure: file.exposure,
  mode: modeText(file.mode),
  uid: file.uid,
  gid: file.gid,
  owner: names.user(file.uid),
  groupname: names.group(file.gid),
  size: file.size,
  mtime: file.mtime,
});
