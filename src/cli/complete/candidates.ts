import type {
  ArgSpec,
  Candidate,
  CommandSpec,
  Completions,
  FlagSpec,
} from "../command-line/command-spec.ts";
import {
  isFileArgument,
  takesFile,
  valueKindOfArgument,
  valueKindOfFlag,
} from "../command-line/value-kinds.ts";

const nothing: Completions = { candidates: [] };

/** The completions of the last word; the words don't include the program's name. */
export function completionsFor(words: string[], commands: CommandSpec[]): Completions {
  const typed = words.at(-1) ?? "";
  const before = words.slice(words[0] === "help" ? 1 : 0, -1);
  const shown = commands.filter(({ hidden }) => !hidden);
  const command = commandOf(before, shown);
  const line = readLine(before.slice(command ? command.id.split(":").length : 0), command);
  if (line.pending) return valuesOf(line.pending);
  const [, name, value] = /^--([^=]+)=(.*)$/s.exec(typed) ?? [];
  if (command && name !== undefined && !line.ended)
    return value === undefined ? nothing : joined(name, command);
  if (typed.startsWith("-") && !line.ended)
    return { candidates: flagsOf(command, line, typed.startsWith("--")) };
  if (words[0] === "help" && words.length > 1) return { candidates: subcommands(before, shown) };
  return completePositional({ before, line, command, commands: shown });
}

interface Line {
  /** Names of the flags that are there. */
  used: Set<string>;
  /** Words that are neither flags nor their values. */
  positionals: string[];
  /** The flag that waits for its value. */
  pending?: FlagSpec;
  /** Whether `--` has ended the flags. */
  ended: boolean;
}

function readLine(words: string[], command: CommandSpec | undefined): Line {
  const line: Line = { used: new Set(), positionals: [], ended: false };
  for (const word of words) {
    const isValue = line.pending !== undefined;
    line.pending = undefined;
    if (isValue) continue;
    if (word === "--" && !line.ended) line.ended = true;
    else if (word.startsWith("-") && !line.ended) noteFlag(word, command, line);
    else line.positionals.push(word);
  }
  return line;
}

function noteFlag(word: string, command: CommandSpec | undefined, line: Line): void {
  const [typed = "", value] = word.split("=", 2);
  const flag = flagCalled(typed, command);
  if (!flag) return;
  line.used.add(flag.name);
  if (flag.type === "option" && value === undefined) line.pending = flag;
}

function flagCalled(typed: string, command: CommandSpec | undefined): FlagSpec | undefined {
  const flags = Object.values(command?.flags ?? {});
  return flags.find(({ name, char }) => typed === `--${name}` || typed === `-${char}`);
}

/** The longest command that the words begin with. */
function commandOf(words: string[], commands: CommandSpec[]): CommandSpec | undefined {
  for (let length = words.length; length > 0; length--) {
    const id = words.slice(0, length).join(":");
    const command = commands.find((one) => one.id === id);
    if (command) return command;
  }
  return undefined;
}

function valuesOf(flag: FlagSpec): Completions {
  if (flag.options) return { candidates: flag.options.map((value) => ({ value })) };
  return { candidates: [], live: valueKindOfFlag(flag), files: takesFile(flag) };
}

/** `--flag=value` is one word, so the candidates include the flag. */
function joined(name: string, command: CommandSpec): Completions {
  const flag = flagCalled(`--${name}`, command);
  const options = flag?.options ?? [];
  return { candidates: options.map((value) => ({ value: `--${name}=${value}` })) };
}

/** Short forms are known to those who type them. */
function flagsOf(command: CommandSpec | undefined, { used }: Line, long: boolean): Candidate[] {
  const help = [
    { value: "--help", description: "Show help" },
    { value: "--help-all", description: "Show help with the global flags" },
  ];
  const flags = Object.values(command?.flags ?? {})
    .filter(({ hidden, multiple, name }) => !hidden && (multiple || !used.has(name)))
    .sort((a, b) => Number(a.helpGroup === "GLOBAL") - Number(b.helpGroup === "GLOBAL"))
    .map(({ name, description }) => ({ value: `--${name}`, description }));
  return long || command ? [...flags, ...help] : help;
}

interface PositionalContext {
  before: string[];
  line: Line;
  command: CommandSpec | undefined;
  commands: CommandSpec[];
}

/** Subcommands, and values of the command's next argument. */
function completePositional({ before, line, command, commands }: PositionalContext): Completions {
  const words = line.used.size > 0 || line.ended ? [] : subcommands(before, commands);
  const args = Object.values(command?.args ?? {});
  const arg = args[Math.min(line.positionals.length, args.length - 1)];
  if (!command || !arg) return { candidates: words };
  const offer = completeArgument(command, arg);
  return { ...offer, candidates: [...words, ...offer.candidates] };
}

function completeArgument(command: CommandSpec, { name, options }: ArgSpec): Completions {
  if (options) return { candidates: options.map((value) => ({ value })) };
  if (isFileArgument(name)) return { candidates: [], files: true };
  return { candidates: [], live: valueKindOfArgument(command, name) };
}

/** The words that may follow in the names of commands. */
function subcommands(before: string[], commands: CommandSpec[]): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const { id, summary } of commands) {
    const words = id.split(":");
    const value = words[before.length];
    if (value === undefined || before.some((word, at) => words[at] !== word)) continue;
    const whole = words.length === before.length + 1;
    if (whole || !found.has(value))
      found.set(value, { value, ...(whole && { description: summary }) });
  }
  return [...found.values()].sort((a, b) => (a.value < b.value ? -1 : 1));
}
