import type { GapReader } from "./gap-reader.ts";
import { isPresent } from "./inspect.ts";

/**
 * Paths that match a shell pattern (* ? [set]), sorted as by glob(3); unreadable folders become
 * gaps.
 */
export function expandGlob(read: GapReader, pattern: string): string[] {
  const [root = "", ...segments] = pattern.split(/\/+/);
  const found = segments.reduce(
    (folders, segment) => folders.flatMap((folder) => step(read, folder, segment)),
    [root],
  );
  return found.filter((path) => path !== "").filter((path) => isPresent(read.host, path));
}

function step(read: GapReader, folder: string, segment: string): string[] {
  if (!/[*?[]/.test(segment)) return [`${folder}/${segment}`];
  const matcher = globToRegExp(segment);
  return read
    .list(folder || "/")
    .filter((name) => matcher.test(name) && (segment.startsWith(".") || !name.startsWith(".")))
    .map((name) => `${folder}/${name}`);
}

/** A pattern within one path segment. */
export function globToRegExp(pattern: string): RegExp {
  const source = pattern.replace(/\[([!^]?)([^\]]+)\]|[\s\S]/g, (token, negation, set) => {
    if (set !== undefined) return `[${negation ? "^" : ""}${set.replace(/[\\^[]/g, "\\$&")}]`;
    if (token === "*") return "[^/]*";
    return token === "?" ? "[^/]" : token.replace(/[\\^$.|+()[\]{}]/g, "\\$&");
  });
  try {
    return new RegExp(`^${source}$`);
  } catch {
    return /^(?!)/; // a set such as [z-a] matches nothing
  }
}
