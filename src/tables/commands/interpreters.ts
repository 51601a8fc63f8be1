import { join } from "node:path/posix";
import { leadingOptions, type ValueOptions } from "./command-options.ts";
import { pathOf } from "./shell-state.ts";
import type { ShellWord } from "./shell-words.ts";

/** Programs that run a script given as argument, and their options that take a value. */
const interpreters: [program: RegExp, options: ValueOptions][] = [
  [/^python[0-9.]*$/, { letters: "WX" }],
  [/^perl$/, { letters: "IMmF" }],
  [/^ruby$/, { letters: "IrC" }],
  [/^(?:node|bun|deno)$/, { letters: "r", names: ["require", "import", "loader"] }],
  [/^php[0-9.]*$/, { letters: "cdfz" }],
  [/^lua$/, {}],
  [/^java$/, { letters: "XD", names: ["classpath", "cp", "class-path", "jar"] }],
  [/^make$/, { letters: "Cf", names: ["file", "directory"] }],
];

export const isInterpreter = (name: string): boolean =>
  interpreters.some(([program]) => program.test(name));

/** What an interpreter is given: a script or a module's name, and the options in front of it. */
interface Interpreted {
  path: string | undefined;
  module: string | undefined;
  options: string[];
}

export function scriptOf(
  name: string,
  words: ShellWord[],
  folder: string | undefined,
): Interpreted {
  const [, valueOptions = {}] = interpreters.find(([program]) => program.test(name)) ?? [];
  const { values, rest } = leadingOptions(words, valueOptions);
  const options = words.slice(0, words.length - rest.length).flatMap(({ text }) => text ?? []);
  const word = scriptWord(name, values, rest);
  const module = values.has("m") ? rest[0]?.text : undefined;
  return { path: word && pathOf(word, folder), module: module ?? undefined, options };
}

function scriptWord(
  name: string,
  values: ReadonlyMap<string, string | null>,
  rest: ShellWord[],
): ShellWord | undefined {
  if (name === "make") {
    const within = values.get("C") ?? values.get("directory");
    const file = values.get("f") ?? values.get("file") ?? "Makefile";
    return { text: within ? join(within, file) : file };
  }
  if (name === "java") return { text: values.get("jar") ?? null };
  if (name.startsWith("php") && values.get("f")) return { text: values.get("f")! };
  // Code or a module in its place.
  return ["c", "e", "m", "E"].some((one) => values.has(one)) ? undefined : rest[0];
}
