import { closeSync, fstatSync, openSync, readFileSync, type Stats } from "node:fs";
import { configError } from "./config-error.ts";

/** Far larger than any config, key or certificate bundle. */
export const maxFileBytes = 1 << 20;

const reasons: Record<string, string> = {
  ENOENT: "it does not exist",
  EACCES: "this user has no read permission",
  EPERM: "this user has no read permission",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is not a folder",
  ELOOP: "its symbolic links form a loop",
  ENAMETOOLONG: "its name is too long",
  ERR_INVALID_ARG_VALUE: "its name contains a NUL character",
};

/** Reads a small file; `what` starts the error message, as in `The config file`. */
export function readSmallFile(path: string, what: string): { bytes: Buffer; stats: Stats } {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    const stats = fstatSync(file);
    // Reading a pipe or a device could block for ever.
    if (!stats.isFile())
      throw unusable(stats.isDirectory() ? "it is a folder" : "it is not a regular file");
    if (stats.size > maxFileBytes) throw unusable("it is larger than 1 MiB");
    return { bytes: readFileSync(file), stats };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    throw code === "usage" ? error : unusable(reasons[code] ?? (code || "unknown"), error);
  } finally {
    if (file !== undefined) closeSync(file);
  }

  function unusable(reason: string, cause?: unknown) {
    return configError(
      `${what} ${path} can't be used: ${reason}.`,
      "Use a readable file, or change its owner or mode.",
      cause,
    );
  }
}
