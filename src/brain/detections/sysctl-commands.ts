import { quoteForShell } from "./quote-for-shell.ts";

/** Read after the files of distributions and, by its name, of nearly all admins. */
const dropIn = "/etc/sysctl.d/zz-inquest.conf";

/**
 * Shell commands that set kernel settings, given as `name=value`, now and at each start. Other lines
 * in /etc that set them become comments, because /etc/sysctl.conf is read last by sysctl(8).
 */
export function sysctlCommands(settings: string[]): string[] {
  if (settings.length === 0) return [];
  const words = settings.map(quoteForShell).join(" ");
  const line = `^\\s*-?(${settings.map(namePattern).join("|")})\\s*=`;
  const files = `grep -RlsE --include='*.conf' ${quoteForShell(line)} /etc/sysctl.conf /etc/sysctl.d`;
  // No name of a setting has a colon.
  const comment = `sed -Ei --follow-symlinks ${quoteForShell(`s:${line}:# &:`)}`;
  return [
    `sysctl -qw ${words}`,
    `${files} | xargs -rd '\\n' ${comment}`,
    `printf '%s\\n' ${words} >> ${dropIn}`,
  ];
}

/** Files may write the dots of a name as slashes. */
const namePattern = (setting: string) =>
  setting
    .slice(0, setting.indexOf("="))
    .replace(/[\\^$*+?()[\]{}|]/g, "\\$&")
    .replace(/[./]/g, "[./]");
