import type { GapReader } from "../host/gap-reader.ts";
import { expandGlob } from "../host/glob.ts";
import { cronNames } from "../services/crontab/cron-names.ts";
import { leadingOptions } from "./command-options.ts";
import { isProgram } from "./is-program.ts";
import { pathOf } from "./shell-state.ts";
import type { ShellWord } from "./shell-words.ts";
import type { InnerCommand } from "./wrappers.ts";

/** Where a program that goes through folders is started. */
interface FolderUse {
  read: GapReader;
  folder: string | undefined;
}

/** More files than this are as good as the folder. */
const maxFiles = 50;

/** Options of find(1) that a file in the folder can meet by its name and kind alone. */
const namesOnly = /^-(?:name|iname|type|maxdepth|mindepth)$/;

/**
 * `find FOLDER -name '*.sh' -exec COMMAND {} \\;`: the commands for what is there, and for what is put
 * into the folder.
 */
export function findCommands(words: ShellWord[], { read, folder }: FolderUse): InnerCommand[] {
  const texts = words.map(({ text }) => text ?? "");
  const from = texts.findIndex((text) => /^-(?:exec|ok)(?:dir)?$/.test(text));
  if (from < 0) return [];
  const end = texts.findIndex((text, index) => index > from && /^[;+]$/.test(text));
  const inner = words.slice(from + 1, end < 0 ? undefined : end);
  const start = texts.findIndex((text) => /^[-(!]/.test(text));
  const tests = texts.slice(start, from);
  const isSure =
    tests.every((text) => !/^[-(!]/.test(text) || namesOnly.test(text)) && !tests.includes("d");
  const name = tests[tests.indexOf("-name") + 1];
  const pattern = tests.includes("-name") && name ? name : "*";
  return words.slice(0, start).flatMap((word) => {
    const path = pathOf(word, folder);
    if (path === undefined) return [];
    const files: ShellWord[] = [
      ...expandGlob(read, `${path}/${pattern}`)
        .slice(0, maxFiles)
        .map((text) => ({ text })),
      { text: `${path}/${pattern}`, isPattern: true },
    ];
    return files.map((file) => {
      const isOther = file.isPattern && inner[0]?.text?.startsWith("/");
      const awaits = isSure ? isOther && "find finds a file" : "find takes the file";
      return {
        words: inner.map((one) => (one.text === "{}" ? file : one)),
        ...(awaits && { awaits }),
      };
    });
  });
}

/** The folder of run-parts(8), and the commands for the scripts in it. */
export function partsOf(
  words: ShellWord[],
  { read, folder }: FolderUse,
): { path: string; commands: InnerCommand[] } | undefined {
  const { values, rest } = leadingOptions(words, {
    letters: "au",
    names: ["arg", "umask", "regex"],
  });
  const path = rest[0] && pathOf(rest[0], folder);
  if (path === undefined || ["test", "list"].some((one) => values.has(one))) return undefined;
  const { isScript } = cronNames(read.host);
  // Those of cron.daily and the like are jobs of their own.
  const names = path.startsWith("/etc/cron.") ? [] : read.list(path).filter(isScript);
  const scripts = names.map((name) => `${path}/${name}`);
  return {
    path,
    commands: scripts
      .filter((script) => isProgram(read.host, script))
      .map((text) => ({
        words: [{ text }],
        ...(values.has("regex") && { awaits: "run-parts takes its name" }),
      })),
  };
}
