import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DocumentedLine, documentedLines } from "./documented-lines.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { commandTree, type TypedCommand, typedCommands } from "./typed-commands.ts";

/** A command of ours, or a request to the API, where a command may stand. */
const ours = /(^|[|(] ?|^sudo (-u \w+ )?)(inquest|investigate|curl) /;

export interface TypedLine extends DocumentedLine {
  commands: TypedCommand[];
}

/** The lines that are ours, and what is on them. */
export async function typedLines(): Promise<TypedLine[]> {
  const lines = documentedLines().filter(({ text }) => ours.test(text));
  const folder = temporaryFolder();
  writeFileSync(join(folder, "key.txt"), "");
  const texts = lines.map(({ text }) => text.replaceAll("/etc/inquest/", ""));
  const typed = typedCommands(texts, { tree: await commandTree(), folder });
  return lines.map((line, at) => ({ ...line, commands: typed[at]! }));
}
