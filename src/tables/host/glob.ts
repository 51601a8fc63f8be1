import type { Dirent } from "node:fs";
import type { GapReader } from "./gap-reader.ts";
import { isPresent } from "./inspect.ts";

/**
 * Paths that match a shell pattern (* ? [set]), sorted as by glob(3); unreadable folders become
 * gaps.
 */
export function expandGlob(read: GapReader, pattern: string): string[] {
  const [root = "", ...segments] = pattern.split(/\/+/);
  const last = segments.length - 1;
  const found = segments.reduce(
    (folders, segment, index) =>
      folders.flatMap((folder) => step(read, folder, { segment, isLast: index === last })),
    [root],
  );
  return found.filter((path) => path !== "").filter((path) => isPresent(read.host, path));
}

function step(
  read: GapReader,
  folder: string,
  { segment, isLast }: { segment: string; isLast: boolean },
): string[] {
  if (!/[*?[]/.test(segment)) return [`${folder}/${segment}`];
  const matcher = globToRegExp(segment);
  return read
    .entries(folder || "/")
    .filter((entry) => isLast || mayLead(entry))
    .map(({ name }) => name)
    .filter((name) => matcher.test(name) && (segment.startsWith(".") || !name.startsWith(".")))
    .sort()
    .map((name) => `${folder}/${name}`);
}

/** Whether anything can be below. */
const mayLead = (entry: Dirent) => entry.isDirectory() || entry.isSymbolicLink();

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
