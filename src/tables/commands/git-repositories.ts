import { dirname, join } from "node:path/posix";
import { readOwnerNames } from "../accounts/owner-names.ts";
import type { GapReader } from "../host/gap-reader.ts";
import { isFolder, isPresent } from "../host/inspect.ts";
import { isRootsAlone } from "../host/roots-alone.ts";
import { leadingOptions } from "./command-options.ts";
import type { RunPath } from "./run-path.ts";
import { pathOf } from "./shell-state.ts";
import type { ShellWord } from "./shell-words.ts";

interface GitUse {
  read: GapReader;
  folder: string | undefined;
  home: string | undefined;
  /** Whether root runs git for an account that calls sudo, whose repositories git trusts, too. */
  isForCaller: boolean;
}

/** Commands of git that run what the settings of the repository name: core.fsmonitor, core.sshCommand. */
const runsSettings =
  /^(?:add|checkout|commit|diff|fetch|merge|pull|push|rebase|reset|stash|status|submodule|switch)$/;

/** What git waits for in a repository that is not root's; the rules of sudo compare it with who calls. */
const trusts = (owner: string): string => `git trusts a repository of ${owner}'s`;

/** The settings of the repository that root's git works in: `git -C /srv/site pull`. */
export function repositorySettings(words: ShellWord[], use: GitUse): RunPath[] {
  const { read, folder, home, isForCaller } = use;
  const { values, rest } = leadingOptions(words, {
    letters: "Cc",
    names: ["git-dir", "work-tree", "namespace", "exec-path", "config-env"],
  });
  if (values.has("git-dir") || values.has("work-tree") || !runsSettings.test(rest[0]?.text ?? ""))
    return [];
  const start = changedFolder(words.slice(0, words.length - rest.length), folder);
  const tree = start ? workingTree(read, start) : undefined;
  if (tree === undefined) return [];
  const settings = { path: `${tree}/.git/config`, executed: false };
  const isSafe = safeFolders(read, home).some((one) => one === "*" || one === tree);
  const owner = isSafe ? null : foreignOwner(read, [tree, `${tree}/.git`]);
  if (owner !== null && isForCaller) return [{ ...settings, awaits: trusts(owner) }];
  if (owner !== null)
    return [{ ...settings, awaits: null, barred: `git refuses ${tree}, which is ${owner}'s` }];
  // Who puts a repository in its place owns that, which git refuses then.
  const isKept = isSafe || isRootsAlone(read.host, tree);
  const kept = isKept ? null : "git takes the repository as root's";
  return [
    {
      ...settings,
      awaits: values.has("c") ? "its options leave the configuration in force" : kept,
    },
  ];
}

/** The folder that git changes to: each -C is relative to the one before it. */
function changedFolder(options: ShellWord[], folder: string | undefined): string | undefined {
  return options.reduce(
    (at, word, index) => (options[index - 1]?.text === "-C" ? pathOf(word, at) : at),
    folder,
  );
}

function workingTree({ host }: GapReader, start: string): string | undefined {
  for (let at = start, depth = 0; depth < 40; at = dirname(at), depth++) {
    if (isFolder(host, join(at, ".git"))) return at;
    if (at === "/") return undefined;
  }
  return undefined;
}

/** The account that one of the folders belongs to, if it is not root's. */
function foreignOwner({ host }: GapReader, folders: string[]): string | null {
  const uid = folders.map((folder) => host.stat(folder).uid).find((one) => one !== 0);
  return uid === undefined ? null : (readOwnerNames(host).user(uid) ?? String(uid));
}

/** The values of safe.directory; an empty one clears those before it. */
function safeFolders(read: GapReader, home = "/root"): string[] {
  let folders: string[] = [];
  for (const path of ["/etc/gitconfig", `${home}/.gitconfig`, `${home}/.config/git/config`]) {
    let section = "";
    const text = isPresent(read.host, path) ? (read.text(path) ?? "") : "";
    for (const line of text.split("\n")) {
      section = /^\s*\[([^\]]*)\]/.exec(line)?.[1]?.trim().toLowerCase() ?? section;
      const [, value] = /^\s*(?:\[[^\]]*\]\s*)?directory\s*=\s*(.*)$/i.exec(line) ?? [];
      if (section !== "safe" || value === undefined) continue;
      const folder = value.trim().replace(/^"(.*)"$/, "$1");
      folders = folder === "" ? [] : [...folders, folder];
    }
  }
  return folders;
}
