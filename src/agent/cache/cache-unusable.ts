import { AppError } from "../../core/errors.ts";
import { configError } from "../config/config-error.ts";

const reasons: Record<string, string> = {
  ENOSPC: "no space is left on its disk",
  EDQUOT: "the disk quota is used up",
  EROFS: "its file system is read-only",
  EACCES: "this user has no write permission",
  EPERM: "this user has no write permission",
  ENOTDIR: "a part of its path is not a folder",
  EEXIST: "it is not a folder",
};

/** Rethrows an `AppError`; turns a system error into one that says why the cache folder can't be used. */
export function rethrowAsUnusable(error: unknown, dir: string): never {
  if (error instanceof AppError) throw error;
  const { code = "unknown" } = error as NodeJS.ErrnoException;
  throw configError(
    `The cache folder ${dir} can't be used: ${reasons[code] ?? code}.`,
    "Fix that, or set cache_dir (or SERVICE_CACHE_DIR) to a folder that this user can write to.",
    error,
  );
}
