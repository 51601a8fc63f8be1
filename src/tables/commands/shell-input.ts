import type { CommandNode, Redirection } from "unbash";
import { listedFolders } from "./folder-programs.ts";
import { pathOf, type ShellInput } from "./shell-state.ts";
import { expandWord, oneWord, type WordContext } from "./shell-words.ts";

/** What redirections give a command to read; null: nothing, or not known. */
export function redirectedInput(
  redirects: readonly Redirection[],
  context: WordContext,
): ShellInput | null {
  const last = redirects.findLast(({ operator }) => operator.startsWith("<") && operator !== "<&");
  if (!last) return null;
  if (last.type === "HereDoc")
    return last.body.parts || !last.body.text ? null : exactly({ texts: [last.body.text] });
  const word = last.target && oneWord(last.target, context);
  if (!word) return null;
  if (last.type === "HereString")
    return word.text === null ? null : exactly({ texts: [word.text] });
  const path = pathOf(word, context.folder);
  return path ? exactly({ files: [path] }) : null;
}

const exactly = (input: Partial<ShellInput>): ShellInput => ({
  files: [],
  texts: [],
  isExact: true,
  ...input,
});

/** Programs that print what they are given, changed or not. */
const passesOn = /^(?:\S*\/)?(?:cat|sed|grep|head|tail|tr|sort|uniq|tee|envsubst|tac|cut)$/;

/** What a command gives to the next one of its pipe. */
export function printedInput(
  command: CommandNode,
  context: WordContext,
  piped: ShellInput | null,
): ShellInput | null {
  if (command.type !== "Command" || !command.name) return null;
  const [name, ...rest] = [command.name, ...command.args].flatMap((word) =>
    word.type === "Word" ? expandWord(word, context) : [],
  );
  const operands = rest.filter(({ text }) => !text?.startsWith("-"));
  const program = name?.text ?? "";
  if (program === "echo" || program === "printf") {
    const texts = operands.flatMap(({ text }) => text ?? []);
    const isKnown = texts.length === operands.length;
    return isKnown ? { files: [], texts: [texts.join(" ")], isExact: false } : null;
  }
  if (/(?:^|\/)(?:find|ls)$/.test(program)) {
    const names = listedFolders(program.replace(/^.*\//, ""), rest, context);
    return names.length > 0 ? { files: [], texts: [], isExact: false, names } : null;
  }
  if (!passesOn.test(program)) return null;
  const isExact = /(?:^|\/)cat$/.test(program) && rest.length === operands.length;
  const files = operands.flatMap((word) => pathOf(word, context.folder) ?? []);
  if (files.length > 0) return { files: [...new Set(files)], texts: [], isExact };
  const input = redirectedInput(command.redirects, context) ?? piped;
  const keepsNames = /(?:^|\/)(?:cat|sort|uniq|tee|tac)$/.test(program);
  const names = input?.names?.map((one) => ({
    ...one,
    awaits: one.awaits ?? (keepsNames ? null : `${program} passes the name on`),
  }));
  return input && { ...input, isExact: input.isExact && isExact, ...(names && { names }) };
}
