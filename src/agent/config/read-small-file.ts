import { closeSync, fstatSync, openSync, readFileSync, type Stats } from "node:fs";
import { configError } from "./config-error.ts";

/** Far more than any config, key or bundle of certificates has. */
export const maxFileBytes = 1 << 20;

const reasons: Record<string, string> = {
  ENOENT: "it does not exist",
  EACCES: "this user may not read it",
  EPERM: "this user may not read it",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is no folder",
  ELOOP: "its links lead in a circle",
  ENAMETOOLONG: "its name is too long",
  ERR_INVALID_ARG_VALUE: "its name holds a NUL",
};

/** Reads a small file whole; `what` begins the sentence of an error: `The config file`. */
export function readSmallFile(path: string, what: string): { bytes: Buffer; stats: Stats } {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    const stats = fstatSync(file);
    // A pipe or a device could hold the start up for ever, or never end.
    if (!stats.isFile()) throw unusable(stats.isDirectory() ? "it is a folder" : "it is no file");
    if (stats.size > maxFileBytes) throw unusable("it is larger than 1 MiB");
    return { bytes: readFileSync(file), stats };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    throw code === "usage" ? error : unusable(reasons[code] ?? (code || "unknown"), error);
  } finally {
    if (file !== undefined) closeSync(file);
  }

  function unusable(why: string, cause?: unknown) {
    return configError(
      `${what} ${path} can't be used: ${why}.`,
      "Name a readable file, or change its owner or mode.",
      cause,
    );
  }
}
