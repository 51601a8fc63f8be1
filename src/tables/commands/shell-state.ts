import { join } from "node:path/posix";
import type { Function as FunctionNode, ParsedScript } from "unbash";
import type { GapReader } from "../host/gap-reader.ts";
import { type Environment, isLoading } from "./loaded-files.ts";
import type { ShellWord, WordContext } from "./shell-words.ts";

/** What a command reads as its input, as far as it is known. */
export interface ShellInput {
  files: string[];
  texts: string[];
  /** Folders the names of whose files are in it. */
  names?: FolderNames[];
  /** Nothing changes it on the way. */
  isExact: boolean;
}

/** A folder that is gone through, and what keeps a new file in it from being taken. */
export interface FolderNames {
  folder: string;
  awaits: string | null;
}

/**
 * Whether a command succeeds as things are now: null where that is not known. "made" fails now, but succeeds once
 * an awaited file is made; "unmade" is the other way round.
 */
export type Outcome = boolean | null | "made" | "unmade";

/** A program that a shell starts, and what it is started with. */
export interface StartedProgram {
  words: ShellWord[];
  input: ShellInput | null;
  /** The working folder; undefined: not known. */
  folder: string | undefined;
  /** Where programs without a path are looked for. */
  folders: string[];
  /** A script has set its own PATH. */
  hasOwnPath: boolean;
  /** Of the variables that it passes on, those by which programs load files. */
  environment: Environment;
  /** What decides whether the shell gets to it; null: it does. */
  awaits: string | null;
}

/** A shell, as it is started, and what it does with other files and programs. */
export interface Shell
  extends Pick<StartedProgram, "folder" | "folders" | "hasOwnPath" | "environment"> {
  read: GapReader;
  home: string | undefined;
  /** It runs as root, who may read every file. */
  isRoot: boolean;
  /** $0, $1 and so on. */
  parameters: ShellWord[];
  /** "-e": it ends with the first command that fails. */
  endsOnFailure: boolean;
  /** bash and the like, which know `source` and `[[`; a plain shell may not. */
  isBash: boolean;
  /** The reason where it may not get to a command. */
  doubt: string;
  start(program: StartedProgram): Outcome;
  /** The lines of a file that it reads as its own; null: there are none. */
  source(path: string, awaits: string | null): string | null;
  /** The path of a program, by its name. */
  lookUp(name: string, folders: string[]): string | undefined;
}

/**
 * How sure it is that the shell gets to where it is; "named": for a file that is put into a folder. What is
 * never run changes nothing.
 */
export type Certainty = "sure" | "named" | "maybe" | "never";

export interface ShellState extends Pick<StartedProgram, "folder" | "folders" | "hasOwnPath"> {
  variables: Map<string, ShellWord>;
  environment: Map<string, ShellWord>;
  /** Every variable that is set is passed on. */
  exportsAll: boolean;
  /** Files that may be made so that a test of them holds. */
  awaited: Set<string>;
  functions: Map<string, FunctionNode>;
  parameters: ShellWord[];
  certainty: Certainty;
  /** The shell may have ended before. */
  hasEnded: boolean;
  /** The loop, function or sourced file may have been left before. */
  hasLeft: boolean;
  endsOnFailure: boolean;
  /** "-u": it ends where a variable is not set. */
  endsOnUnset: boolean;
  /** Within a condition, where a failure ends nothing. */
  isCondition: boolean;
  depth: number;
}

export function stateOf(shell: Shell): ShellState {
  const { folder, folders, hasOwnPath, parameters, endsOnFailure, home, environment } = shell;
  const variables = new Map<string, ShellWord>([
    ...environment,
    ["PATH", { text: folders.join(":") }],
  ]);
  if (home !== undefined) variables.set("HOME", { text: home });
  return {
    folder,
    folders,
    hasOwnPath,
    parameters,
    variables,
    environment: new Map([...environment].filter(([name]) => isLoading(name))),
    exportsAll: false,
    awaited: new Set(),
    functions: new Map(),
    certainty: "sure",
    hasEnded: false,
    hasLeft: false,
    endsOnFailure,
    endsOnUnset: false,
    isCondition: false,
    depth: 0,
  };
}

/** What decides whether the shell gets to a command of these words; null: it does. */
export function awaitsIn(
  { certainty, hasEnded, hasLeft, awaited }: ShellState,
  { doubt }: Shell,
  words: ShellWord[],
): string | null {
  const isNamed = ({ text, isPattern }: ShellWord) =>
    isPattern || (text !== null && awaited.has(text));
  const isReached = certainty === "sure" || (certainty === "named" && words.some(isNamed));
  return isReached && !hasEnded && !hasLeft ? null : doubt;
}

export function assign(state: ShellState, name: string, value: ShellWord): void {
  state.variables.set(name, value);
  if (state.exportsAll || state.environment.has(name)) passOn(state, name);
  if (name !== "PATH") return;
  state.folders = (value.text ?? "").split(":").filter((one) => one.startsWith("/"));
  state.hasOwnPath = value.text !== null;
}

/** Has the programs that the shell starts get a variable. */
export function passOn(state: ShellState, name: string): void {
  const value = state.variables.get(name);
  if (value && isLoading(name)) state.environment.set(name, value);
}

export const wordContext = (
  state: ShellState,
  shell: Shell,
  substitute: (script: ParsedScript) => void,
): WordContext => ({
  read: shell.read,
  folder: state.folder,
  home: shell.home,
  variables: state.variables,
  parameters: state.parameters,
  lookUp: (name) => shell.lookUp(name, state.folders),
  substitute: (script) => {
    if (script) substitute(script);
  },
});

/** The path of a word: of the folder, if it stands for names in one. */
export function pathOf(
  { text, isPattern, contentOf }: ShellWord,
  folder: string | undefined,
): string | undefined {
  const named = contentOf ?? text;
  if (!named) return undefined;
  const path = named.startsWith("/") ? named : folder && join(folder, named);
  if (!isPattern || !path) return path;
  const parent = path.replace(/\/[^/]*$/, "");
  return /[*?[]/.test(parent) ? undefined : parent || "/";
}

/** Runs a part in a state of its own, as a process that the shell forks. */
export const inSubshell = <T>(state: ShellState, run: (own: ShellState) => T): T =>
  run({
    ...state,
    variables: new Map(state.variables),
    environment: new Map(state.environment),
    functions: new Map(state.functions),
  });

/** Runs a part that the shell may not get to: what it changes is not known afterwards. */
export function within<T>(state: ShellState, certainty: Certainty, run: (own: ShellState) => T): T {
  if (certainty === "sure") return run(state);
  return inSubshell(state, (own) => {
    own.certainty = least(state.certainty, certainty);
    const result = run(own);
    if (certainty !== "never") mergeInto(state, own);
    return result;
  });
}

function mergeInto(state: ShellState, own: ShellState): void {
  state.hasEnded ||= own.hasEnded;
  state.hasLeft ||= own.hasLeft;
  if (own.folder !== state.folder) state.folder = undefined;
  for (const [name, value] of own.variables)
    if (state.variables.get(name) !== value) assign(state, name, { text: null });
  for (const [name, value] of own.environment)
    if (state.environment.get(name) !== value) state.environment.set(name, { text: null });
  for (const [name, body] of own.functions) state.functions.set(name, body);
}

/** Runs a loop, function or sourced file: leaving it ends nothing else. */
export function leavable<T>(state: ShellState, run: () => T): T {
  const { hasLeft } = state;
  const result = run();
  state.hasLeft = hasLeft;
  return result;
}

export function asCondition<T>(state: ShellState, isCondition: boolean, run: () => T): T {
  const before = state.isCondition;
  state.isCondition ||= isCondition;
  const result = run();
  state.isCondition = before;
  return result;
}

const order: Certainty[] = ["sure", "named", "maybe", "never"];
export const least = (a: Certainty, b: Certainty): Certainty =>
  order[Math.max(order.indexOf(a), order.indexOf(b))]!;

/** Of what runs only if the command before it succeeds, or only if it fails. */
export function certaintyBehind(outcome: Outcome, ifSucceeds: boolean): Certainty {
  if (outcome === null) return "maybe";
  if (outcome === "made" || outcome === "unmade")
    return (outcome === "made") === ifSucceeds ? "named" : "maybe";
  return outcome === ifSucceeds ? "sure" : "never";
}
