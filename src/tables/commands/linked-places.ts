import { basename, dirname, join } from "node:path/posix";
import type { GapReader } from "../host/gap-reader.ts";
import { isFolder } from "../host/inspect.ts";
import { isRootsAlone } from "../host/roots-alone.ts";
import { leadingOptions } from "./command-options.ts";
import type { RunPath } from "./run-path.ts";
import { pathOf } from "./shell-state.ts";
import type { ShellWord } from "./shell-words.ts";

interface LinkUse {
  read: GapReader;
  folder: string | undefined;
}

/** What a link in the place of a file or folder leads a program to. */
type Led = Pick<RunPath, "awaits" | "barred" | "gainer">;

/** More operands than this are as good as the first ones. */
const maxOperands = 50;

/**
 * Folders in which a link leads a command of root's to another file: it copies to where the link leads, or gives
 * that to somebody. Whoever puts the link there has to decide what is copied, too.
 */
export function linkedPlaces(name: string, words: ShellWord[], use: LinkUse): RunPath[] {
  const places = Object.hasOwn(followers, name) ? followers[name]!(words, use) : [];
  return places.filter(({ path }) => !isRootsAlone(use.read.host, path));
}

const followers: Record<string, (words: ShellWord[], use: LinkUse) => RunPath[]> = {
  chmod: opened,
  chown: given,
  cp: copied,
  install: installed,
};

const copyOptions = { letters: "tSZ", names: ["target-directory", "suffix"] };
/** Options with which cp writes to where a link leads. */
const plainCopy = new Set(["f", "p", "v", "force", "preserve", "verbose"]);

function copied(words: ShellWord[], use: LinkUse): RunPath[] {
  const { values, rest } = leadingOptions(words, copyOptions);
  if (values.has("t") || values.has("target-directory") || values.has("n")) return [];
  const isPlain = [...values.keys()].every((one) => plainCopy.has(one));
  const doubt = isPlain ? null : "cp follows a link in the place of the copy";
  const target = rest.length > 1 ? pathOf(rest.at(-1)!, use.folder) : undefined;
  if (target === undefined || rest.at(-1)!.isPattern) return [];
  const isInto = isFolder(use.read.host, target) || rest.at(-1)!.text?.endsWith("/");
  return sourcesOf(rest.slice(0, -1), use).map(({ name, folder }) => {
    const place = isInto ? join(target, name) : target;
    return link(use, place, { awaits: contentDoubt(folder, place) ?? doubt });
  });
}

const installOptions = {
  letters: "mogtS",
  names: ["mode", "owner", "group", "target-directory", "suffix"],
};

/** Modes with which sudo and cron take a file of rules. */
const strictMode = /^0?[0-7]?[0-7][0145][0145]$/;

/** install(1) replaces a link to a file, but follows one to a folder. */
function installed(words: ShellWord[], use: LinkUse): RunPath[] {
  const { values, rest } = leadingOptions(words, installOptions);
  const has = (...names: string[]) => names.some((one) => values.has(one));
  if (has("d", "t", "directory", "target-directory", "D")) return [];
  const target = rest.length > 1 ? pathOf(rest.at(-1)!, use.folder) : undefined;
  if (target === undefined || rest.at(-1)!.isPattern) return [];
  const owner = values.get("o") ?? values.get("owner") ?? "root";
  const mode = values.get("m") ?? values.get("mode") ?? "755";
  const isRoots = owner === "root" && strictMode.test(mode ?? "");
  const barred = has("T", "no-target-directory")
    ? { barred: "install -T puts a new file in the place of a link" }
    : {};
  return sourcesOf(rest.slice(0, -1), use).map(({ name, folder }) => {
    // In /etc/cron.d and /etc/sudoers.d only some names count.
    const isRead = isRoots && /^[\w-]+$/.test(name);
    const awaits = isRead ? null : "a folder of root's takes the file by its name and owner";
    return link(use, target, { awaits: contentDoubt(folder, target) ?? awaits, ...barred });
  });
}

/** The names and folders of what is copied, or of what may be put there. */
const sourcesOf = (words: ShellWord[], { folder }: LinkUse): { name: string; folder: string }[] =>
  words.slice(0, maxOperands).flatMap((word) => {
    const path = pathOf(word, folder);
    if (path === undefined || word.text === null) return [];
    return word.isPattern
      ? [{ name: "new", folder: path }]
      : [{ name: basename(path), folder: dirname(path) }];
  });

/** Whoever may put a link into one folder decides what is copied if that is in the same one. */
function contentDoubt(folder: string, place: string): string | null {
  const target = dirname(place);
  return folder === target ? null : `who puts a link into ${target} also writes ${folder}`;
}

/** chown(1) changes what a link leads to, but not with -R or -h. */
function given(words: ShellWord[], use: LinkUse): RunPath[] {
  const { values, rest } = leadingOptions(words, { names: ["from", "reference"] });
  const [owner, ...files] = rest;
  const [, named] = /^([\w.-]+\$?)(?::.*)?$/.exec(owner?.text ?? "") ?? [];
  const gainer = named === undefined ? undefined : accountOf(use, named);
  if (gainer === undefined || gainer === "root" || gainer === "0") return [];
  if (values.has("from") || values.has("reference")) return [];
  return changed(files, use, {
    isDeep: ["R", "recursive"].some((one) => values.has(one)),
    followsDeep: ["H", "L"].some((one) => values.has(one)),
    isOnLinks: ["h", "no-dereference"].some((one) => values.has(one)),
    name: "chown",
    gainer,
  });
}

/** The name of an account that may be given as a number. */
function accountOf({ read }: LinkUse, account: string): string {
  if (!/^\d+$/.test(account)) return account;
  const fields = read.lines("/etc/passwd").map((line) => line.split(":"));
  return fields.find(([, , uid]) => uid === account)?.[0] ?? account;
}

/** Modes by which everybody may write. */
const open = /^0?[0-7]?[0-7]{2}[2367]$|(?:^|,)[ugoa]*[oa][ugoa]*[+=][rxXst]*w/;

function opened(words: ShellWord[], use: LinkUse): RunPath[] {
  const { values, rest } = leadingOptions(words, { names: ["reference"] });
  const [mode, ...files] = rest;
  if (!open.test(mode?.text ?? "") || values.has("reference")) return [];
  const isDeep = ["R", "recursive"].some((one) => values.has(one));
  return changed(files, use, { isDeep, followsDeep: false, isOnLinks: false, name: "chmod" });
}

interface Change {
  isDeep: boolean;
  followsDeep: boolean;
  isOnLinks: boolean;
  name: string;
  gainer?: string;
}

function changed(files: ShellWord[], use: LinkUse, change: Change): RunPath[] {
  const { isDeep, followsDeep, isOnLinks, name, gainer } = change;
  const onLinks =
    isOnLinks || (isDeep && !followsDeep)
      ? { barred: `${name} -${isOnLinks ? "h" : "R"} changes no file that a link leads to` }
      : {};
  const led = { awaits: null, ...(gainer && { gainer }), ...onLinks };
  return files.slice(0, maxOperands).flatMap((word) => {
    const path = pathOf(word, use.folder);
    if (path === undefined || word.isPlainFile) return [];
    // Behind a pattern is the folder itself.
    const place = word.isPattern || isDeep ? join(path, "new") : path;
    return [link(use, place, isDeep && followsDeep ? { ...led, awaits: "it follows links" } : led)];
  });
}

function link({ read }: LinkUse, place: string, led: Led): RunPath {
  const folder = dirname(place);
  const sticky = isSticky(read, folder)
    ? `root follows a link in ${folder}, which is sticky`
    : null;
  return { path: folder, executed: false, writes: true, ...led, awaits: led.awaits ?? sticky };
}

function isSticky({ host }: GapReader, folder: string): boolean {
  try {
    return (host.stat(folder).mode & 0o1000) !== 0;
  } catch {
    return false;
  }
}
