import type { Dirent, Stats } from "node:fs";
import { walkLocalFiles } from "../files/local-files.ts";
import type { Gap } from "../host/gap.ts";
import { gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import { isBackup } from "../parsers/secrets/backup-names.ts";
import { maySetSecrets } from "../parsers/secrets/setting-files.ts";

export const setuid = 0o4000;
export const setgid = 0o2000;
const sticky = 0o1000;
/** Execute permission for anyone. An access list that grants it to a user shows in the group's bit. */
const executable = 0o111;
const othersWrite = 0o002;
const othersRead = 0o004;

/** Plain data, because a survey may be made in another thread. */
export interface FoundFile {
  path: string;
  isFolder: boolean;
  mode: number;
  uid: number;
  gid: number;
  /** Bytes. */
  size: number;
  /** Epoch seconds. */
  mtime: number;
}

/** What one walk over the local file systems found, for every table that needs the whole disk. */
export interface LocalSurvey {
  /** Files with the setuid or setgid bit, by path. */
  setId: FoundFile[];
  /** Paths of the files that somebody may execute, sorted. */
  executables: string[];
  /** Files and folders that everyone may write, without the folders whose sticky bit protects what is in them. */
  writable: FoundFile[];
  /** Files and folders of each owner and group, one of each: enough to find the ids without a name. */
  byOwner: Map<string, FoundFile[]>;
  /** Backups and dumps that everyone may read. */
  backups: FoundFile[];
  /** Files that by their name may hold settings with secrets. */
  settings: FoundFile[];
  gaps: Gap[];
}

/** Pause after this time, so that other tables of the collection can start their tools. */
const maxBlockedMs = 50;
/** Of one owner and group. */
const maxPerOwner = 200;

/** Files of containers and snaps have owners and modes of another system. */
const otherSystems =
  /^\/(?:var\/lib\/(?:docker|containerd|containers|lxc|lxd|machines|snapd)|snap|sysroot|ostree)\//;

/** Walks all local file systems. Expensive: call through `once`. */
export async function surveyLocalFiles(host: Host): Promise<LocalSurvey> {
  const read = gapReader(host);
  const survey: LocalSurvey = {
    ...{ setId: [], executables: [], writable: [], backups: [], settings: [] },
    ...{ byOwner: new Map(), gaps: read.gaps },
  };
  let blockedSince = performance.now();
  for (const { path, entry } of walkLocalFiles(read)) {
    if (performance.now() - blockedSince > maxBlockedMs) {
      await new Promise(setImmediate);
      blockedSince = performance.now();
    }
    const stats = mayMatter(entry) ? statIfPresent(host, path) : undefined;
    if (stats) record(survey, path, stats);
  }
  for (const files of [survey.setId, survey.writable, survey.backups, survey.settings])
    files.sort((a, b) => (a.path < b.path ? -1 : 1));
  survey.executables.sort();
  return survey;
}

const mayMatter = (entry: Dirent) => entry.isFile() || entry.isDirectory();

function record(survey: LocalSurvey, path: string, stats: Stats): void {
  const { mode } = stats;
  const isFile = stats.isFile();
  const add = (files: FoundFile[]) => files.push(describe(path, stats));
  if (isFile && mode & (setuid | setgid)) add(survey.setId);
  if (isFile && mode & executable) survey.executables.push(path);
  if (otherSystems.test(path)) return;
  if (mode & othersWrite && (isFile || !(mode & sticky))) add(survey.writable);
  if (isFile && mode & othersRead && isBackup(path)) add(survey.backups);
  if (isFile && maySetSecrets(path)) add(survey.settings);
  const sameOwner = filesOf(survey.byOwner, stats);
  if (sameOwner.length < maxPerOwner) add(sameOwner);
}

const describe = (path: string, stats: Stats): FoundFile => ({
  path,
  isFolder: stats.isDirectory(),
  mode: stats.mode,
  uid: stats.uid,
  gid: stats.gid,
  size: stats.size,
  mtime: Math.floor(stats.mtimeMs / 1000),
});

function filesOf(byOwner: LocalSurvey["byOwner"], { uid, gid }: Stats): FoundFile[] {
  const owner = `${uid}:${gid}`;
  const files = byOwner.get(owner) ?? [];
  if (files.length === 0) byOwner.set(owner, files);
  return files;
}

/** A file may vanish after it was listed; its folder was readable, so this is not a denial. */
function statIfPresent(host: Host, path: string): Stats | undefined {
  try {
    return host.lstat(path);
  } catch {
    return undefined;
  }
}
