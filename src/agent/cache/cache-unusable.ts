import { AppError } from "../../core/errors.ts";
import { configError } from "../config/config-error.ts";

/** Passes our own errors on, those of the system as one that tells what is wrong with the cache folder. */
export function rethrowUnusable(error: unknown, dir: string): never {
  if (error instanceof AppError) throw error;
  const { code = "unknown" } = error as NodeJS.ErrnoException;
  throw configError(
    `The cache folder ${dir} can't be used (${code}).`,
    "Name one that this user may write to with cache_dir or SERVICE_CACHE_DIR.",
    error,
  );
}
