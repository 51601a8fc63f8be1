import { isFolder } from "../host/inspect.ts";
import { compared, negated, testedFile } from "./file-tests.ts";
import {
  assign,
  awaitsIn,
  leavable,
  type Outcome,
  passOn,
  pathOf,
  type Shell,
  type ShellInput,
  type ShellState,
  within,
} from "./shell-state.ts";
import { folderInLine, type ShellWord } from "./shell-words.ts";

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
  test: tested,
  "[": (args, use) => tested(args.slice(0, -1), use),
  export: (args, { state }) => {
    for (const { text } of args) if (text) passOn(state, text);
    return true;
  },
};
for (const name of "readonly local declare typeset echo printf umask times type".split(" "))
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
  const text = shell.source(path, awaitsIn(state, shell, [file]) ?? file.filter ?? null);
  return text === null ? null : leavable(state, () => runLines(text, state));
}

/** Lines that are evaluated may be those of a file, or have the names of files in them. */
function evaluate(args: ShellWord[], use: BuiltInUse): Outcome {
  const { shell, state } = use;
  const [first] = args;
  if (first?.contentOf && !first.filter) return sourceFile([first], use);
  for (const { holds } of args)
    if (holds) shell.source(holds.path, awaitsIn(state, shell, args) ?? holds.awaits);
  for (const word of args) {
    const folder = folderInLine(word);
    if (folder) shell.source(folder, awaitsIn(state, shell, [word]));
  }
  const texts = args.flatMap(({ text }) => text ?? []);
  return texts.length === args.length ? use.runLines(texts.join(" "), state) : null;
}

function setOptions(args: ShellWord[], { state }: BuiltInUse): Outcome {
  for (const { text } of args) {
    if (/^-[a-z]*e|^errexit$/.test(text ?? "")) state.endsOnFailure = true;
    if (/^\+[a-z]*e/.test(text ?? "")) state.endsOnFailure = false;
    if (/^-[a-z]*u|^nounset$/.test(text ?? "")) state.endsOnUnset = true;
    if (/^-[b-z]*a|^allexport$/.test(text ?? "")) state.exportsAll = true;
    if (/^\+[b-z]*a/.test(text ?? "")) state.exportsAll = false;
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

function tested([first, second, third, ...rest]: ShellWord[], use: BuiltInUse): Outcome {
  const { shell, state } = use;
  if (!first?.text || rest.length > 0) return null;
  if (first.text === "!" && second) return negated(tested(third ? [second, third] : [second], use));
  if (!second) return null;
  if (third) return second.text ? compared(first, second.text, third) : null;
  if (first.text === "-n" || first.text === "-z")
    return second.text === null || second.isPattern
      ? null
      : (second.text !== "") === (first.text === "-n");
  const { host } = shell.read;
  const { isRoot } = shell;
  return testedFile(first.text, second, { host, isRoot, awaited: state.awaited });
}
