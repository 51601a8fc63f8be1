import { basename } from "node:path/posix";
import { readAccounts } from "../../accounts/local-accounts.ts";
import type { Host } from "../../host/port.ts";
import { crontabErrors } from "../../parsers/crontab-line.ts";
import { isDebianCron } from "./cron-names.ts";

/**
 * Why cron does not read a crontab: someone else could have written it. Debian's cron also refuses
 * hard links, a file without a final newline and, if any line is wrong, all others; cronie only
 * skips the line.
 */
export function tableRefusal(host: Host, path: string, text: string): string | null {
  try {
    const reason = distrust(host, path) ?? debianRefusal(host, path, text);
    return reason === null ? null : `cron refuses ${path}, ${reason}`;
  } catch {
    return null; // the read reports why
  }
}

/** Root's or, below /var/spool, the account's own; written by its owner alone. */
function distrust(host: Host, path: string): string | null {
  const { mode, uid } = host.stat(path);
  const isOwn = isUsers(path) && uid === idOf(host, basename(path));
  if (uid !== 0 && !isOwn) return `which belongs to uid ${uid}`;
  return (mode & 0o022) === 0 ? null : "which others than its owner can write";
}

function debianRefusal(host: Host, path: string, text: string): string | null {
  if (!isDebianCron(host)) return null;
  const { mode, nlink } = host.stat(path);
  if (nlink > 1) return "which has more than one hard link";
  if (path.startsWith("/var/spool/cron/crontabs/") && (mode & 0o7777) !== 0o600)
    return "whose mode is not 0600";
  if (text !== "" && !text.endsWith("\n")) return "whose last line has no end";
  return hasErrors(host, path, text) ? "of which a line is wrong" : null;
}

function hasErrors(host: Host, path: string, text: string): boolean {
  const names = new Set(readAccounts(host).map(({ name }) => name));
  return crontabErrors(text, isUsers(path) ? undefined : names);
}

const isUsers = (path: string) => path.startsWith("/var/spool/");

const idOf = (host: Host, username: string) =>
  readAccounts(host).find(({ name }) => name === username)?.uid;
