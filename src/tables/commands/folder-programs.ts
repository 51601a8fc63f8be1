import type { GapReader } from "../host/gap-reader.ts";
import { expandGlob } from "../host/glob.ts";
import { isProgram } from "../host/is-program.ts";
import { isRootsAlone } from "../host/roots-alone.ts";
import { cronNames } from "../services/crontab/cron-names.ts";
import { leadingOptions } from "./command-options.ts";
import type { RunPath } from "./run-path.ts";
import { isShell } from "./script-file.ts";
import { type FolderNames, pathOf } from "./shell-state.ts";
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
const namesOnly = /^-(?:name|iname|type|maxdepth|mindepth|print0?|depth|xdev|mount)$/;
/** Those that whoever makes a file can have it meet besides. */
const madeToFit = /^-(?:[am](?:time|min)|size|empty|perm|readable|writable|newer)$/;

/** What find(1) goes through, and what a file has to meet. */
interface FindWords {
  folders: ShellWord[];
  pattern: string;
  /** It takes each file that is there. */
  isSure: boolean;
  /** A new file can meet what it tests. */
  isMet: boolean;
  isPlainFile: boolean;
}

function findWords(words: ShellWord[], end: number): FindWords {
  const texts = words.map(({ text }) => text ?? "");
  const start = texts.findIndex((text) => /^[-(!]/.test(text));
  const tests = start < 0 ? [] : texts.slice(start, end < 0 ? undefined : end);
  const isTest = (text: string) => /^(?:-[a-z]|[(!])/.test(text);
  const kind = tests[tests.indexOf("-type") + 1];
  const isFolders = tests.includes("-type") && kind === "d";
  const at = tests.findIndex((text) => /^-i?name$/.test(text));
  const name = tests[at + 1];
  return {
    folders: words.slice(0, start < 0 ? undefined : start),
    pattern: at >= 0 && name ? name : "*",
    isSure: !isFolders && tests.every((text) => !isTest(text) || namesOnly.test(text)),
    isMet:
      !isFolders &&
      tests.every((text) => !isTest(text) || namesOnly.test(text) || madeToFit.test(text)),
    isPlainFile: tests.includes("-type") && kind === "f",
  };
}

/**
 * `find FOLDER -name '*.sh' -exec COMMAND {} \\;`: the commands for what is there, and for what is put
 * into the folder.
 */
export function findCommands(words: ShellWord[], { read, folder }: FolderUse): InnerCommand[] {
  const from = execAt(words);
  if (from < 0) return [];
  const inner = innerWords(words, from);
  const { folders, pattern, isSure, isMet, isPlainFile } = findWords(words, from);
  return folders.flatMap((word) => {
    const path = pathOf(word, folder);
    if (path === undefined) return [];
    const files: ShellWord[] = [
      ...expandGlob(read, `${path}/${pattern}`)
        .slice(0, maxFiles)
        .map((text) => ({ text })),
      { text: `${path}/${pattern}`, isPattern: true },
    ].map((one) => ({ ...one, ...(isPlainFile && { isPlainFile }) }));
    return files.map((file) => {
      const isOther = file.isPattern && inner[0]?.text?.startsWith("/");
      const isTaken = file.isPattern ? isMet : isSure;
      const awaits = isTaken ? isOther && "find finds a file" : "find takes the file";
      return {
        words: inner.map((one) => (one.text === "{}" ? file : one)),
        ...(awaits && { awaits }),
      };
    });
  });
}

const execAt = (words: ShellWord[]): number =>
  words.findIndex(({ text }) => /^-(?:exec|ok)(?:dir)?$/.test(text ?? ""));

function innerWords(words: ShellWord[], from: number): ShellWord[] {
  const end = words.findIndex(({ text }, index) => index > from && /^[;+]$/.test(text ?? ""));
  return words.slice(from + 1, end < 0 ? undefined : end);
}

/** Folders that find or ls prints the names of, where no command is run for each. */
export function listedFolders(
  name: string,
  words: ShellWord[],
  { folder }: Pick<FolderUse, "folder">,
): FolderNames[] {
  const isFind = name === "find";
  if (isFind && execAt(words) >= 0) return [];
  const { folders, isMet, pattern } = isFind
    ? findWords(words, -1)
    : { folders: words.filter(({ text }) => !text?.startsWith("-")), isMet: true, pattern: "*" };
  const places = folders.length > 0 ? folders : [{ text: "." }];
  const awaits = isMet && pattern.includes("*") ? null : "find takes the file";
  return places.flatMap((word) => {
    const path = pathOf(word, folder);
    return path === undefined ? [] : [{ folder: path, awaits }];
  });
}

/**
 * The folders whose file names find or xargs puts into a line for a shell, which runs what is in them; of other
 * programs, those of which no shell reads the names.
 */
export function namesInLine(
  name: string,
  words: ShellWord[],
  { read, folder, names = [] }: FolderUse & { names?: FolderNames[] | undefined },
): RunPath[] {
  const found = name === "find" ? namesOfFind(words, folder) : namesOfInput(words, names);
  if (!found || found.names.length === 0) return [];
  const { command, sign } = found;
  const program = command[0]?.text?.replace(/^.*\//, "") ?? "";
  const at = command.findIndex(({ text }) => /^-[a-z]*c$/.test(text ?? ""));
  const line = isShell(program) && at > 0 ? command[at + 1]?.text : undefined;
  const isRead = line?.includes(sign);
  if (!isRead && (isShell(program) || program === "")) return [];
  const barred = isRead
    ? {}
    : { barred: `${program} gets each name as an argument, which no shell reads` };
  return found.names
    .filter((one) => !isRootsAlone(read.host, one.folder))
    .map((one) => ({ path: one.folder, executed: false, awaits: one.awaits, ...barred }));
}

interface NamedLine {
  command: ShellWord[];
  /** What stands for a name. */
  sign: string;
  names: FolderNames[];
}

function namesOfFind(words: ShellWord[], folder: string | undefined): NamedLine | undefined {
  const from = execAt(words);
  if (from < 0) return undefined;
  const { folders, isMet, pattern } = findWords(words, from);
  const awaits = isMet && pattern.includes("*") ? null : "find takes the file";
  const names = folders.flatMap((word) => {
    const path = pathOf(word, folder);
    return path === undefined ? [] : [{ folder: path, awaits }];
  });
  return { command: innerWords(words, from), sign: "{}", names };
}

function namesOfInput(words: ShellWord[], names: FolderNames[]): NamedLine | undefined {
  const { values, rest } = leadingOptions(words, xargsOptions);
  const sign = values.get("I") ?? (values.has("replace") ? values.get("replace") || "{}" : null);
  return sign ? { command: rest, sign, names } : undefined;
}

const xargsOptions = { letters: "aEIdLnPs", names: ["arg-file", "max-args", "max-procs"] };

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
