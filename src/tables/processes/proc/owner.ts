import { parsePasswd } from "../../accounts/local-accounts.ts";
import type { GapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import { parseStatus } from "../../parsers/proc/status.ts";

/**
 * Columns that identify a process besides its pid; NULL when it has ended or its account is not
 * local.
 */
export interface ProcessNaming {
  process_name: string | null;
  username: string | null;
}

/** Local account names by uid; the first line of /etc/passwd with a uid names it, as getpwuid does. */
export function readUsernames(read: GapReader): Map<number, string> {
  const names = new Map<number, string>();
  for (const { uid, name } of parsePasswd(read.text("/etc/passwd") ?? ""))
    if (!names.has(uid)) names.set(uid, name);
  return names;
}

/** Reads each pid once, however many rows need it; the username is that of the real uid. */
export function processNamer(read: GapReader): (pid: number) => ProcessNaming {
  const usernames = readUsernames(read);
  const known = new Map<number, ProcessNaming>();
  return (pid) => {
    const naming = known.get(pid) ?? nameOf(read.host, pid, usernames);
    known.set(pid, naming);
    return naming;
  };
}

function nameOf(host: Host, pid: number, usernames: Map<number, string>): ProcessNaming {
  const status = pid > 0 ? readStatus(host, pid) : undefined;
  if (!status) return { process_name: null, username: null };
  return { process_name: status.name, username: usernames.get(status.uids[0]) ?? null };
}

/** World-readable, so a failure means that the process has ended. */
function readStatus(host: Host, pid: number) {
  try {
    return parseStatus(host.read(`/proc/${pid}/status`));
  } catch {
    return undefined;
  }
}
