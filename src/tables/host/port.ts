import type { Dirent, Stats, StatsFs } from "node:fs";

export interface CommandOutput {
  stdout: string;
  exitCode: number;
}

export interface DeviceOptions {
  /** Major and minor number: "8:1". */
  number: string;
  maxBytes: number;
}

/**
 * The only access a table has to the machine, so that tables can run over a recorded tree: files
 * below `root`, and the few tools whose answers are in no file. Names and paths are text in the form
 * of parsers/byte-text.ts, which no name is lost in: a byte that is not UTF-8 is \xHH.
 */
export interface Host {
  /** "/" on a real machine. */
  readonly root: string;
  readonly platform: NodeJS.Platform;
  /** Epoch ms. */
  now(): number;
  /** The real path of an absolute path of the host; bytes if it is not UTF-8. */
  path(absolute: string): string | Buffer;
  /**
   * Up to `maxBytes` (default 1 MiB) of a file as text, in which a byte that is not UTF-8 is \xHH; throws Node's error (ENOENT, EACCES…), or
   * `TableUnavailable` for anything but a regular file or a kernel file that tables read.
   */
  read(absolute: string, maxBytes?: number): string;
  /** The same as bytes, from `start` (default 0) on, which a sparse file needs. */
  readBytes(absolute: string, maxBytes?: number, start?: number): Buffer;
  /** Up to `maxBytes` from the start of a block device whose number ("8:1") is known. */
  deviceBytes(node: string, options: DeviceOptions): Buffer;
  /** A regular file, but no kernel file, in chunks; each chunk is overwritten by the next. */
  chunks(absolute: string): Iterable<Buffer>;
  /** Names in a folder, sorted by their bytes if any is not plain UTF-8. */
  list(absolute: string): string[];
  /** Names in a folder with their types, unsorted. */
  entries(absolute: string): Dirent[];
  stat(absolute: string): Stats;
  lstat(absolute: string): Stats;
  readlink(absolute: string): string;
  exists(absolute: string): boolean;
  /** Sizes of the file system of a path. Blocks forever on a network mount whose server is gone. */
  statfs(absolute: string): StatsFs;
  /**
   * Runs a tool by its fixed name and arguments: no shell, no stdin, C locale, UTC, at most 10 s
   * and 16 MiB (macOS: UTF-8, or else ps and lsof escape non-ASCII names). Throws
   * `TableUnavailable`: table_missing when the tool is not installed, denied when another user
   * could replace it.
   */
  run(tool: string, args: string[]): Promise<CommandOutput>;
  /** The same for tables that are scanned inside a statement; it blocks the thread. */
  runSync(tool: string, args: string[]): CommandOutput;
}
