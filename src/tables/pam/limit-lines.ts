/** A line of limits.conf(5). */
export interface LimitLine {
  domain: string;
  /** "" for a line that frees its domain of all limits. */
  item: string;
  /** "": none. */
  value: string;
  /** "/etc/security/limits.conf:12". */
  source: string;
}

/** Skips comments and lines that pam_limits can't parse. */
export const parseLimits = (text: string, path: string): LimitLine[] =>
  text.split("\n").flatMap((line, at) => {
    const [domain, type, item = "", value = ""] = line
      .replace(/#.*/, "")
      .trim()
      .toLowerCase()
      .split(/\s+/);
    const isLimit = type === "-" || ((type === "hard" || type === "soft") && item !== "");
    if (!domain || !isLimit) return [];
    return [{ domain, item, value, source: `${path}:${at + 1}` }];
  });
