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
};

/** The requested format, or that of the file's extension, or `fallback`. */
export function chooseFormat(
  { format, output }: { format?: Format; output?: string },
  fallback: Format,
): Format {
  return format ?? endings[extname(output ?? "").toLowerCase()] ?? fallback;
}
