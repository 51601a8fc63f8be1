/** A line of a file in /etc/pam.d. */
export interface PamLine {
  /** "auth", "account", "password" or "session"; null for @include, which adds lines of any type. */
  type: string | null;
  /** "required", "[success=1 default=ignore]", "include"… */
  control: string;
  /** A module as written, or the included service. */
  module: string;
  args: string[];
  /** Of its first line, from 1. */
  line: number;
}

/** pam.d(5): skips comments and what PAM can't parse; a backslash at its end continues a line. */
export function parsePamFile(text: string): PamLine[] {
  const parsed: PamLine[] = [];
  let joined = "";
  let start = 1;
  for (const [index, raw] of text.split("\n").entries()) {
    if (joined === "") start = index + 1;
    const content = raw.replace(/#.*$/, "");
    const continued = /\\\s*$/.test(content);
    joined += `${content.replace(/\\\s*$/, "")} `;
    if (continued) continue;
    const entry = parseLine(joined.trim(), start);
    if (entry) parsed.push(entry);
    joined = "";
  }
  return parsed;
}

const include = /^@include\s+(\S+)/;
const rule = /^-?(auth|account|password|session)\s+(\[[^\]]*\]|\S+)\s+(\S+)\s*(.*)$/i;

function parseLine(text: string, line: number): PamLine | undefined {
  const [, service] = include.exec(text) ?? [];
  if (service) return { type: null, control: "include", module: service, args: [], line };
  const [, type, control, module, rest] = rule.exec(text) ?? [];
  if (!type || !control || !module) return undefined;
  // an argument with blanks is in brackets
  const args = (rest ?? "").match(/\[[^\]]*\]|\S+/g) ?? [];
  return { type: type.toLowerCase(), control: control.toLowerCase(), module, args, line };
}
