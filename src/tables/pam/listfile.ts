import { groupsOf } from "../accounts/local-accounts.ts";
import type { GapReader } from "../host/gap-reader.ts";
import type { PamReturn } from "./run-stack.ts";
import type { Switch } from "./succeed-if.ts";

/**
 * What pam_listfile(8) makes of a change of accounts; null where its item is about something else
 * (the terminal, the host). A file that everyone may write is refused whatever onerr says (measured
 * with 1.5.2).
 */
export function listfile(read: GapReader, args: string[], change: Switch): PamReturn | null {
  const setting = (name: string) =>
    args.findLast((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1);
  const [file, sense, item] = ["file", "sense", "item"].map(setting);
  const names = namesOf(item, change);
  if (!file || !names || !/^(allow|deny)$/.test(sense ?? "")) return null;
  const state = stateOf(read, file);
  if (state === "open") return "auth_err";
  if (state === "missing") return setting("onerr") === "succeed" ? "success" : "auth_err";
  const isListed = read.lines(file).some((line) => names.includes(line));
  return isListed === (sense === "allow") ? "success" : "auth_err";
}

function namesOf(item: string | undefined, { caller, target, groups }: Switch) {
  if (item === "user") return [target.name];
  if (item === "ruser") return [caller.name];
  return item === "group" ? groupsOf(target, groups).map(({ name }) => name) : undefined;
}

function stateOf({ host }: GapReader, path: string): "read" | "open" | "missing" {
  try {
    const stats = host.stat(path);
    return stats.isFile() && (stats.mode & 0o002) === 0 ? "read" : "open";
  } catch {
    return "missing";
  }
}
