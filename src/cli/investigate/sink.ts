import { appendFileSync, writeFileSync } from "node:fs";
import { extname } from "node:path";
import { usageError } from "../errors/usage-error.ts";
import type { Format } from "../flags/common-flags.ts";

/** Where an answer is written: the terminal or a file. */
export type Sink = (text: string) => void;

const reasons: Record<string, string> = {
  ENOENT: "its folder doesn't exist",
  EISDIR: "it is a folder",
  EACCES: "permission denied",
  ENOSPC: "the disk is full",
};

/**
 * A sink to `file`, truncated immediately so that an unwritable file is reported before the work
 * starts. A new file is readable by its owner only, whatever the umask: a report lists weaknesses.
 * An existing one keeps its mode.
 */
export function fileSink(file: string): Sink {
  const attempt = (write: () => void) => {
    try {
      write();
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException;
      const why = reasons[code] ?? code;
      throw usageError(`${file} can't be written: ${why}.`, "Choose another --output.");
    }
  };
  attempt(() => writeFileSync(file, "", { mode: 0o600 }));
  return (text) => attempt(() => appendFileSync(file, text));
}

const endings: Record<string, Format> = {
  ".json": "json",
  ".ndjson": "ndjson",
  ".md": "markdown",
  ".html": "html",
  ".sarif": "sarif",
  ".csv": "csv",
};

/**
 * The requested format, or that of the file's extension, or `json`, the format of --json. A file
 * without an extension and one that ends in .txt are text.
 */
export function chooseFormat(
  { format, output = "" }: { format?: Format; output?: string },
  { json, formats }: { json: Format | null; formats: readonly Format[] },
): Format {
  if (format) return format;
  const ending = extname(output).toLowerCase();
  const known = Object.entries(endings).filter(([, one]) => formats.includes(one));
  const [, found] = known.find(([one]) => one === ending) ?? [];
  if (found || json) return found ?? json!;
  if (ending === "" || ending === ".txt") return "text";
  const names = [".txt", ...known.map(([one]) => one)].join(", ");
  throw usageError(
    `No format is known for ${output}.`,
    `Name a file that ends in ${names}, or pass --format.`,
  );
}
