import type { Account } from "../../accounts/local-accounts.ts";
import { isAbsent } from "../../host/gap.ts";
import type { Host } from "../../host/port.ts";

/** Programs used as login shell to prevent logins. */
const endsSession = /\/(nologin|false|true|sync|shutdown|halt|poweroff|git-shell|scponly|rssh)$/;

/** Why the account's shell gives no command line; undefined when it does. */
export function shellRefusal(host: Host, { shell }: Account): string | undefined {
  const path = shell === "" ? "/bin/sh" : shell; // as in sshd
  if (endsSession.test(path)) return `shell ${path}`;
  try {
    const stats = host.stat(path);
    return stats.isFile() && (stats.mode & 0o111) !== 0
      ? undefined
      : `shell ${path}, which can't be run`;
  } catch (error) {
    return isAbsent(error) ? `shell ${path}, which isn't there` : undefined;
  }
}
