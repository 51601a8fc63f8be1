import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from "node:fs";

/** An open regular file. */
export interface RegularFile {
  descriptor: number;
  stats: Stats;
}

/**
 * Opens a regular file to read it. Opening a pipe blocks until somebody writes to it, and with the
 * thread every signal handler, so nothing here waits. Throws Node's error, and for anything but a
 * regular file one with the code `EISDIR` or `NOT_REGULAR`.
 */
export function openRegularFile(path: string): RegularFile {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const stats = fstatSync(descriptor);
  if (stats.isFile()) return { descriptor, stats };
  closeSync(descriptor);
  throw stats.isDirectory()
    ? Object.assign(new Error(`${path} is a folder`), { code: "EISDIR" })
    : Object.assign(new Error(`${path} is not a regular file`), { code: "NOT_REGULAR" });
}

/** The bytes of a regular file. `check` sees its stats first and may throw. */
export function readRegularFile(path: string, check: (stats: Stats) => void = () => {}): Buffer {
  const { descriptor, stats } = openRegularFile(path);
  try {
    check(stats);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
