import {
  type Command,
  type CommandNode,
  parse,
  type Statement,
  type Word,
  type WordPart,
} from "unbash";
import type { ScriptFile } from "../../commands/script-file.ts";
import { isShell, readScript } from "../../commands/script-file.ts";
import type { GapReader } from "../../host/gap-reader.ts";

/** What sshd puts the client's words into where a command is forced (sshd(8), "command="). */
const original = "SSH_ORIGINAL_COMMAND";

/** Commands that change nothing for those behind them, whether they succeed or not. */
const harmless = /^(?:\S*\/)?(?:date|echo|id|logger|printf|true|umask|whoami)$/;

interface Lines {
  read: GapReader;
  /** Whether the account may read and execute a file. */
  mayRun(path: string): boolean;
  /** Variables that have the client's words. */
  names: Set<string>;
  depth: number;
}

/** Deeper scripts are not followed. */
const maxDepth = 3;
const maxLength = 64 << 10;

/**
 * Whether a forced command surely runs what the client asks for: in a shell, with `eval`, or as a
 * program. What it does before is followed only where it can't end or choose.
 */
export function runsClientCommand(
  line: string,
  { read, mayRun }: Pick<Lines, "read" | "mayRun">,
): boolean {
  return linesRun(line, { read, mayRun, names: new Set([original]), depth: 0 });
}

function linesRun(text: string, use: Lines): boolean {
  if (use.depth > maxDepth || text.length > maxLength) return false;
  const { commands, errors } = parse(text);
  return !errors?.length && statementsRun(commands, use) === true;
}

/** True: it runs them; false: it surely doesn't get there, or that is not known; null: it goes on. */
type Progress = boolean | null;

function statementsRun(statements: readonly Statement[], use: Lines): Progress {
  for (const { command, background } of statements) {
    const progress = background ? false : nodeRuns(command, use);
    if (progress !== null) return progress;
  }
  return null;
}

function nodeRuns(node: Statement["command"] | CommandNode, use: Lines): Progress {
  switch (node.type) {
    case "Command":
      return commandRuns(node, use);
    case "Pipeline":
      return node.commands.every((one) => one.type === "Command" && isHarmless(one)) ? null : false;
    case "BraceGroup":
      return statementsRun(node.body.commands, use);
    case "If": {
      // Whether there are words is known: the attacker sends some.
      const hasWords = asksForWords(node.clause.commands, use);
      if (hasWords === null) return false;
      if (hasWords) return statementsRun(node.then.commands, use);
      if (node.elif.length > 0) return false;
      return node.else ? statementsRun(node.else.commands, use) : null;
    }
    default:
      return false;
  }
}

/** Of `[ -n "$SSH_ORIGINAL_COMMAND" ]` true, of `-z` false. */
function asksForWords(clause: readonly Statement[], use: Lines): boolean | null {
  const [only] = clause;
  if (clause.length !== 1 || only?.command.type !== "Command") return null;
  const { name, args } = only.command;
  const words = args.filter((one) => one.type === "Word");
  if (name?.value !== "[" && name?.value !== "test") return null;
  const [flag, value, ...rest] = words;
  const isWhole = rest.length === 0 || (rest.length === 1 && rest[0]?.value === "]");
  if (!isWhole || !isWords(value, use) || value?.parts?.[0]?.type !== "DoubleQuoted") return null;
  if (flag?.value === "-n") return true;
  return flag?.value === "-z" ? false : null;
}

function isHarmless({ name, prefix, args, redirects }: Command): boolean {
  return (
    name !== undefined &&
    prefix.length === 0 &&
    harmless.test(name.value) &&
    args.every((one) => one.type === "Word" && isPlain(one)) &&
    redirects.every((one) => one.type === "Redirect" && (!one.target || isPlain(one.target)))
  );
}

/** Without what can end the shell while it is expanded: `${NAME:?}`, `$((1/0))`. */
function isPlain({ parts = [] }: Word): boolean {
  const all = parts.flatMap((one): readonly WordPart[] =>
    one.type === "DoubleQuoted" ? one.parts : [one],
  );
  return all.every(
    (one) =>
      isText(one.type) ||
      one.type === "SimpleExpansion" ||
      (one.type === "ParameterExpansion" && !one.operation),
  );
}

function commandRuns(command: Command, use: Lines): Progress {
  const { name, prefix, redirects } = command;
  const args = command.args.filter((one) => one.type === "Word");
  if (isHarmless(command)) return null;
  if (!name) return redirects.length > 0 || !assigns(command, use) ? false : null;
  if (prefix.length > 0 || redirects.length > 0 || args.length !== command.args.length)
    return false;
  const words = name.value === "exec" ? args : [name, ...args];
  const [first, ...rest] = words;
  if (!first) return false;
  if (isWords(first, use) && rest.length === 0) return true;
  if (name.value === "eval") return args.length === 1 && isWords(args[0], use);
  const program = first.value.replace(/^.*\//, "");
  if (isShell(program)) return shellRuns(rest, use);
  return first.value.startsWith("/") && scriptRuns(first.value, use);
}

/** `sh -c "$SSH_ORIGINAL_COMMAND"`, or `sh FILE`. */
function shellRuns(words: readonly Word[], use: Lines): boolean {
  const at = words.findIndex(({ value }) => !/^-[il]+$/.test(value));
  const [first, second, ...rest] = words.slice(Math.max(at, 0));
  if (at < 0 || !first) return false;
  if (/^-[il]*c$/.test(first.value))
    return rest.length === 0 && second !== undefined && isLine(second, use);
  if (!first.value.startsWith("/") || second) return false;
  const script = scriptAt(first.value, use);
  return script !== undefined && linesRun(script.text, { ...use, depth: use.depth + 1 });
}

/** The line of `sh -c`: the client's words, or one in single quotes that runs them. */
function isLine(word: Word, use: Lines): boolean {
  if (isWords(word, use)) return word.parts?.[0]?.type === "DoubleQuoted";
  const [only] = word.parts ?? [];
  const isPlain = word.parts?.length === 1 && only?.type === "SingleQuoted";
  // Variables of the script's own don't reach another shell.
  const inner = { ...use, names: new Set([original]), depth: use.depth + 1 };
  return isPlain && only.type === "SingleQuoted" && linesRun(only.value, inner);
}

function scriptRuns(path: string, use: Lines): boolean {
  const script = scriptAt(path, use);
  if (!script || !isShell(script.interpreter) || !/^\s*-?\s*$/.test(script.options)) return false;
  return linesRun(script.text, { ...use, names: new Set([original]), depth: use.depth + 1 });
}

function scriptAt(path: string, { read, mayRun }: Lines): ScriptFile | undefined {
  return mayRun(path) ? readScript(read, path) : undefined;
}

/** Whether assignments only give the words another name, or are about others. */
function assigns({ prefix }: Command, { names }: Lines): boolean {
  return prefix.every((one) => {
    if (one.type !== "Assignment") return false;
    const { name, value, index, append } = one;
    if (!name || name === original || index !== undefined || append) return false;
    if (!value) return !names.delete(name);
    if (!("text" in value)) return false;
    if (isWords(value, { names })) names.add(name);
    else if (names.has(name) || !isPlain(value)) return false;
    return true;
  });
}

const isText = (type: string) =>
  type === "Literal" || type === "SingleQuoted" || type === "DoubleQuoted";

/** Whether a word is one of the variables, in quotes or not. */
function isWords(word: Word | undefined, { names }: Pick<Lines, "names">): boolean {
  const [only, ...others] = word?.parts ?? [];
  if (!only || others.length > 0) return false;
  const inner = only.type === "DoubleQuoted" && only.parts.length === 1 ? only.parts[0]! : only;
  if (inner.type === "SimpleExpansion") return names.has(inner.text.slice(1));
  return (
    inner.type === "ParameterExpansion" && names.has(/^\$\{(\w+)\}$/.exec(inner.text)?.[1] ?? "")
  );
}
