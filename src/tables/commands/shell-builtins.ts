import { isFolder } from "../host/inspect.ts";
import { isProgram } from "./is-program.ts";
import {
  assign,
  awaitsIn,
  leavable,
  type Outcome,
  pathOf,
  type Shell,
  type ShellInput,
  type ShellState,
  within,
} from "./shell-state.ts";
import type { ShellWord } from "./shell-words.ts";

/** What a built-in command does the rest with. */
export interface BuiltInUse {
  shell: Shell;
  state: ShellState;
  input: ShellInput | null;
  runWords(words: ShellWord[]): Outcome;
  /** Runs lines as if they stood here. */
  runLines(text: string, state: ShellState): Outcome;
}

type BuiltIn = (args: ShellWord[], use: BuiltInUse) => Outcome;

const unknown: ShellWord = { text: null };
const succeeds: BuiltIn = () => true;
const mayFail: BuiltIn = () => null;

const leaves: BuiltIn = (_, { state }) => {
  state.hasLeft = true;
  return null;
};

const ends: BuiltIn = (_, { state }) => {
  state.hasEnded = true;
  return null;
};

/** What a shell does itself, without a program. */
const builtIns: Record<string, BuiltIn> = {
  ":": succeeds,
  true: succeeds,
  false: () => false,
  cd: changeFolder,
  pushd: changeFolder,
  ".": sourceFile,
  source: (args, use) =>
    within(use.state, use.shell.isBash ? "sure" : "maybe", (state) =>
      sourceFile(args, { ...use, state }),
    ),
  eval: evaluate,
  exec: (args, use) => {
    if (args.length === 0) return true;
    const outcome = use.runWords(args);
    ends([], use);
    return outcome;
  },
  command: (args, use) => (args[0]?.text?.startsWith("-") ? null : use.runWords(args)),
  builtin: (args, use) => use.runWords(args),
  exit: ends,
  return: leaves,
  break: leaves,
  continue: leaves,
  set: setOptions,
  shift: (_, { state }) => {
    const [first = unknown, , ...rest] = state.parameters;
    state.parameters = [first, ...rest];
    return null;
  },
  read: forgetting(unknown),
  unset: forgetting({ text: "" }),
  trap: ([action], { state, runLines }) => {
    const { text } = action ?? unknown;
    if (text) within(state, "never", (own) => runLines(text, own));
    return true;
  },
  test: (args, { shell }) => tested(args, shell),
  "[": (args, { shell }) => tested(args.slice(0, -1), shell),
};
for (const name of "export readonly local declare typeset echo printf umask times type".split(" "))
  builtIns[name] = succeeds;
for (const name of "alias bg disown enable fc fg getopts hash jobs kill let popd shopt suspend ulimit unalias wait".split(
  " ",
))
  builtIns[name] = mayFail;

export const builtIn = (name: string): BuiltIn | undefined =>
  Object.hasOwn(builtIns, name) ? builtIns[name] : undefined;

/** Commands whose arguments may be assignments. */
export const assigns = new Set(["export", "readonly", "local", "declare", "typeset"]);

function changeFolder(args: ShellWord[], { shell, state }: BuiltInUse): Outcome {
  const last = args.at(-1);
  const path = last ? pathOf(last, state.folder) : shell.home;
  if (path === undefined) {
    state.folder = undefined;
    return null;
  }
  // A folder that is missing leaves the shell where it is.
  if (!isFolder(shell.read.host, path)) return null;
  state.folder = path;
  return args.length < 2 ? true : null;
}

function sourceFile([file]: ShellWord[], { shell, state, runLines }: BuiltInUse): Outcome {
  const path = file && pathOf(file, state.folder);
  if (!path) return null;
  const text = shell.source(path, awaitsIn(state, shell, [file]));
  return text === null ? null : leavable(state, () => runLines(text, state));
}

function evaluate(args: ShellWord[], use: BuiltInUse): Outcome {
  const [first] = args;
  if (first?.contentOf) return sourceFile([first], use);
  const texts = args.flatMap(({ text }) => text ?? []);
  return texts.length === args.length ? use.runLines(texts.join(" "), use.state) : null;
}

function setOptions(args: ShellWord[], { state }: BuiltInUse): Outcome {
  for (const { text } of args) {
    if (/^-[a-z]*e|^errexit$/.test(text ?? "")) state.endsOnFailure = true;
    if (/^\+[a-z]*e/.test(text ?? "")) state.endsOnFailure = false;
    if (/^-[a-z]*u|^nounset$/.test(text ?? "")) state.endsOnUnset = true;
    // Commands are only read.
    if (/^-[a-z]*n|^noexec$/.test(text ?? "")) state.hasEnded = true;
  }
  return true;
}

function forgetting(value: ShellWord): BuiltIn {
  return (args, { state }) => {
    for (const { text } of args) if (text) assign(state, text, value);
    return null;
  };
}

/** What is tested of a file that is to come, its writer can meet. */
function tested([option, file, ...rest]: ShellWord[], { read }: Shell): Outcome {
  if (rest.length > 0 || !option?.text || !file?.text) return null;
  if (file.isPattern) return /^-[efrsx]$/.test(option.text) ? true : null;
  return option.text === "-x" && isProgram(read.host, file.text) ? true : null;
}
