import { AppError } from "../../../core/errors.ts";

/** A damaged part of a file. */
export interface Damage {
  file: string;
  /** Byte offset of the first damaged byte's line. */
  offset: number;
  bytes: number;
  reason: string;
}

/** The data folder is damaged; nothing was changed. */
export function storeDamaged({ file, offset, reason }: Damage): AppError {
  return new AppError(
    "store_damaged",
    `The data folder is damaged: ${file} at byte ${offset}: ${reason}.`,
  );
}

/** Another process has the data folder open. */
export function dataDirInUse(pid: number): AppError {
  return new AppError("data_dir_in_use", `The data folder is in use by process ${pid}.`);
}

/** Another user may know the folder's keys or have forged its records. `reason` begins the sentence. */
export function dataDirUntrusted(reason: string): AppError {
  return new AppError("data_dir_untrusted", `The data folder is not safe to use: ${reason}.`);
}

export function storeTooNew(format: number, known: number): AppError {
  return new AppError(
    "store_too_new",
    `The data folder has format ${format}; this version of inquest knows formats up to ${known}.`,
    { hint: "Use the version of inquest that wrote it, or a newer one." },
  );
}

const causes: Record<string, string> = {
  ENOSPC: "there is no space left on the device",
  EDQUOT: "the disk quota is used up",
  EROFS: "the file system is read-only",
  EIO: "the disk reported an error",
  EACCES: "permission is denied",
  EPERM: "the operation is not permitted",
  ENOENT: "the folder can't be created there",
  ENOTDIR: "part of the path is not a folder",
  EEXIST: "the path is not a folder",
};

/** Rethrows an error; a known system error becomes `data_dir_unusable` with its cause in words. */
export function rethrowAsUnusable(error: unknown): never {
  const { code = "", path } = error as NodeJS.ErrnoException;
  const why = causes[code];
  if (error instanceof AppError || !why) throw error;
  throw new AppError("data_dir_unusable", `The data folder can't be used: ${why} (${path}).`, {
    cause: error,
  });
}

/** A commit that could not be made durable and was not applied. The message names no path. */
export function writeFailed(cause: unknown): AppError {
  const why = causes[(cause as NodeJS.ErrnoException)?.code ?? ""] ?? "the write failed";
  return new AppError("internal_error", `The change could not be saved: ${why}.`, {
    status: 500,
    hint: "Nothing was changed. Try again once the disk accepts writes.",
    cause,
  });
}

export function storeClosed(): AppError {
  return new AppError("internal_error", "The store is closed.", { status: 500 });
}
