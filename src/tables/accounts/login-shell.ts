import { isAbsent } from "../host/gap.ts";
import type { Host } from "../host/port.ts";
import type { Account } from "./local-accounts.ts";

/** Programs used as login shell to prevent logins. */
const endsSession = /\/(nologin|false|true|sync|shutdown|halt|poweroff)$/;
/** Programs that serve files and give no command line. */
const servesFiles = /\/(git-shell|scponly|rssh)$/;

/** Why the account's shell gives no command line; undefined when it does. */
export function shellRefusal(host: Host, { shell }: Account): string | undefined {
  const path = programOf(shell);
  return servesFiles.test(path) ? `shell ${path}` : sessionRefusal(host, shell);
}

/** Why the account's shell starts no session at all; undefined when it does. */
export function sessionRefusal(host: Host, shell: string): string | undefined {
  const path = programOf(shell);
  return endsSession.test(path) ? `shell ${path}` : missingShell(host, shell);
}

/** Why the account's shell can't be run, for which sshd refuses even who asks for no session. */
export function missingShell(host: Host, shell: string): string | undefined {
  const path = programOf(shell);
  try {
    const stats = host.stat(path);
    return stats.isFile() && (stats.mode & 0o111) !== 0
      ? undefined
      : `shell ${path}, which can't be run`;
  } catch (error) {
    return isAbsent(error) ? `shell ${path}, which isn't there` : undefined;
  }
}

/** Whether /etc/shells has the account's shell: then su(1) starts another one in its place for who asks. */
export function isListedShell(host: Host, shell: string): boolean {
  try {
    const lines = host.read("/etc/shells").split("\n");
    return lines.some((line) => /^[^/#]*(\/[^\s#]*)/.exec(line)?.[1] === programOf(shell));
  } catch {
    return false;
  }
}

/** As login(1) and sshd choose it. */
const programOf = (shell: string) => (shell === "" ? "/bin/sh" : shell);
