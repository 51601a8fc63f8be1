// The part of man(7) that the manual pages use.

/** Text in which nothing is a roff request or escape sequence. */
export function literal(text: string): string {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll("…", "...")
    .replaceAll("^", "\\(ha")
    .replaceAll("~", "\\(ti")
    .replaceAll("`", "\\(ga")
    .replaceAll("'", "\\(aq")
    .replace(/^\./gm, "\\&.");
}

export const bold = (text: string) => `\\fB${literal(text)}\\fR`;
export const italic = (text: string) => `\\fI${literal(text)}\\fR`;

/** Lines of input are at most this long; the reader fills them anyway. */
const inputWidth = 72;

/** A paragraph's lines of input. */
export function filled(text: string): string[] {
  return text
    .replace(new RegExp(`(.{1,${inputWidth}})(?: +|$)`, "g"), "$1\n")
    .trimEnd()
    .split("\n")
    .map(literal);
}

const quoted = (text: string) => `"${literal(text).replaceAll('"', "\\(dq")}"`;

export interface Title {
  section: number;
  date: string;
  source: string;
  manual: string;
}

export function title(name: string, { section, date, source, manual }: Title): string {
  return [".TH", name.toUpperCase(), section, date, quoted(source), quoted(manual)].join(" ");
}

export const section = (name: string, ...lines: string[]) => [`.SH ${quoted(name)}`, ...lines];
export const subsection = (name: string, ...lines: string[]) => [`.SS ${quoted(name)}`, ...lines];
export const paragraph = (text: string) => [".PP", ...filled(text)];

/** A term with its description indented below it. */
export const item = (term: string, text: string) => [".TP", term, ...filled(text)];

/** Text whose lines stay as they are, indented. */
export function unfilled(lines: string[]): string[] {
  return [".PP", ".RS 4", ".nf", ...lines.map(literal), ".fi", ".RE"];
}
