import { type Gap, gapOf, isAbsent, unavailableFor } from "./gap.ts";
import type { Host } from "./port.ts";

const mebibyte = 1 << 20;

/** A file's text; nothing when it isn't there, a gap when it is there and can't be read (or not to its end). */
export function readOptional(
  host: Host,
  path: string,
  gaps: Gap[],
  maxBytes = 4 * mebibyte,
): string | undefined {
  return readBytesOptional(host, path, gaps, maxBytes)?.toString("utf8");
}

/** The same as bytes. Only regular files are opened: opening a FIFO would wait for ever. */
export function readBytesOptional(
  host: Host,
  path: string,
  gaps: Gap[],
  maxBytes: number,
): Buffer | undefined {
  try {
    const stats = host.stat(path);
    if (stats.isCharacterDevice()) return undefined; // linked to /dev/null: as good as empty
    if (!stats.isFile()) {
      gaps.push({ reason: "error", detail: `${path}: not a regular file` });
      return undefined;
    }
    const bytes = host.readBytes(path, maxBytes);
    if (bytes.length === maxBytes && stats.size > maxBytes)
      gaps.push({ reason: "error", detail: `${path}: only its first ${maxBytes} bytes were read` });
    return bytes;
  } catch (error) {
    if (!isAbsent(error)) gaps.push(gapOf(error, path));
    return undefined;
  }
}

/** Names in a folder; none when it isn't there, a gap when it can't be listed. */
export function listOptional(host: Host, path: string, gaps: Gap[]): string[] {
  try {
    return host.list(path);
  } catch (error) {
    if (!isAbsent(error)) gaps.push(gapOf(error, path));
    return [];
  }
}

/** A file without which the table has nothing to say. */
export function readRequired(host: Host, path: string, maxBytes = 4 * mebibyte): string {
  try {
    return host.read(path, maxBytes);
  } catch (error) {
    throw unavailableFor(gapOf(error, path));
  }
}

/** Names in a folder without which the table has nothing to say. */
export function listRequired(host: Host, path: string): string[] {
  try {
    return host.list(path);
  } catch (error) {
    throw unavailableFor(gapOf(error, path));
  }
}
