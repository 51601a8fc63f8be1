import { basename, join } from "node:path/posix";
import type { GapReader } from "../host/gap-reader.ts";
import { isFolder } from "../host/inspect.ts";
import { cronNames } from "../services/crontab/cron-names.ts";
import { leadingOptions } from "./command-options.ts";
import type { RunPath } from "./run-path.ts";
import { pathOf } from "./shell-state.ts";
import type { ShellWord } from "./shell-words.ts";

/** Files whose content alone makes somebody root, whoever owns them. */
const accounts = /^\/etc\/(?:passwd|shadow)$/;
/** Those that sudo and cron take only from root. */
const rules = /^\/etc\/(?:sudoers|crontab)$|^\/etc\/(?:sudoers|cron)\.d\/[^/]+$/;
/** Those that are used on some occasion. */
const used =
  /^\/root\/\.ssh\/authorized_keys2?$|^\/etc\/systemd\/system\/.+|^\/etc\/ld\.so\.preload$|^\/root\/\.(?:bashrc|profile|bash_profile)$/;

/** Options by which a copy has the owner of its source, or another one. */
const keepingOwner: Record<string, string[]> = {
  cp: ["p", "a", "preserve", "archive"],
  install: ["o", "owner"],
  rsync: ["a", "o", "archive", "owner"],
};

const valueOptions = { letters: "mogtS", names: ["mode", "owner", "group"] };

/**
 * The files that a command puts in the place of ones that make their writer root:
 * `cp /srv/passwd /etc/passwd`.
 */
export function copiedFiles(
  name: string,
  words: ShellWord[],
  { read, folder }: { read: GapReader; folder: string | undefined },
): RunPath[] {
  if (!/^(?:cp|install|mv|rsync)$/.test(name)) return [];
  const { values, rest } = leadingOptions(words, valueOptions);
  const target = rest.length > 1 ? pathOf(rest.at(-1)!, folder) : undefined;
  if (target === undefined) return [];
  const keepsOwner = name === "mv" || keepingOwner[name]?.some((one) => values.has(one)) === true;
  return rest.slice(0, -1).flatMap((word) => {
    const source = pathOf(word, folder);
    if (source === undefined || word.text === null) return [];
    const isInto = isFolder(read.host, target) || target.endsWith("/");
    const place = isInto ? join(target, basename(word.text)) : target;
    const awaits = doubtAbout(place, { read, keepsOwner });
    return awaits === undefined ? [] : [{ path: source, executed: false, awaits }];
  });
}

/** What decides whether a file at this place makes its writer root; undefined: it does not. */
function doubtAbout(
  place: string,
  { read, keepsOwner }: { read: GapReader; keepsOwner: boolean },
): string | null | undefined {
  if (accounts.test(place)) return null;
  if (used.test(place)) return `${place} is used`;
  if (!rules.test(place)) return undefined;
  const name = basename(place);
  const isRead = place.startsWith("/etc/sudoers.d/")
    ? !/\.|~$/.test(name)
    : !place.startsWith("/etc/cron.d/") || cronNames(read.host).isTable(name);
  if (!isRead) return undefined;
  return keepsOwner ? `${place} is not refused as another's` : null;
}
