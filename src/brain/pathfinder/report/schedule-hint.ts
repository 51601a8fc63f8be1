/** The command that makes a question a standing one, as it is typed in a shell. */
export function scheduleHint(query: string): string {
  const quoted = `'${query.replace(/\s+/g, " ").replaceAll("'", "'\\''")}'`;
  return `To be told when that is settled: inquest curiosity add ${quoted} --every 24h`;
}
