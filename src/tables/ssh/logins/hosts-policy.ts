import type { GapReader } from "../../host/gap-reader.ts";
import {
  decidingRule,
  type HostsRule,
  hostsPatterns,
  parseHostsRules,
  rulesFor,
} from "../../parsers/hosts-access.ts";

/** What hosts.allow and hosts.deny make of connections to sshd. */
export interface HostsPolicy {
  /** Client patterns that the rules distinguish. */
  clientPatterns: string[];
  /** The line that refuses a client; null if that depends on its name; undefined if none does. */
  refusalOf(
    isFrom: (pattern: string) => boolean,
  ): { reason: string; source: string } | null | undefined;
}

const files = [
  { path: "/etc/hosts.allow", allows: true },
  { path: "/etc/hosts.deny", allows: false },
];

/** Since OpenSSH 9.8 a session has a program of its own. */
const programs = [
  "/usr/sbin/sshd",
  "/usr/lib/openssh/sshd-session",
  "/usr/libexec/openssh/sshd-session",
  "/usr/local/sbin/sshd",
];

/** Only an sshd that is linked with libwrap reads these files: Debian's and Ubuntu's is. */
export function readHostsPolicy(read: GapReader): HostsPolicy {
  const rules = files.flatMap(({ path, allows }) =>
    rulesFor("sshd", parseHostsRules(read.text(path) ?? "", allows)).map((rule) => ({
      ...rule,
      path,
    })),
  );
  if (rules.length === 0 || !programs.some((path) => isLinked(read, path)))
    return { clientPatterns: [], refusalOf: () => undefined };
  return {
    clientPatterns: hostsPatterns(rules),
    refusalOf(isFrom) {
      const rule = decidingRule(rules, isFrom) as (HostsRule & { path: string }) | undefined | null;
      if (rule === null) return null;
      if (!rule || rule.allows) return undefined;
      return { reason: `line ${rule.line} of ${rule.path}`, source: rule.path };
    },
  };
}

/** The name of a library that a program is linked with is a text in its file. */
function isLinked(read: GapReader, path: string): boolean {
  if (!read.host.exists(path)) return false;
  let before = "";
  return (
    read.attempt(path, () => {
      for (const chunk of read.host.chunks(path)) {
        const text = before + chunk.toString("latin1");
        if (text.includes("libwrap.so")) return true;
        before = text.slice(-16);
      }
      return false;
    }) ?? false
  );
}
