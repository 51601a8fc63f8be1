import { shellCommands } from "./parse-line.ts";

/** The commands of the shell with what they do. */
export function helpLines(): string[] {
  const usages = shellCommands.map(([name, args]) => `\\${name} ${args}`.trim());
  const width = Math.max(...usages.map(({ length }) => length));
  return [
    "Type a question in plain English, or one SQL SELECT.",
    "A text without a subject of its own refines the question before it: and on prod?",
    "",
    ...shellCommands.map(([, , effect], at) => `  ${usages[at]!.padEnd(width)}  ${effect}`),
  ];
}
