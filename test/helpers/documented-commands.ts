import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DocumentedLine, documentedLines } from "./documented-lines.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { commandTree, type TypedCommand, typedCommands } from "./typed-commands.ts";

/** One of our commands or an API request, at the start of a command. */
const ours = /(^|[|(] ?|^sudo (-u \w+ )?)(inquest|investigate|curl) /;

export interface TypedLine extends DocumentedLine {
  commands: TypedCommand[];
}

/** The documents' lines with our commands or API requests, parsed. */
export async function typedLines(): Promise<TypedLine[]> {
  const lines = documentedLines().filter(({ text }) => ours.test(text));
  const folder = temporaryFolder();
  writeFileSync(join(folder, "key.txt"), "");
  const texts = lines.map(({ text }) => text.replaceAll("/etc/inquest/", ""));
  const typed = typedCommands(texts, { tree: await commandTree(), folder });
  return lines.map((line, at) => ({ ...line, commands: typed[at]! }));
}
