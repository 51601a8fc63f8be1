/** "Key: value" lines, as in /proc/meminfo and /proc/cpuinfo; the first of repeated keys counts. */
export function parseColonLines(text: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const line of text.split("\n")) {
    const colon = line.indexOf(":");
    if (colon < 1) continue;
    const key = line.slice(0, colon).trim();
    if (!values.has(key)) values.set(key, line.slice(colon + 1).trim());
  }
  return values;
}

/** KEY=value lines without shell quotes, as in os-release(5); the last of repeated keys counts. */
export function parseAssignments(text: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const line of text.split("\n")) {
    const match = /^\s*([A-Za-z_][\w.-]*)=(.*)$/.exec(line);
    if (match) values.set(match[1]!, unquote(match[2]!.trim()));
  }
  return values;
}

function unquote(value: string): string {
  const quoted = /^(["'])(.*)\1$/.exec(value);
  if (!quoted) return value;
  return quoted[1] === '"' ? quoted[2]!.replace(/\\(["\\$`])/g, "$1") : quoted[2]!;
}
