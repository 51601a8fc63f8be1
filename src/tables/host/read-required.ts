import { gapOf, isAbsent, unavailableFor } from "./gap.ts";
import type { Host } from "./port.ts";

const mebibyte = 1 << 20;

/** A file without which the table is unavailable. */
export function readRequired(host: Host, path: string, maxBytes = 4 * mebibyte): string {
  try {
    return host.read(path, maxBytes);
  } catch (error) {
    throw unavailableFor(gapOf(error, path));
  }
}

/** Names in a folder without which the table is unavailable. */
export function listRequired(host: Host, path: string): string[] {
  try {
    return host.list(path);
  } catch (error) {
    throw unavailableFor(gapOf(error, path));
  }
}

/** A file's text, "" when absent; throws Node's error when it can't be read. */
export function readIfPresent(host: Host, path: string, maxBytes?: number): string {
  try {
    return host.read(path, maxBytes);
  } catch (error) {
    if (isAbsent(error)) return "";
    throw error;
  }
}
