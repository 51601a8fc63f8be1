/** One word for sh; what needs no quotes gets none. */
export function quoteForShell(text: string): string {
  if (/^[\w@%+=:,./][\w@%+=:,./-]*$/.test(text)) return text;
  return `'${text.replaceAll("'", "'\\''")}'`;
}
