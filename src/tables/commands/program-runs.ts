import { isProgram } from "../host/is-program.ts";
import { leadingOptions } from "./command-options.ts";
import { findCommands, partsOf } from "./folder-programs.ts";
import { isInterpreter, scriptOf } from "./interpreters.ts";
import { loadedLibraries } from "./loaded-files.ts";
import { usedModules } from "./perl-modules.ts";
import { importedModules, moduleInFolder, pythonFolders } from "./python-imports.ts";
import { type Frame, outermost, type RunUse, report, type Started } from "./run-frame.ts";
import type { RunPath } from "./run-path.ts";
import { isBashLike, isShell } from "./script-file.ts";
import { type Outcome, pathOf } from "./shell-state.ts";
import { walkShell } from "./shell-walk.ts";
import { folderInLine, type ShellWord } from "./shell-words.ts";
import { touchedFiles } from "./touched-files.ts";
import { type InnerCommand, isWrapper, wrapped } from "./wrappers.ts";

/** Scripts that run scripts: deeper ones are not followed. */
const maxDepth = 5;

/** Goes through what a line of a shell runs. */
export function runLine(line: string, at: Started, use: RunUse, shell = "sh"): void {
  const frame = outermost(use);
  const doubt = at.awaits ?? "its command gets to it";
  walk(line, { ...at, frame, parameters: [{ text: shell }], shell, options: "", doubt });
}

/** Goes through what the words of a command run. */
export const runProgram = (words: ShellWord[], at: Started, use: RunUse): Outcome =>
  start(words, at, outermost(use));

/** Goes through what a shell script runs, without the script itself. */
export function runScript(path: string, at: Started, use: RunUse): void {
  const frame = outermost(use);
  followScript(path, { ...at, frame, args: [] });
}

interface ShellStart extends Started {
  frame: Frame;
  parameters: ShellWord[];
  /** The shell's name, and the options it is given. */
  shell: string;
  options: string;
  doubt: string;
}

function walk(text: string, at: ShellStart): void {
  const { frame, awaits, doubt } = at;
  if (frame.depth > maxDepth || /^-[a-mo-z]*n/.test(at.options.trim())) return;
  const { files, home } = frame.use;
  const inner = { ...frame, depth: frame.depth + 1 };
  walkShell(behindOwnFile(withoutWindowsLines(text), at), {
    ...at,
    read: files.read,
    home,
    isRoot: frame.use.isRoot && frame.account === undefined,
    endsOnFailure: /(?:^|\s)-[a-z]*e/.test(at.options),
    isBash: isBashLike(files.read.host, at.shell),
    start: ({ words, ...started }) =>
      start(words, { ...started, awaits: awaits ?? started.awaits }, inner),
    source: (path, own) => {
      report(inner, { path, executed: false, awaits: awaits ?? own });
      return files.script(path)?.text ?? null;
    },
    lookUp: (name, folders) => files.find(name, folders),
    doubt,
  });
}

/** bash reads the file of BASH_ENV first, unless it is to be careful or has files of its own for that. */
function behindOwnFile(text: string, { shell, options, environment }: ShellStart): string {
  const isRead =
    shell === "bash" &&
    !/(?:^|\s)(?:-[a-z]*[ipl]|--(?:posix|login))/.test(options) &&
    environment.get("BASH_ENV")?.text;
  return isRead ? `{ . "$BASH_ENV"; } || :\n${text}` : text;
}

/** The end of a line of Windows is part of its last word. */
const withoutWindowsLines = (text: string) =>
  text
    .split("\n")
    .filter((line) => !line.endsWith("\r"))
    .join("\n");

function start(words: ShellWord[], at: Started, frame: Frame): Outcome {
  const [first, ...args] = words;
  if (!first?.text || --frame.use.budget.programs < 0) return null;
  const name = first.text.replace(/^.*\//, "");
  const path = first.text.includes("/")
    ? pathOf(first, at.folder)
    : programByName(first.text, at, frame);
  if (frame.account === undefined) frame.use.started(words, at.awaits);
  if (path !== undefined) {
    report(frame, { path, executed: true, awaits: at.awaits });
    reportAll(loadedLibraries(frame.use.files.read.host, path, at.environment), at, frame);
  }
  reportNames(name, args, at, frame);
  reportAll(touchedFiles(name, args, at, frame), at, frame);
  if (isWrapper(name)) {
    const inner = wrapped(name, args);
    if (inner) follow(inner, at, frame);
  } else if (isShell(name)) startShell(name, args, at, frame);
  else if (name === "find")
    for (const inner of findCommands(args, { read: frame.use.files.read, folder: at.folder }))
      follow(inner, at, frame);
  else if (name === "run-parts") runParts(args, at, frame);
  else if (isInterpreter(name)) interpret(name, args, at, frame);
  else if (path !== undefined) followScript(path, { ...at, frame, args });
  if (!isWrapper(name) && !isKnown(name)) reportArguments(name, args, at, frame);
  return succeeds.test(words.map(({ text }) => text ?? "?").join(" ")) ? true : null;
}

/** Commands that succeed for root unless the disk is full. */
const succeeds =
  /^(?:\S*\/)?(?:(?:date|hostname|id|logger|sleep|sync|true|whoami)(?: |$)|mkdir -p |rm -r?f )/;

/** Programs that only handle the files they are given. */
const handlesFiles =
  /^(?:\[|test|ls|stat|cp|mv|rm|ln|cat|grep|sed|awk|head|tail|tar|touch|chmod|chown|chgrp|install|rsync|scp|gzip|md5sum|sha\d+sum|logger|mkdir|tee|echo|printf)$/;

const isKnown = (name: string): boolean =>
  handlesFiles.test(name) ||
  isShell(name) ||
  isInterpreter(name) ||
  name === "find" ||
  name === "run-parts";

/** A program by its name: with a PATH of the script's own, also where one may be put before it. */
function programByName(name: string, at: Started, frame: Frame): string | undefined {
  if (!at.hasOwnPath && frame.account === undefined) frame.use.foundName(name, at.awaits);
  const found = frame.use.files.find(name, at.folders);
  if (at.hasOwnPath)
    for (const folder of at.folders) {
      if (found?.startsWith(`${folder}/`)) break;
      report(frame, { path: folder, executed: true, awaits: at.awaits });
    }
  return found;
}

function follow(inner: InnerCommand, at: Started, frame: Frame): void {
  const { words, line, account, root } = inner;
  const awaits = at.awaits ?? inner.awaits ?? null;
  const own: Frame = {
    ...frame,
    depth: frame.depth + 1,
    ...(account !== undefined && account !== "root" && account !== "0" && { account }),
    ...(root !== undefined && { root }),
  };
  const environment = new Map([
    ...(inner.isCleared ? [] : at.environment),
    ...(inner.settings ?? []).map(([name, text]): [string, ShellWord] => [name, { text }]),
  ]);
  const started = { ...at, awaits, environment };
  if (own.depth > maxDepth * 2) return;
  if (line !== undefined)
    walk(line, {
      ...started,
      frame: own,
      parameters: [{ text: "sh" }],
      shell: "sh",
      options: "",
      doubt: "its command gets to it",
    });
  else if (words) start(words, started, own);
}

const shellOptions = { letters: "oO", names: ["rcfile", "init-file"] };

/** `sh -c LINE`, `sh FILE`, or a shell that reads its input. */
function startShell(name: string, words: ShellWord[], at: Started, frame: Frame): void {
  const flags = words.filter(({ text }) => /^[-+]\w/.test(text ?? ""));
  const plain = words.filter(({ text }) => !/^\+\w/.test(text ?? ""));
  const { values, rest } = leadingOptions(plain, shellOptions);
  if (values.has("n") || values.get("o") === "noexec") return;
  const options = flags.map(({ text }) => text).join(" ");
  const [first, ...args] = rest;
  const common = { ...at, frame, shell: name, options };
  const doubt = at.awaits ?? "its command gets to it";
  if (values.has("c")) {
    if (first?.holds)
      report(frame, {
        path: first.holds.path,
        executed: false,
        awaits: at.awaits ?? first.holds.awaits,
      });
    const named = first && folderInLine(first);
    if (named) report(frame, { path: named, executed: false, awaits: at.awaits });
    if (first?.text) walk(first.text, { ...common, parameters: args, doubt });
    return;
  }
  const path = first && pathOf(first, at.folder);
  if (path !== undefined && !values.has("s")) {
    report(frame, { path, executed: false, awaits: at.awaits });
    const script = frame.use.files.script(path);
    const parameters = [{ text: path }, ...args];
    if (script) walk(script.text, { ...common, parameters, doubt: `${path} gets to its line` });
    return;
  }
  const { input } = at;
  if (!input || (first && !values.has("s"))) return;
  const awaits = at.awaits ?? (input.isExact ? null : "what is passed on is run");
  for (const file of input.files) {
    report(frame, { path: file, executed: false, awaits });
    const script = frame.use.files.script(file);
    const lines = { ...common, awaits, parameters: [{ text: name }] };
    if (script) walk(script.text, { ...lines, doubt: `${file} gets to its line` });
  }
  for (const text of input.texts)
    walk(text, { ...common, awaits, parameters: [{ text: name }], doubt });
}

/** A script with all that decides what it runs. */
const callOf = (
  path: string,
  {
    args,
    frame,
    folder,
    folders,
    hasOwnPath,
    environment,
  }: Started & { frame: Frame; args: ShellWord[] },
): string => {
  const { account, root } = frame;
  return JSON.stringify([path, args, account, root, folder, folders, hasOwnPath, [...environment]]);
};

/** What a script that is executed runs, by the interpreter of its first line. */
function followScript(path: string, at: Started & { frame: Frame; args: ShellWord[] }): void {
  const { args } = at;
  const script = at.frame.use.files.script(path);
  const call = callOf(path, at);
  // One that starts itself again in the same way runs nothing new.
  if (!script || at.frame.scripts.includes(call)) return;
  const frame = { ...at.frame, scripts: [...at.frame.scripts, call] };
  const { interpreter, options, text } = script;
  if (options.endsWith("\r")) return;
  if (isShell(interpreter))
    walk(text, {
      ...at,
      frame,
      parameters: [{ text: path }, ...args],
      shell: interpreter,
      options,
      doubt: `${path} gets to its line`,
    });
  else if (/^(?:python|perl)/.test(interpreter))
    reportModules({ interpreter, path, text, options: options.split(/\s+/) }, at, frame);
}

function interpret(name: string, words: ShellWord[], at: Started, frame: Frame): void {
  const { read } = frame.use.files;
  const { path, options, module } = scriptOf(name, words, at.folder);
  if (name.startsWith("python")) {
    if (path === undefined) reportAll(pythonFolders(read, at.environment, options), at, frame);
    if (module !== undefined && at.folder !== undefined)
      reportAll(moduleInFolder(read, { name: module, folder: at.folder, options }), at, frame);
  }
  if (path === undefined) return;
  report(frame, { path, executed: false, awaits: at.awaits });
  const script = /^(?:python|perl)/.test(name) && frame.use.files.script(path);
  if (!script) return;
  // perl heeds the options of the script's first line, too.
  const own = name === "perl" ? script.options.split(/\s+/) : [];
  reportModules(
    { interpreter: name, path, text: script.text, options: [...options, ...own] },
    at,
    frame,
  );
}

/** The modules that a script loads, from beside it or where the environment says. */
function reportModules(
  script: { interpreter: string; path: string; text: string; options: string[] },
  at: Started,
  frame: Frame,
): void {
  const { read } = frame.use.files;
  if (script.interpreter === "perl")
    reportAll(usedModules(read, script, at.environment), at, frame);
  else {
    reportAll(pythonFolders(read, at.environment, script.options), at, frame);
    reportAll(importedModules(read, script), at, frame);
  }
}

function runParts(words: ShellWord[], at: Started, frame: Frame): void {
  const parts = partsOf(words, { read: frame.use.files.read, folder: at.folder });
  if (!parts) return;
  report(frame, { path: parts.path, executed: false, awaits: at.awaits });
  for (const command of parts.commands) follow(command, at, frame);
}

/** Programs that may read a file name as an option: `tar *`. */
const readsOptions = /^(?:tar|chown|chmod|chgrp|rsync|zip|7z|7za)$/;

function reportNames(name: string, args: ShellWord[], at: Started, { use }: Frame): void {
  if (!readsOptions.test(name) || at.folder === undefined) return;
  const end = args.findIndex(({ text }) => text === "--");
  const names = (end < 0 ? args : args.slice(0, end)).filter(
    ({ text, isPattern }) => isPattern && text?.startsWith("*"),
  );
  if (names.length === 0) return;
  use.foundNames(
    at.folder,
    at.awaits ?? (name === "tar" ? null : `${name} runs what a file name says`),
  );
}

function reportAll(paths: RunPath[], at: Started, frame: Frame): void {
  for (const one of paths) report(frame, { ...one, awaits: at.awaits ?? one.awaits });
}

/** Programs among the arguments of one that is not known: it may run them. */
function reportArguments(name: string, args: ShellWord[], at: Started, frame: Frame): void {
  const awaits = at.awaits ?? `${name} runs it`;
  const parts = args.flatMap(({ text }) => text?.split(/[=,]/) ?? []);
  for (const part of parts)
    if (part.startsWith("/") && isProgram(frame.use.files.read.host, part))
      report(frame, { path: part, executed: true, awaits });
}
