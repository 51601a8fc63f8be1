/** The shell command that schedules the question. */
export function scheduleHint(query: string): string {
  const quoted = `'${query.replace(/\s+/g, " ").replaceAll("'", "'\\''")}'`;
  return `To be notified when this changes: inquest curiosity add ${quoted} --every 24h`;
}
