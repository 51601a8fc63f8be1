import type { Account } from "../../accounts/local-accounts.ts";
import { isAbsent } from "../../host/gap.ts";
import type { Host } from "../../host/port.ts";

/** Programs that are set as a shell so that nobody gets one. */
const endsSession = /\/(nologin|false|true|sync|shutdown|halt|poweroff|git-shell|scponly|rssh)$/;

/** Why a session with the account's shell gives no command line; undefined when it does. */
export function shellRefusal(host: Host, { shell }: Account): string | undefined {
  const path = shell === "" ? "/bin/sh" : shell; // as sshd has it
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
