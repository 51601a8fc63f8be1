/** Settings of a unit by "Section.Key", each with its values in order. */
export type UnitSettings = Map<string, string[]>;

/**
 * Merges a unit file and its drop-ins (systemd.syntax(7)): later files add to lists, an empty value
 * clears the list, a trailing backslash continues a line.
 */
export function parseUnitFiles(texts: string[]): UnitSettings {
  const settings: UnitSettings = new Map();
  for (const text of texts) {
    let section = "";
    for (const line of logicalLines(text)) {
      const header = /^\[([^\]]+)\]$/.exec(line);
      const equals = line.indexOf("=");
      if (header) section = header[1]!;
      else if (section && equals > 0)
        addSetting(
          settings,
          `${section}.${line.slice(0, equals).trim()}`,
          line.slice(equals + 1).trim(),
        );
    }
  }
  return settings;
}

function addSetting(settings: UnitSettings, key: string, value: string): void {
  if (value === "") settings.set(key, []);
  else settings.set(key, [...(settings.get(key) ?? []), value]);
}

/** Comments may be between a line and its continuation. */
function logicalLines(text: string): string[] {
  const lines: string[] = [];
  let pending = "";
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    if (/^[#;]/.test(line)) continue;
    if (line.endsWith("\\")) {
      pending += `${line.slice(0, -1).trimEnd()} `;
      continue;
    }
    lines.push(`${pending}${line}`.trim());
    pending = "";
  }
  if (pending) lines.push(pending.trim());
  return lines.filter(Boolean);
}

/** For settings that are not lists the last value counts. */
export const lastOf = (settings: UnitSettings, key: string) => settings.get(key)?.at(-1) ?? "";

/** The program of a command line, without systemd's prefixes (@ - : + !) and quotes. */
export function programOf(command: string): string {
  const bare = command.replace(/^[@:+!|-]+/, "").trimStart();
  const quoted = /^"([^"]*)"|^'([^']*)'/.exec(bare);
  return quoted?.[1] ?? quoted?.[2] ?? bare.split(/\s/)[0]!;
}

/** A word, in quotes or not, up to a space: systemd.syntax(7). */
const words = /(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\\.|[^\s"'\\])+/gs;

/**
 * The words of each command of a command line, without prefixes; null: one with a specifier or variable, whose
 * value is not known. Several commands are separated by semicolons.
 */
export function commandWords(line: string): (string | null)[][] {
  const commands: (string | null)[][] = [[]];
  for (const [word] of line.replace(/^[@:+!|-]+/, "").matchAll(words))
    if (word === ";") commands.push([]);
    else commands.at(-1)!.push(wordValue(word));
  return commands.filter((command) => command.length > 0);
}

function wordValue(word: string): string | null {
  const text = word
    .replace(/"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'/gs, "$1$2")
    .replace(/\\(.)/gs, "$1");
  const isOpen = /(?<!%)(?:%%)*%[a-zA-Z]|(?<!\$)(?:\$\$)*\$\{|^\$\w+$/.test(text);
  return isOpen ? null : text.replaceAll("%%", "%").replaceAll("$$", "$");
}

/** A value with the specifiers that stand for parts of the unit's name: "app@web.service". */
export function withNameSpecifiers(value: string, unit: string): string {
  const whole = unit.replace(/\.[^.]*$/, "");
  const [prefix = "", instance = ""] = whole.split(/@(.*)/s);
  // What a template runs depends on its instance.
  if (whole.endsWith("@")) return value;
  const values: Record<string, string> = { i: instance, I: instance, n: unit, N: whole, p: prefix };
  return value.replace(/%([a-zA-Z%])/g, (all, letter: string) => values[letter] ?? all);
}
