/** A rule of doas.conf(5). */
export interface DoasRule {
  permits: boolean;
  /** "nopass", "persist", "keepenv", "nolog", and "setenv" with its variables. */
  options: string[];
  /** An account or ":group", by name or number. */
  identity: string;
  /** The account that it is for; null: any. */
  target: string | null;
  /** As it must be typed; null: any. */
  command: string | null;
  /** null: any. */
  args: string[] | null;
  line: number;
}

/** doas refuses a file with an error in it as a whole. */
export interface ParsedDoasConf {
  rules: DoasRule[];
  error: string | null;
}

interface Word {
  text: string;
  /** Quoted and escaped words are no keywords. */
  isPlain: boolean;
}

interface Line {
  number: number;
  words: Word[];
}

export function parseDoasConf(text: string): ParsedDoasConf {
  const lines = linesOf(text);
  const rules: DoasRule[] = [];
  let error = lines.isWhole ? null : "a quote is not closed";
  for (const line of lines.found.filter(({ words }) => words.length > 0)) {
    const rule = ruleOf(line);
    if (rule) rules.push(rule);
    else error ??= `line ${line.number} is wrong`;
  }
  // the grammar wants an end of line behind each rule
  if (/(^|\n)[^\S\n]*[^#\s][^\n]*$/.test(text)) error ??= "its last line has no end";
  return { rules, error };
}

const token =
  /\\\n|[^\S\n]+|#(?:\\[^\n]|[^\\\n])*\\?|(\n)|([{}])|((?:"(?:\\[\s\S]|[^"\\\n])*"|\\[\s\S]|[^\s"\\#{}])+)/y;

function linesOf(text: string): { found: Line[]; isWhole: boolean } {
  const lines: Line[] = [{ number: 1, words: [] }];
  let number = 1;
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const [all, end, brace, word] = token.exec(text) ?? [];
    if (all === undefined) return { found: lines, isWhole: false };
    const plain = brace ?? word;
    if (plain !== undefined) lines.at(-1)!.words.push(wordOf(plain));
    number += all.split("\n").length - 1;
    if (end !== undefined) lines.push({ number, words: [] });
  }
  return { found: lines, isWhole: true };
}

const wordOf = (written: string): Word => ({
  text: written.replace(/\\([\s\S])|"/g, "$1"),
  isPlain: !/["\\]/.test(written),
});

function ruleOf({ number, words }: Line): DoasRule | null {
  const rest = [...words];
  const take = (keyword: string) => {
    const [first] = rest;
    if (!first?.isPlain || first.text !== keyword) return false;
    rest.shift();
    return true;
  };
  const value = (): string | null => {
    const [first] = rest;
    if (!first || (first.isPlain && reserved.has(first.text))) return null;
    rest.shift();
    return first.text;
  };
  const permits = take("permit");
  if (!permits && !take("deny")) return null;
  const options = permits ? optionsOf(take, value) : [];
  const identity = options && value();
  if (!options || identity === null) return null;
  const target = take("as") ? value() : undefined;
  const command = take("cmd") ? value() : undefined;
  const args = command !== undefined && take("args") ? valuesOf(value) : null;
  if (target === null || command === null || rest.length > 0) return null;
  const parts = { permits, options, identity, args, line: number };
  return { ...parts, target: target ?? null, command: command ?? null };
}

const flags = ["nopass", "nolog", "persist", "keepenv"];
const reserved = new Set([...flags, "permit", "deny", "as", "cmd", "args", "setenv", "{", "}"]);

function valuesOf(value: () => string | null): string[] {
  const values: string[] = [];
  for (let next = value(); next !== null; next = value()) values.push(next);
  return values;
}

function optionsOf(take: (keyword: string) => boolean, value: () => string | null) {
  const options: string[] = [];
  for (;;) {
    const flag = flags.find(take);
    if (flag) options.push(flag);
    else if (take("setenv")) {
      if (!take("{")) return null;
      options.push(["setenv", ...valuesOf(value)].join(" "));
      if (!take("}")) return null;
    } else return options.includes("nopass") && options.includes("persist") ? null : options;
  }
}
