import { AppError } from "../../core/errors.ts";
import { configError } from "../config/config-error.ts";

const reasons: Record<string, string> = {
  ENOSPC: "no space is left on its disk",
  EDQUOT: "the disk quota is used up",
  EROFS: "its file system is read-only",
  EACCES: "this user may not write to it",
  EPERM: "this user may not write to it",
  ENOTDIR: "a part of its path is no folder",
  EEXIST: "it is no folder",
};

/** Passes our own errors on, those of the system as one that tells what is wrong with the cache folder. */
export function rethrowUnusable(error: unknown, dir: string): never {
  if (error instanceof AppError) throw error;
  const { code = "unknown" } = error as NodeJS.ErrnoException;
  throw configError(
    `The cache folder ${dir} can't be used: ${reasons[code] ?? code}.`,
    "Change that, or name one that this user may write to with cache_dir or SERVICE_CACHE_DIR.",
    error,
  );
}
