/** A directive of logrotate: its name in lower case, and the rest of the line. */
export interface LogrotateDirective {
  name: string;
  value: string;
}

/** A part of a configuration of logrotate, in its order. */
export type LogrotatePart = LogrotateDirective | LogrotateEntry;

export interface LogrotateEntry {
  /** Paths of logs; patterns may be among them. */
  logs: string[];
  directives: LogrotateDirective[];
  /** Scripts, by the directive that begins them ("postrotate"). */
  scripts: LogrotateDirective[];
}

const scriptNames = new Set("prerotate postrotate firstaction lastaction preremove".split(" "));

/** Parses a configuration as logrotate(8) describes it; what is left open at the end is dropped. */
export function parseLogrotateConf(text: string): LogrotatePart[] {
  const parts: LogrotatePart[] = [];
  let heads: string[] = [];
  let entry: LogrotateEntry | undefined;
  let script: { name: string; lines: string[] } | undefined;
  for (const line of text.split("\n")) {
    const trimmed = line.trim();
    if (script) {
      if (trimmed !== "endscript") script.lines.push(line);
      else {
        entry?.scripts.push({ name: script.name, value: script.lines.join("\n") });
        script = undefined;
      }
    } else if (trimmed === "" || trimmed.startsWith("#")) continue;
    else if (entry) {
      if (trimmed === "}") {
        parts.push(entry);
        entry = undefined;
      } else if (scriptNames.has(trimmed)) script = { name: trimmed, lines: [] };
      else entry.directives.push(directiveOf(trimmed));
    } else if (/^["'/]/.test(trimmed) || heads.length > 0) {
      heads.push(...wordsOf(trimmed.replace(/\{\s*$/, "")));
      if (/\{\s*$/.test(trimmed))
        [entry, heads] = [{ logs: heads, directives: [], scripts: [] }, []];
    } else if (trimmed !== "{") parts.push(directiveOf(trimmed));
  }
  return parts;
}

function directiveOf(line: string): LogrotateDirective {
  const [, name = "", value = ""] = /^(\S+?)(?:\s*=\s*|\s+|$)(.*)$/.exec(line) ?? [];
  return { name: name.toLowerCase(), value };
}

const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? "");
