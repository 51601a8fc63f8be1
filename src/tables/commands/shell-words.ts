import { dirname, join } from "node:path/posix";
import type { ParameterExpansionPart, ParsedScript, Word, WordPart } from "unbash";
import type { GapReader } from "../host/gap-reader.ts";
import { expandGlob } from "../host/glob.ts";
import { realPathOf } from "../host/real-path.ts";

/** A word of a command, as far as it is known before it runs. */
export interface ShellWord {
  /** Null: not known. */
  text: string | null;
  /** It stands for names that are looked up when it runs, so that new files are among them. */
  isPattern?: boolean;
  /** The file whose content it is: "$(cat FILE)". */
  contentOf?: string;
  /** What decides whether a line of that file is in it; absent: each is. */
  filter?: string;
  /** The file that is part of it, and what decides whether its lines are. */
  holds?: { path: string; awaits: string | null };
  /** A file that is no link. */
  isPlainFile?: boolean;
}

/** What words are read with. */
export interface WordContext {
  read: GapReader;
  /** The working folder; undefined: not known. */
  folder: string | undefined;
  home: string | undefined;
  variables: ReadonlyMap<string, ShellWord>;
  /** $0, $1 and so on. */
  parameters: readonly ShellWord[];
  /** The path of a program, by its name. */
  lookUp(name: string): string | undefined;
  /** Walks a command whose output the word has. */
  substitute(script: ParsedScript | undefined): void;
}

const unknown: ShellWord = { text: null };

/** More names than this are as good as none. */
const maxNames = 50;

/** Longer values are as good as not known: x=$x$x doubles it each time. */
const maxLength = 4_096;

/** The words that a shell makes of one: names for a pattern, several for a list of parameters. */
export function expandWord(word: Word, context: WordContext): ShellWord[] {
  const { parts } = word;
  if (!parts) return [{ text: withHome(word.value, context) }];
  const [only] = parts;
  if (parts.length === 1 && only) {
    const list = listOf(only, context);
    if (list) return list;
  }
  const whole = joined(parts, context);
  const isLookedUp = parts.some(({ type }) => type === "Glob");
  return isLookedUp && whole.text !== null ? namesOf(whole.text, context) : [whole];
}

/** The text of a word that stays one: an assignment's, or one in quotes. */
export const oneWord = (word: Word, context: WordContext): ShellWord =>
  word.parts ? joined(word.parts, context) : { text: withHome(word.value, context) };

function withHome(text: string, { home }: WordContext): string | null {
  if (!text.startsWith("~")) return text;
  return /^~(?=\/|$)/.test(text) && home !== undefined ? home + text.slice(1) : null;
}

/** Words of a part that stands alone: all parameters, or a variable whose value has several. */
function listOf(part: WordPart, context: WordContext): ShellWord[] | undefined {
  if (part.type === "DoubleQuoted" && part.parts.length === 1)
    return part.text === '"$@"' ? context.parameters.slice(1) : undefined;
  if (part.type !== "SimpleExpansion" && part.type !== "ParameterExpansion") return undefined;
  if (part.text === "$@" || part.text === "$*") return context.parameters.slice(1);
  const value = partValue(part, context);
  const { text } = value;
  if (text === null || value.isPattern) return [value];
  const words = text.split(/\s+/).filter((one) => one !== "");
  return words.flatMap((one) => (/[*?[]/.test(one) ? namesOf(one, context) : [{ text: one }]));
}

/** The names that fit now, and the pattern for those to come. */
function namesOf(pattern: string, { read, folder }: WordContext): ShellWord[] {
  const last = { text: pattern, isPattern: true };
  const isAbsolute = pattern.startsWith("/");
  if (!isAbsolute && folder === undefined) return [last];
  const names = expandGlob(read, isAbsolute ? pattern : join(folder!, pattern));
  const shown = isAbsolute ? names : names.map((name) => name.slice(join(folder!, "/").length));
  return [...shown.slice(0, maxNames).map((text) => ({ text })), last];
}

function joined(parts: readonly WordPart[], context: WordContext): ShellWord {
  const values = parts.map((part, at) => {
    const value = partValue(part, context);
    return at === 0 && part.type === "Literal" && value.text !== null
      ? { ...value, text: withHome(value.text, context) }
      : value;
  });
  if (values.length === 1) return values[0]!;
  const holds = values.find((one) => one.holds)?.holds;
  const length = values.reduce((sum, { text }) => sum + (text?.length ?? Infinity), 0);
  return {
    text: length > maxLength ? null : values.map(({ text }) => text).join(""),
    isPattern: values.some(({ isPattern }) => isPattern),
    ...(holds && { holds }),
  };
}

/** The folder that names of files come from, of a line that has one in it: "gzip /srv/in/*.log". */
export function folderInLine({ text, isPattern }: ShellWord): string | undefined {
  return isPattern ? /(\/[^\s*?["'`$;&|]+)\/[^\s/]*[*?[]/.exec(text ?? "")?.[1] : undefined;
}

function partValue(part: WordPart, context: WordContext): ShellWord {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return { text: part.value };
    case "Glob":
      return { text: part.text, isPattern: true };
    case "DoubleQuoted":
    case "LocaleString":
      return part.parts.length === 0 ? { text: "" } : joined(part.parts, context);
    case "SimpleExpansion":
      return variable(part.text.slice(1), context);
    case "ParameterExpansion":
      return parameter(part, context);
    case "CommandExpansion":
      return outputOf(part.script, context);
    case "ProcessSubstitution": {
      const { contentOf, filter } = outputOf(part.script, context);
      if (part.operator !== "<" || !contentOf) return unknown;
      return { text: null, contentOf, ...(filter && { filter }) };
    }
    default:
      return unknown;
  }
}

function variable(name: string, { variables, parameters, folder }: WordContext): ShellWord {
  if (/^\d+$/.test(name)) return parameters[Number(name)] ?? { text: "" };
  if (name === "PWD") return folder === undefined ? unknown : { text: folder };
  return variables.get(name) ?? unknown;
}

function parameter(part: ParameterExpansionPart, context: WordContext): ShellWord {
  const { parameter: name, prefix, index, operation } = part;
  if (prefix !== undefined) return unknown;
  if (name === "BASH_SOURCE" && index?.value === "0" && !operation)
    return context.parameters[0] ?? unknown;
  if (index !== undefined) return unknown;
  const value = variable(name, context);
  if (!operation) return value;
  if (operation.type === "Default" && /^:?[-=]$/.test(operation.operator)) {
    if (value.text === "") return oneWord(operation.operand, context);
    return value;
  }
  if (operation.type === "Remove" && value.text !== null && !value.isPattern) {
    if (operation.operator === "%" && operation.operand.text === "/*")
      return { text: value.text.replace(/\/[^/]*$/, "") };
    if (operation.operator === "##" && operation.operand.text === "*/")
      return { text: value.text.replace(/^.*\//, "") };
  }
  return unknown;
}

/** What simple commands print; others are walked, and their output is not known. */
function outputOf(script: ParsedScript | undefined, context: WordContext): ShellWord {
  const value = script && known(script, context);
  if (value) return value;
  context.substitute(script);
  return unknown;
}

function known({ commands }: ParsedScript, context: WordContext): ShellWord | undefined {
  const [statement] = commands;
  if (commands.length !== 1 || !statement) return undefined;
  const { command } = statement;
  if (command.type === "AndOr") return folderBehindCd(command.commands, context);
  if (command.type === "Pipeline") return behindPipe(command.commands, context);
  if (command.type !== "Command") return undefined;
  const redirect = command.redirects[0];
  if (!command.name) {
    if (redirect?.type !== "Redirect" || redirect.operator !== "<") return undefined;
    return contentOf(redirect.target, context);
  }
  const words = command.args.filter((one) => one.type === "Word");
  const last = words.at(-1);
  const argument = last && oneWord(last, context).text;
  if (printsFile.test(command.name.value)) return passedOn(command.name.value, words, context);
  switch (command.name.value) {
    case "pwd":
      return context.folder === undefined ? undefined : { text: context.folder };
    case "dirname":
      return argument ? { text: dirname(argument) } : undefined;
    case "basename":
      return argument && words.length === 1 ? { text: argument.replace(/^.*\//, "") } : undefined;
    case "realpath":
    case "readlink": {
      const isWhole = command.name.value === "realpath" || words[0]?.text.startsWith("-");
      const path = argument && absolute(argument, context);
      return path && isWhole ? { text: realPathOf(context.read.host, path) } : undefined;
    }
    case "which":
    case "command":
      return argument ? { text: context.lookUp(argument) ?? null } : undefined;
    default:
      return undefined;
  }
}

/** `cd FOLDER && pwd`, by which scripts find their own folder. */
function folderBehindCd(
  commands: readonly { type: string }[],
  context: WordContext,
): ShellWord | undefined {
  const [cd, pwd] = commands as readonly { type: string; name?: Word; args?: readonly Word[] }[];
  const isIt = commands.length === 2 && cd?.name?.value === "cd" && pwd?.name?.value === "pwd";
  const last = cd?.args?.at(-1);
  if (!isIt || !last) return undefined;
  const { text } = oneWord(last, context);
  if (text === null) return undefined;
  if (text.startsWith("/")) return { text: join(text) };
  return context.folder === undefined ? undefined : { text: join(context.folder, text) };
}

function contentOf(word: Word | undefined, context: WordContext): ShellWord | undefined {
  const text = word && oneWord(word, context).text;
  if (!text) return undefined;
  const path = absolute(text, context);
  return path ? { text: null, contentOf: path, holds: { path, awaits: null } } : undefined;
}

const absolute = (path: string, { folder }: WordContext): string | undefined =>
  path.startsWith("/") ? path : folder && join(folder, path);

/** Programs that print lines of a file, changed or not. */
const passesOn = /^(?:\S*\/)?(?:cat|sed|grep|egrep|head|tail|tr|sort|uniq|cut|tac|envsubst|xargs)$/;

const printsFile = /^(?:\S*\/)?(?:cat|sed|grep|egrep|head|tail|sort|uniq|cut|tac)$/;

/** Patterns of grep that a line with more behind it fits as well. */
const openPattern = /^\^?[\w=: -]*$/;

/** `cat FILE`, or what another program prints of a file. */
function passedOn(
  name: string,
  words: readonly Word[],
  context: WordContext,
): ShellWord | undefined {
  const isOption = ({ text }: Word) => text.startsWith("-");
  const operands = words.filter((word) => !isOption(word) && !/^\d+$/.test(word.text));
  const needsPattern = /(?:grep|sed)$/.test(name);
  const file = operands[needsPattern ? 1 : 0];
  const content = contentOf(file, context);
  if (!content) return undefined;
  const pattern = operands[0] && oneWord(operands[0], context).text;
  const isExact =
    (/cat$/.test(name) && operands.length === 1) ||
    (/grep$/.test(name) &&
      words.every((word) => !isOption(word) || /^-[iEF]+$/.test(word.text)) &&
      openPattern.test(pattern ?? "$"));
  return isExact ? content : filtered(content, `${name} passes it on`);
}

function filtered({ contentOf: path }: ShellWord, awaits: string): ShellWord {
  return path === undefined
    ? unknown
    : { text: null, contentOf: path, filter: awaits, holds: { path, awaits } };
}

/** A file behind a pipe of programs that pass lines on. */
function behindPipe(
  commands: readonly { type: string }[],
  context: WordContext,
): ShellWord | undefined {
  const parts = commands as readonly { type: string; name?: Word; args?: readonly Word[] }[];
  const [first, ...others] = parts;
  if (!first || parts.some(({ name }) => !name || !passesOn.test(name.value))) return undefined;
  if (!printsFile.test(first.name!.value)) return undefined;
  const words = first.args?.filter(({ text }) => text !== undefined) ?? [];
  const content = passedOn(first.name!.value, words, context);
  const isCat = others.every(({ name, args }) => name!.value === "cat" && !args?.length);
  if (!content || isCat) return content;
  return filtered(content, `${others.at(-1)!.name!.value} passes it on`);
}
