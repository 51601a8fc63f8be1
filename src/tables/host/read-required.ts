import { gapOf, unavailableFor } from "./gap.ts";
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
