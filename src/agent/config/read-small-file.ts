import type { Stats } from "node:fs";
import { readRegularFile } from "../../core/files/read-regular-file.ts";
import { configError } from "./config-error.ts";

/** Far larger than any config, key or certificate bundle. */
export const maxFileBytes = 1 << 20;

const reasons: Record<string, string> = {
  ENOENT: "it does not exist",
  EACCES: "this user has no read permission",
  EPERM: "this user has no read permission",
  EISDIR: "it is a folder",
  NOT_REGULAR: "it is not a regular file",
  ENOTDIR: "a part of its path is not a folder",
  ELOOP: "its symbolic links form a loop",
  ENAMETOOLONG: "its name is too long",
  ERR_INVALID_ARG_VALUE: "its name contains a NUL character",
};

/** Reads a small file; `what` starts the error message, as in `The config file`. */
export function readSmallFile(path: string, what: string): { bytes: Buffer; stats: Stats } {
  let stats: Stats | undefined;
  try {
    const bytes = readRegularFile(path, (found) => {
      stats = found;
      if (found.size > maxFileBytes) throw unusable("it is larger than 1 MiB");
    });
    return { bytes, stats: stats! };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    throw code === "usage" ? error : unusable(reasons[code] ?? (code || "unknown"), error);
  }

  function unusable(reason: string, cause?: unknown) {
    return configError(
      `${what} ${path} can't be used: ${reason}.`,
      "Use a readable file, or change its owner or mode.",
      cause,
    );
  }
}
