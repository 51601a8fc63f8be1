import type { Dirent } from "node:fs";
import { textOfBytes } from "../parsers/byte-text.ts";
import { type Gap, gapOf, isAbsent } from "./gap.ts";
import type { Host } from "./port.ts";
import { nameOf, requiredOutput } from "./tool-output.ts";

const maxTextBytes = 4 << 20;

/**
 * Reads a host and records what it could not read. An absent file or folder is an empty result,
 * not a gap: most files are optional.
 */
export interface GapReader {
  readonly host: Host;
  /** Everything that could not be read so far. */
  readonly gaps: Gap[];
  /** A file's text, 4 MiB at most unless `maxBytes` says otherwise; undefined when absent or unreadable. */
  text(path: string, maxBytes?: number): string | undefined;
  /** The same as bytes. */
  bytes(path: string, maxBytes: number): Buffer | undefined;
  /** A text file's lines; none when absent or unreadable. */
  lines(path: string, maxBytes?: number): string[];
  /** Names in a folder, sorted; none when absent or unreadable. */
  list(folder: string): string[];
  /** The same with their types, in no order. */
  entries(folder: string): Dirent[];
  /** The output of a tool; undefined when it is missing or fails. */
  output(tool: string, ...args: string[]): Promise<string | undefined>;
  /** The result of any other read of `what`; undefined when it fails. */
  attempt<T>(what: string, work: () => T): T | undefined;
  /** The same for what must exist: its absence is a gap too. */
  required<T>(what: string, work: () => T): T | undefined;
  report(...gaps: Gap[]): void;
  /** The same reader, whose gaps leave open only these columns instead of whole rows. */
  forColumns(columns: string[]): GapReader;
  /** The same reader, whose gaps leave open only the rows with these values in the column. */
  forRows(column: string, values: string[]): GapReader;
}

/** `onGap` hears of each gap as it is found. */
export function gapReader(host: Host, onGap?: (gap: Gap) => void): GapReader {
  const gaps: Gap[] = [];
  return readerInto({ host, gaps, onGap });
}

interface Target {
  host: Host;
  gaps: Gap[];
  onGap: ((gap: Gap) => void) | undefined;
}

function readerInto(target: Target, scope: Pick<Gap, "columns" | "rows"> = {}): GapReader {
  const { host, gaps, onGap } = target;
  const report = (...found: Gap[]) => {
    for (const gap of found.map((gap) => ({ ...gap, ...scope }))) {
      gaps.push(gap);
      onGap?.(gap);
    }
  };
  const attempt = <T>(what: string, work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      if (!isAbsent(error)) report(gapOf(error, what));
      return undefined;
    }
  };
  const required = <T>(what: string, work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      report(gapOf(error, what));
      return undefined;
    }
  };
  const bytes = (path: string, maxBytes: number) =>
    attempt(path, () => readRegularFile({ host, report }, path, maxBytes));
  const text = (path: string, maxBytes = maxTextBytes) => {
    const content = bytes(path, maxBytes);
    return content && textOfBytes(content);
  };
  return {
    host,
    gaps,
    text,
    bytes,
    lines: (path, maxBytes) => text(path, maxBytes)?.split("\n") ?? [],
    list: (folder) => attempt(folder, () => host.list(folder)) ?? [],
    entries: (folder) => attempt(folder, () => host.entries(folder)) ?? [],
    async output(tool, ...args) {
      try {
        return await requiredOutput(host, tool, args);
      } catch (error) {
        report(gapOf(error, nameOf(tool)));
        return undefined;
      }
    },
    attempt,
    required,
    report,
    forColumns: (columns) => readerInto(target, { ...scope, columns }),
    forRows: (column, values) => readerInto(target, { ...scope, rows: { column, values } }),
  };
}

/** Only regular files are opened: opening a FIFO would block. A link to /dev/null reads as empty. */
function readRegularFile(
  { host, report }: Pick<GapReader, "host" | "report">,
  path: string,
  maxBytes: number,
): Buffer | undefined {
  const stats = host.stat(path);
  if (stats.isCharacterDevice()) return undefined;
  if (!stats.isFile()) {
    report({ reason: "error", detail: `${path}: not a regular file` });
    return undefined;
  }
  const bytes = host.readBytes(path, maxBytes);
  if (bytes.length === maxBytes && stats.size > maxBytes)
    report({ reason: "error", detail: `${path}: only the first ${maxBytes} bytes were read` });
  return bytes;
}
