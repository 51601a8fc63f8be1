import type { Dirent, Stats, StatsFs } from "node:fs";

export interface CommandOutput {
  stdout: string;
  exitCode: number;
}

/**
 * The only way from a table to the machine, so that a table can be run over a recorded tree:
 * files below `root`, and the few tools that know what no file says.
 */
export interface Host {
  /** "/" on a real machine. */
  readonly root: string;
  readonly platform: NodeJS.Platform;
  /** Epoch ms. */
  now(): number;
  /** The real path of an absolute path of the host. */
  path(absolute: string): string;
  /** At most `maxBytes` (1 MiB unless told) of a file as UTF-8; throws Node's error (ENOENT, EACCES…). */
  read(absolute: string, maxBytes?: number): string;
  readBytes(absolute: string, maxBytes?: number): Buffer;
  /** A file piece by piece; each piece is overwritten by the next. */
  chunks(absolute: string): Iterable<Buffer>;
  /** Names in a folder, sorted. */
  list(absolute: string): string[];
  /** Names in a folder with their types, in no order. */
  entries(absolute: string): Dirent[];
  stat(absolute: string): Stats;
  lstat(absolute: string): Stats;
  readlink(absolute: string): string;
  exists(absolute: string): boolean;
  /** Sizes of the file system that holds a path. Waits for ever on a network mount whose server is gone. */
  statfs(absolute: string): StatsFs;
  /**
   * Runs a tool by its fixed name and arguments, no shell, no stdin, C locale, UTC, 10 s and 16 MiB at most
   * (macOS: UTF-8 for characters, else ps and lsof escape names that aren't ASCII).
   * Throws `TableUnavailable` (table_missing) when the tool is not installed.
   */
  run(tool: string, args: string[]): Promise<CommandOutput>;
}
