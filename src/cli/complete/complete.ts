import { escapeControl } from "../../core/escape-control.ts";
import type { Candidate, CommandOffer, LiveKind } from "../command-line/command-spec.ts";
import { offerFor } from "./candidates.ts";

/** What a shell's function reads as "complete files here". */
export const filesMark = ":files";

/** Whatever else a shell would read in a value from a server, it could be made to run. */
const plainWord = /^[\w.,:=@%+/-]+$/;
const aboutLength = 60;

interface Sources {
  commands: CommandOffer[];
  /** The values of a kind that there are at the moment. */
  tellLive: (kind: LiveKind, words: string[]) => Promise<Candidate[]>;
}

/** One line a candidate, its description after a tab; the first word is the program's name. */
export async function complete(
  [program = "", ...rest]: string[],
  { commands, tellLive }: Sources,
): Promise<string[]> {
  const words = /(?:^|[\\/])investigate$/.test(program) ? ["investigate", ...rest] : rest;
  const typed = words.at(-1) ?? "";
  const { candidates, live, files } = offerFor(words, commands);
  const told = live ? await tellLive(live, words) : [];
  const fitting = [...candidates, ...told].filter(
    ({ value }) => value.startsWith(typed) && plainWord.test(value),
  );
  return fitting.length === 0 && files ? [filesMark] : fitting.map(lineOf);
}

function lineOf({ value, about }: Candidate): string {
  if (!about) return value;
  const text = escapeControl(about.replace(/\s+/g, " ")).replace(/\.$/, "");
  return `${value}\t${text.length > aboutLength ? `${text.slice(0, aboutLength - 1)}…` : text}`;
}
