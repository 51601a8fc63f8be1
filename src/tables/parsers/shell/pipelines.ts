/** A program with its arguments, as a shell would start it. */
export interface Stage {
  /** Without what only starts it (sudo, nohup, exec, settings). */
  words: string[];
  text: string;
}

/**
 * The pipelines of a command line and of its command substitutions. What is quoted is split as
 * well: it is as a rule the command of another shell.
 */
export function pipelinesOf(command: string): Stage[][] {
  return withSubstitutions(command)
    .flatMap((text) => text.split(/&&|\|\||[;\n]|(?<![<>&])&(?=[\s"')]|$)/))
    .map((pipeline) => pipeline.split(/\|&?/).map(stageOf))
    .filter((stages) => stages.some(({ words }) => words.length > 0));
}

/** `$(…)`, `<(…)` and backticks, innermost first, and what is left around them. */
function withSubstitutions(text: string): string[] {
  const inner: string[] = [];
  const replaced = text.replace(/[$<]\(([^()]*)\)|`([^`]*)`/g, (_, round, ticks) => {
    inner.push(round ?? ticks);
    return "$_";
  });
  return inner.length > 0 ? [...inner, ...withSubstitutions(replaced)] : [text];
}

/** Words before a program that only say how it is started, and their options and numbers. */
const starter =
  /^(sudo|doas|nohup|setsid|exec|eval|env|command|builtin|export|alias|trap|time|timeout|nice|ionice|chronic|then|do|else|if|elif|while|until|!|\{|\()$/;

export const shell = /^(\S*\/)?(ba|da|z|k|a|mk)?sh$/;

/** Settings whose value another program runs or loads. */
const runsItsValue =
  /^(PROMPT_COMMAND|BASH_ENV|ENV|PYTHONSTARTUP|LD_PRELOAD|LD_AUDIT|LD_LIBRARY_PATH)$/;

function stageOf(text: string): Stage {
  const words = text
    .replace(/^[\s({"']+/, "")
    .split(/\s+/)
    .map(unquote)
    .filter((word) => word !== "");
  dropStarters(words);
  // The text after -c is a command line of its own.
  if (shell.test(words[0] ?? "") && /^-\w*c$/.test(words[1] ?? "")) words.splice(0, 2);
  return { words: words.map((word) => word.replace(/^[-@+!:]+(?=\/)/, "")), text };
}

function dropStarters(words: string[]): void {
  let isAlias = false;
  while (words.length > 0) {
    const [, name, value] = /^([\w.-]+)\+?=(.*)$/s.exec(words[0]!) ?? [];
    if (name !== undefined && (isAlias || runsItsValue.test(name)) && value) {
      words[0] = unquote(value);
      break;
    }
    const isStart = starter.test(words[0]!);
    if (!isStart && name === undefined && !/^(-|\d+[smhd]?$)/.test(words[0]!)) break;
    isAlias ||= words[0] === "alias";
    words.shift();
  }
}

const unquote = (word: string) => word.replace(/^["'(]+|["')]+$/g, "");
