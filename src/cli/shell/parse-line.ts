import { checkOneSelect } from "../../core/check-one-select.ts";
import { suggest } from "../../core/suggest.ts";
import { usageError } from "../errors/usage-error.ts";

/** What a line of the shell asks for. */
export type ShellLine =
  | { type: "nothing" | "last" | "last_sql" | "watch" | "cancel" | "json" | "help" | "quit" }
  | { type: "question"; query: string }
  | { type: "sql"; query: string }
  /** Tags as `key=value` and names of hosts; none shows the scope. */
  | { type: "scope"; words: string[] };

/** Commands with their arguments and effects, as `\?` lists them. */
export const shellCommands: readonly (readonly [name: string, args: string, effect: string])[] = [
  ["sql", "[SELECT …]", "run SQL on the hosts in scope; alone, show the SQL of the last answer"],
  ["scope", "[TAG|HOST …]", "ask only these hosts: env=prod, web-1; `\\scope all` asks every host"],
  ["last", "", "show the last answer in full"],
  ["watch", "", "follow the last question again"],
  ["cancel", "", "cancel the last question"],
  ["json", "", "print answers as JSON, or as text again"],
  ["?", "", "list these commands"],
  ["q", "", "leave the shell, as Ctrl-D does"],
];

/** The words of other shells that leave them or explain them. */
const plainWords: Readonly<Record<string, ShellLine>> = {
  exit: { type: "quit" },
  quit: { type: "quit" },
  help: { type: "help" },
};

/** The meaning of a line; a backslash begins a command, everything else is a question. */
export function parseLine(text: string): ShellLine {
  const line = text.trim();
  if (line === "") return { type: "nothing" };
  if (!line.startsWith("\\"))
    return plainWords[line.toLowerCase()] ?? { type: "question", query: line };
  const [, name = "", rest = ""] = /^\\(\S*)\s*(.*)$/s.exec(line) ?? [];
  if (name === "sql") return parseSql(rest);
  if (name === "scope") return { type: "scope", words: rest === "" ? [] : rest.split(/\s+/) };
  return withoutArguments(parseName(name), name, rest);
}

function parseSql(sql: string): ShellLine {
  if (sql === "") return { type: "last_sql" };
  const check = checkOneSelect(sql);
  if (check.ok) return { type: "sql", query: sql };
  throw usageError(
    `This SQL can't be run: ${check.message}.`,
    "Example: \\sql SELECT * FROM users",
  );
}

function parseName(name: string): ShellLine {
  if (name === "last" || name === "watch" || name === "cancel" || name === "json") {
    return { type: name };
  }
  if (name === "?" || name === "h") return { type: "help" };
  if (name === "q") return { type: "quit" };
  const words = shellCommands.map(([known]) => known).filter((known) => known.length > 1);
  const near = suggest(name, words);
  const hint = near ? `Did you mean \\${near}?` : "List the commands with \\?";
  throw usageError(`There is no command \\${name}.`, hint);
}

function withoutArguments(line: ShellLine, name: string, rest: string): ShellLine {
  if (rest === "") return line;
  throw usageError(`\\${name} takes no arguments.`, "List the commands with \\?");
}
