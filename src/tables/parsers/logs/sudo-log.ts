import { parseAuthEntries } from "./auth-log.ts";

/** A refusal in the authentication log. A type, not an interface, so that it is a row. */
export type SudoRefusal = {
  username: string;
  reason: string;
  /** Wrong passwords; 0 if a rule refused the command. */
  attempts: number;
  target_user: string | null;
  command: string | null;
  tty: string | null;
  /** Epoch seconds. */
  time: number;
};

/** The reason follows the name at once, so neither a command nor a folder can imitate it. */
const refusal =
  /^( *(\S+)) : ((\d+) incorrect password attempts?|user NOT in sudoers|user NOT authorized on host|command not allowed) ; (.*)$/s;

/** What sudo refused, in file order. */
export function parseSudoLog(text: string, nowSeconds: number): SudoRefusal[] {
  return parseAuthEntries(text, { nowSeconds, tags: /^sudo$/ }).flatMap(({ message, time }) => {
    const [, padded, username, reason, attempts, rest = ""] = refusal.exec(message) ?? [];
    // sudo writes "%8s : %s".
    if (username === undefined || reason === undefined || padded !== username.padStart(8))
      return [];
    const [, tty = null] = /^TTY=(\S+) ; /.exec(rest) ?? [];
    const [, target_user = null] = /(?:^|; )USER=(\S+) ; /.exec(rest) ?? [];
    const [, command = null] = /(?:^|; )COMMAND=(.*)$/s.exec(rest) ?? [];
    return [{ username, reason, attempts: Number(attempts ?? 0), target_user, command, tty, time }];
  });
}
