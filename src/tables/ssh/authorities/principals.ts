/** Principals of which a certificate has to name one, and the options that hold for it then. */
export interface PrincipalLine {
  /** Comma-separated. */
  principals: string;
  options: string;
}

/** Lines of AuthorizedPrincipalsFile: a name, options before it; those with the same options together. */
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
