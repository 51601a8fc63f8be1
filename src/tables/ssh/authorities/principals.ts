/** Principals of which a certificate must name one, and the options that then apply. */
export interface PrincipalLine {
  /** Comma-separated. */
  principals: string;
  options: string;
}

/**
 * Lines of AuthorizedPrincipalsFile: options, then a name; names with the same options are grouped.
 */
export function parsePrincipals(text: string): PrincipalLine[] {
  const byOptions = new Map<string, string[]>();
  for (const line of text.split("\n")) {
    const [, options = "", name = ""] =
      /^(?:(.*)[ \t])?(\S+)$/.exec(line.replace(/#.*/, "").trim()) ?? [];
    if (name !== "")
      byOptions.set(options.trim(), [...(byOptions.get(options.trim()) ?? []), name]);
  }
  return [...byOptions].map(([options, names]) => ({ principals: names.join(","), options }));
}
