import { suggest } from "../../core/suggest.ts";
import { standsForRecord } from "./id-word.ts";

/** The part of a command that routing needs. */
export interface CommandShape {
  /** Words joined by colons, as oclif keeps them. */
  id: string;
  flags: { name: string; char?: string; takesValue: boolean }[];
}

export type Route =
  | { type: "help"; topic: string[]; all?: true }
  | { type: "command"; id: string; argv: string[] }
  | { type: "unknown"; typed: string; suggestion: string | undefined }
  | { type: "flag_first"; flag: string };

/** Subcommands of `investigate` whose names also begin questions. */
const questionVerbs = new Set(["investigate:list", "investigate:shell", "investigate:show"]);

/**
 * Which command a line means. The longest command name wins, and a word of a name is one
 * argument: `investigate "list open ports"` is a question. So is `investigate list open ports`,
 * where the words that follow can't be arguments of the subcommand.
 */
export function routeArguments(argv: string[], commands: CommandShape[]): Route {
  const words = argv.slice(argv[0] === "help" ? 1 : 0, firstFlag(argv));
  const command = longestMatch(words, commands);
  const length = command ? command.id.split(":").length : 0;
  // `server key list` means one of the commands below `server`, which takes no arguments itself.
  const astray = command?.id === "server" && words.length > length;
  if (words.length > 0 && (!command || astray)) return withAll(unmatched(words, commands), argv);
  if (asksForHelp(argv)) return withAll({ type: "help", topic: words.slice(0, length) }, argv);
  if (!command) return { type: "flag_first", flag: argv[0]! };
  const rest = argv.slice(length);
  if (questionVerbs.has(command.id) && isQuestion(command, rest)) {
    return { type: "command", id: "investigate", argv: argv.slice(1) };
  }
  return { type: "command", id: command.id, argv: rest };
}

function firstFlag(argv: string[]): number {
  const at = argv.findIndex((arg) => arg.startsWith("-"));
  return at < 0 ? argv.length : at;
}

function asksForHelp(argv: string[]): boolean {
  const flags = beforeEnd(argv);
  const asks = flags.includes("--help") || flags.includes("--help-all") || flags[0] === "-h";
  return asks || argv.length === 0 || argv[0] === "help";
}

/** The arguments up to `--`, which ends the flags. */
function beforeEnd(argv: string[]): string[] {
  const end = argv.indexOf("--");
  return end < 0 ? argv : argv.slice(0, end);
}

/** Help that also describes the flags of every command. */
function withAll(route: Route, argv: string[]): Route {
  const all = route.type === "help" && beforeEnd(argv).includes("--help-all");
  return all ? { ...route, all } : route;
}

function longestMatch(words: string[], commands: CommandShape[]): CommandShape | undefined {
  for (let length = words.length; length > 0; length--) {
    const id = words.slice(0, length).join(":");
    const command = commands.find((one) => one.id === id);
    if (command && words.slice(0, length).every((word) => !word.includes(":"))) return command;
  }
  return undefined;
}

/** A topic alone shows its help; anything else is a mistake. */
function unmatched(words: string[], commands: CommandShape[]): Route {
  const names = commands.map(({ id }) => id.replaceAll(":", " "));
  const typed = words.join(" ");
  if (names.some((name) => name.startsWith(`${typed} `))) {
    return { type: "help", topic: words };
  }
  const topics = names.map((name) => name.split(" ")[0]!);
  return { type: "unknown", typed, suggestion: suggest(typed, [...names, ...topics]) };
}

function isQuestion(command: CommandShape, rest: string[]): boolean {
  const values = positionals(command, rest);
  const [first] = values;
  if (command.id !== "investigate:show" || first === undefined) return first !== undefined;
  // An id of the wrong kind is a mistake, but "last" may also begin a question: "show last logins".
  return !(first === "last" ? values.length === 1 : standsForRecord(first));
}

/** The arguments that are neither flags nor values of flags. */
function positionals({ flags }: CommandShape, argv: string[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const arg = argv[at]!;
    if (arg === "--") return [...found, ...argv.slice(at + 1)];
    const flag = flags.find(({ name, char }) => arg === `--${name}` || arg === `-${char}`);
    if (flag?.takesValue) at++;
    else if (!arg.startsWith("-")) found.push(arg);
  }
  return found;
}
