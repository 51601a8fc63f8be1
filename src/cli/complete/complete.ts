import { escapeControl } from "../../core/escape-control.ts";
import type { Candidate, CommandSpec, ValueKind } from "../command-line/command-spec.ts";
import { completionsFor } from "./candidates.ts";

/** Makes the shell's function complete files. */
export const filesMark = ":files";

/** Other characters in a value from a server could make the shell run something. */
const plainWord = /^[\w.,:=@%+/-]+$/;
const maxDescription = 60;

interface Sources {
  commands: CommandSpec[];
  /** The values of a kind that there are at the moment. */
  liveCandidates: (kind: ValueKind, words: string[]) => Promise<Candidate[]>;
}

/** One line per candidate, with its description after a tab; the first word is the program's name. */
export async function complete(
  [program = "", ...rest]: string[],
  { commands, liveCandidates }: Sources,
): Promise<string[]> {
  const words = /(?:^|[\\/])investigate$/.test(program) ? ["investigate", ...rest] : rest;
  const typed = words.at(-1) ?? "";
  const { candidates, live, files } = completionsFor(words, commands);
  const fromServer = live ? await liveCandidates(live, words) : [];
  const fitting = [...candidates, ...fromServer].filter(
    ({ value }) => value.startsWith(typed) && plainWord.test(value),
  );
  return fitting.length === 0 && files ? [filesMark] : fitting.map(lineOf);
}

function lineOf({ value, description }: Candidate): string {
  if (!description) return value;
  const text = escapeControl(description.replace(/\s+/g, " ")).replace(/\.$/, "");
  return `${value}\t${text.length > maxDescription ? `${text.slice(0, maxDescription - 1)}…` : text}`;
}
