import { readOwnerNames } from "../accounts/owner-names.ts";
import type { GapReader } from "../host/gap-reader.ts";
import { isFolder } from "../host/inspect.ts";
import type { RunPath } from "./run-path.ts";
import { pathOf } from "./shell-state.ts";
import type { ShellWord } from "./shell-words.ts";

/** Commands of git that run what the settings of the repository name: core.fsmonitor, core.sshCommand. */
const runsSettings =
  /^(?:status|diff|add|commit|checkout|switch|restore|reset|stash|pull|fetch|push|merge|rebase|submodule|ls-remote)$/;

/** What git waits for in a repository that is not root's. The rules of sudo compare it: who calls sudo is trusted, too. */
export const trusts = (owner: string): string => `git trusts a repository of ${owner}'s`;

/** The settings of the repository that git works in: `git -C /srv/site pull`. */
export function repositorySettings(
  words: ShellWord[],
  { read, folder }: { read: GapReader; folder: string | undefined },
): RunPath[] {
  let place = folder;
  let at = 0;
  for (; words[at]?.text?.startsWith("-"); at++) {
    const { text } = words[at]!;
    if (text === "-C" || text === "-c") at++;
    else if (/^--(?:git-dir|work-tree|exec-path|bare|version|help)/.test(text!)) return [];
    if (text === "-C") place = words[at] && pathOf(words[at]!, place);
  }
  if (place === undefined || !runsSettings.test(words[at]?.text ?? "")) return [];
  if (!isFolder(read.host, `${place}/.git`)) return [];
  const owner = foreignOwner(read, [place, `${place}/.git`]);
  const isTrusted = owner === null || isSafe(read, place);
  return [
    { path: `${place}/.git/config`, executed: false, awaits: isTrusted ? null : trusts(owner) },
  ];
}

/** The account that one of the folders belongs to, if it is not root's. */
function foreignOwner({ host }: GapReader, folders: string[]): string | null {
  const uid = folders.map((folder) => host.stat(folder).uid).find((one) => one !== 0);
  return uid === undefined ? null : (readOwnerNames(host).user(uid) ?? String(uid));
}

/** Whether safe.directory of the system or of root names the folder, or all. */
function isSafe(read: GapReader, folder: string): boolean {
  return ["/etc/gitconfig", "/root/.gitconfig"].some((file) => {
    const [, ...sections] = (read.text(file) ?? "").split(/^[ \t]*\[safe\][ \t]*$/m);
    const values = sections.flatMap((section) =>
      [
        ...section.split(/^[ \t]*\[/m)[0]!.matchAll(/^[ \t]*directory[ \t]*=[ \t]*(.*?)[ \t]*$/gm),
      ].map(([, value]) => value!.replaceAll('"', "")),
    );
    // An empty value takes back those before it.
    return values
      .slice(values.lastIndexOf("") + 1)
      .some((value) => value === "*" || value === folder);
  });
}
