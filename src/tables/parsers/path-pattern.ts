/**
 * osquery's path patterns in LIKE: "%" matches within one path segment, "%%" at any depth, "_" one
 * character, as in SQL. A pattern that doesn't start at the root (plain SQL: '%.pem') is searched
 * everywhere.
 */
export interface PathPattern {
  /** The segments before the first wildcard, where the search starts. */
  base: string;
  /** Matchers for the segments below it, up to the first "%%". */
  segments: RegExp[];
  /** Matches whole paths, where "%%" reaches any depth. */
  deep?: RegExp;
  /** Set for a pattern with a slash at its end: only folders match, and have one too. */
  foldersOnly?: true;
}

export function parsePathPattern(like: string): PathPattern {
  const rooted = like.startsWith("/") ? like : `/%%${like}`;
  const pattern = searchOf(trimSlash(rooted));
  const isFixed = pattern.segments.length === 0 && !pattern.deep;
  if (isFixed) return { base: rooted, segments: [] };
  return rooted.endsWith("/") ? { ...pattern, foldersOnly: true } : pattern;
}

function searchOf(rooted: string): PathPattern {
  const parts = rooted.split("/").filter(Boolean);
  const fixed = parts.findIndex((part) => /[%_]/.test(part));
  if (fixed < 0) return { base: rooted, segments: [] };
  const base = `/${parts.slice(0, fixed).join("/")}`;
  const wild = parts.slice(fixed);
  const deepAt = wild.findIndex((part) => part.includes("%%"));
  if (deepAt < 0) return { base, segments: wild.map(matcher) };
  return { base, segments: wild.slice(0, deepAt).map(matcher), deep: matcher(rooted) };
}

/**
 * In GLOB "*" matches at any depth: everything below the folder before the first wildcard, filtered
 * by SQLite.
 */
export function widenGlob(glob: string): string {
  const wild = glob.search(/[*?[]/);
  if (wild < 0) return glob;
  return `${glob.slice(0, glob.lastIndexOf("/", wild) + 1) || "/"}%%`;
}

/** SQLite's LIKE ignores the case of ASCII letters, so the search must not be narrower. */
function matcher(pattern: string): RegExp {
  const source = pattern
    .split(/(%+|_)/)
    .map((part) => wildcards[part] ?? (/^%+$/.test(part) ? ".*" : escapeRegExp(part)))
    .join("");
  return new RegExp(`^${source}$`, "is");
}

const wildcards: Record<string, string> = { "%": "[^/]*", _: "[^/]" };

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** "/etc/" as "/etc"; "/" stays. */
export function trimSlash(folder: string): string {
  let end = folder.length;
  while (end > 1 && folder[end - 1] === "/") end -= 1;
  return folder.slice(0, end);
}
