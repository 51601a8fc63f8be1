import { basename } from "node:path/posix";
import { readAccounts } from "../../accounts/local-accounts.ts";
import type { Host } from "../../host/port.ts";
import { crontabErrors } from "../../parsers/crontab-line.ts";

/**
 * Whether cron reads a crontab: it refuses one that someone else could have written. Debian's cron
 * also refuses hard links, a file without a final newline and, if any line is wrong, all others;
 * cronie only skips the line.
 */
export function isRead(host: Host, path: string, text: string): boolean {
  try {
    return (
      isTrusted(host, path) &&
      !(host.exists("/usr/sbin/cron") && isRefusedByDebian(host, path, text))
    );
  } catch {
    return true; // the read reports why
  }
}

/** Root's or, below /var/spool, the account's own; written by its owner alone. */
function isTrusted(host: Host, path: string): boolean {
  const { mode, uid } = host.stat(path);
  const isOwn = isUsers(path) && uid === idOf(host, basename(path));
  return (mode & 0o022) === 0 && (uid === 0 || isOwn);
}

function isRefusedByDebian(host: Host, path: string, text: string): boolean {
  const { mode, nlink } = host.stat(path);
  const isExposed = path.startsWith("/var/spool/cron/crontabs/") && (mode & 0o7777) !== 0o600;
  const isCut = text !== "" && !text.endsWith("\n");
  return nlink > 1 || isExposed || isCut || hasErrors(host, path, text);
}

function hasErrors(host: Host, path: string, text: string): boolean {
  const names = new Set(readAccounts(host).map(({ name }) => name));
  return crontabErrors(text, isUsers(path) ? undefined : names);
}

const isUsers = (path: string) => path.startsWith("/var/spool/");

const idOf = (host: Host, username: string) =>
  readAccounts(host).find(({ name }) => name === username)?.uid;
