import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  type Stats,
  statfsSync,
  statSync,
} from "node:fs";
import { TableUnavailable } from "./gap.ts";
import { isKernelPath, kernelFileSystems } from "./kernel-files.ts";

/** Linux: refers to a file without opening it, so that no driver is called. Not in Node's constants. */
const pathOnly = 0o10000000;
const readNow = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

export interface OpenOptions {
  /** The path on the host, which differs from the real one in a recorded tree. */
  shownAs: string;
  platform: NodeJS.Platform;
}

/** Opens a file that a table reads: a regular file or one of the kernel's. Null for /dev/null. */
export function openFile(path: string | Buffer, options: OpenOptions): number | null {
  return isKernelPath(options.shownAs) ? openSync(path, readNow) : openUserFile(path, options);
}

/**
 * Opens a regular file of a user. Null for /dev/null, which reads as empty. Users choose what their
 * files are, and statements choose paths: opening a pipe blocks, opening some devices acts on them,
 * and reading some kernel files consumes what they hold (/proc/kmsg). So anything else is refused
 * before it is opened.
 */
export function openUserFile(
  path: string | Buffer,
  { shownAs, platform }: OpenOptions,
): number | null {
  return platform === "linux" && process.platform === "linux"
    ? openOnLinux(path, shownAs)
    : openElsewhere(path, shownAs);
}

function openOnLinux(path: string | Buffer, shownAs: string): number | null {
  const reference = openSync(path, pathOnly);
  try {
    if (!isReadable(fstatSync(reference), shownAs)) return null;
    // The file that was checked, even if a user has put another one in its place.
    const link = `/proc/self/fd/${reference}`;
    if (kernelFileSystems.has(statfsSync(link).type)) throw refused(shownAs, "a kernel file");
    return openSync(link, readNow);
  } finally {
    closeSync(reference);
  }
}

function openElsewhere(path: string | Buffer, shownAs: string): number | null {
  if (!isReadable(statSync(path), shownAs)) return null;
  const file = openSync(path, readNow);
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw refused(shownAs, "not a regular file");
}

/**
 * Opens a block device that the kernel lists. What is opened is checked before: a file put in place
 * of the node may be a pipe or a driver of another kind.
 */
export function openBlockDevice(path: string | Buffer, number: string): number {
  const reference = openSync(path, pathOnly);
  try {
    const stats = fstatSync(reference);
    if (!stats.isBlockDevice() || deviceNumber(stats) !== number)
      throw refused(path.toString(), `not the block device ${number}`);
    return openSync(`/proc/self/fd/${reference}`, readNow);
  } finally {
    closeSync(reference);
  }
}

/** As makedev(3) packs it. */
function deviceNumber({ rdev }: Stats): string {
  const high = Math.floor(rdev / 2 ** 32);
  const low = rdev % 2 ** 32;
  const major = ((low >>> 8) & 0xfff) + (high & ~0xfff);
  const minor = (low & 0xff) + ((low >>> 12) & 0xfff00);
  return `${major}:${minor}`;
}

/** Whether it is a regular file; false for /dev/null; throws for anything else. */
function isReadable(stats: Stats, shownAs: string): boolean {
  if (stats.isFile()) return true;
  if (stats.isDirectory()) throw Object.assign(new Error("this is a folder"), { code: "EISDIR" });
  if (stats.isCharacterDevice() && isNull(stats)) return false;
  throw refused(shownAs, "not a regular file");
}

/** /dev/null has the same device number under any name. */
function isNull({ rdev }: Stats): boolean {
  return rdev === statSync("/dev/null", { throwIfNoEntry: false })?.rdev;
}

const refused = (path: string, what: string) =>
  new TableUnavailable("error", `${path}: ${what}, not read`);
