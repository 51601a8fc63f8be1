import type { Host } from "../../../../host/port.ts";
import { isProgram } from "./is-program.ts";

/** One command of a shell line. */
export interface SimpleCommand {
  words: string[];
  /** Whether the line surely gets to it. */
  isSure: boolean;
}

/** Longer lines list arguments. */
const maxLength = 1_000;

/** From a comment's sign, at the start of a word, to the end of its line. */
const comment = /(?:^|\s)#(.*)$/gm;

/** The comments of shell lines, as lines of their own. */
export const commentsIn = (text: string): string =>
  [...text.matchAll(comment)].map(([, words]) => words).join("\n");

/** The commands of a shell line; quoted text is treated as more words. */
export function simpleCommands(host: Host, line: string): SimpleCommand[] {
  const parts = line
    .slice(0, maxLength)
    .replace(comment, "")
    .split(/(\$\(|[;&|()`\n]+)/);
  const commands: SimpleCommand[] = [];
  /** Of each group in parentheses that is open: whether the line surely gets to it. */
  const groups: boolean[] = [];
  let blocks = 0;
  let hasEnded = false;
  let before = { isSure: true, succeeds: true };
  let link = ";";
  for (let at = 0; at < parts.length; at += 2) {
    link += parts[at - 1] ?? "";
    const words = wordsOf(parts[at]!);
    if (words.length === 0) continue;
    const [first = ""] = words;
    if (/^(?:fi|done|esac)$/.test(first)) blocks--;
    const follows = link.includes("&&") ? before.isSure && before.succeeds : !link.includes("||");
    for (const sign of link.replace(/[^()]/g, ""))
      if (sign === "(") groups.push(follows);
      else groups.pop();
    const isSure = blocks === 0 && !hasEnded && follows && !groups.includes(false);
    if (/^(?:if|while|until|for|case)$/.test(first)) blocks++;
    if (/^(?:exit|return|exec)$/.test(first)) hasEnded = true;
    before = { isSure, succeeds: succeeds(host, words) };
    link = "";
    commands.push({ words, isSure });
  }
  return commands;
}

function wordsOf(part: string): string[] {
  return part
    .replace(/^\s*(?:\w+=(?:"[^"]*"|'[^']*'|\S*)\s+)+/, "")
    .split(/[\s<>"'=]+/)
    .map((word) => word.replace(/^[-@+!:]+(?=\/)/, ""))
    .filter((word) => word !== "");
}

/** Whether the command succeeds as things are now: a folder or a program that is there. */
function succeeds(host: Host, [first, ...rest]: string[]): boolean {
  if (first === "cd") return rest.length === 1 && isFolder(host, rest[0]!);
  if (first !== "test" && first !== "[") return first === "true" || first === ":";
  const [option, path = "", end] = rest;
  if (end !== undefined && end !== "]") return false;
  return option === "-x" ? isProgram(host, path) : false;
}

function isFolder(host: Host, path: string): boolean {
  try {
    return host.stat(path).isDirectory();
  } catch {
    return false;
  }
}
