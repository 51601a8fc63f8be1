import { distinctGaps } from "../host/gap.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { parsePamFile } from "../parsers/pam-file.ts";
import { failuresUntilLock } from "./failures-until-lock.ts";
import { pamFile, pamServices, pamStack } from "./pam-stack.ts";
import { checkPasswords } from "./password-check.ts";
import { shortestPassword } from "./shortest-password.ts";

/** Programs that root runs for strangers, so that pam_rootok always agrees. */
const servesStrangers =
  /^(sshd|login|remote|rsh|rlogin|telnet|v?s?ftpd?|proftpd|dovecot|imap|pop3?|smtp|cockpit|gdm-password|lightdm|sddm|xdm|other)$/;

/**
 * One row per service of PAM: what its auth rules make of passwords, by running them with each
 * outcome of their modules. NULL where it depends on modules whose rules aren't read. `included`
 * is 1 for rules that other files include, which may be no service of their own. `shortest_password`
 * is what its password rules demand of an ordinary account's new password, in characters;
 * `failures_until_lock` is 0 where wrong passwords never lock an account.
 */
export const pamServicesTable: CollectedTable = {
  name: "pam_services",
  description:
    "Services of PAM: whether any or an empty password opens them, and their password policy.",
  platforms: ["linux"],
  columns: {
    service: "TEXT",
    path: "TEXT",
    accepts_any_password: "INTEGER",
    accepts_empty_password: "INTEGER",
    included: "INTEGER",
    shortest_password: "INTEGER",
    failures_until_lock: "INTEGER",
  },
  collect(host) {
    const read = gapReader(host);
    const open: string[] = [];
    const included = new Set(pamServices(read).flatMap((service) => includedBy(read, service)));
    const rows = pamServices(read).map((service) => {
      const stack = pamStack(read, { service, type: "auth" });
      const { acceptsAny, acceptsEmpty } = checkPasswords(stack, servesStrangers.test(service));
      if (acceptsAny === null) open.push(service);
      return {
        service,
        path: pamFile(read, service) ?? null,
        accepts_any_password: flag(acceptsAny),
        accepts_empty_password: flag(acceptsEmpty),
        included: Number(included.has(service)),
        ...policyOf(read, service),
      };
    });
    const openColumns = { accepts_any_password: open, ...openPolicies(rows) };
    for (const [column, services] of Object.entries(openColumns))
      if (services.length > 0)
        read.forColumns([column]).report({
          reason: "error",
          detail: `PAM: ${services.join(", ")} have modules whose rules are not read`,
        });
    return { rows, gaps: distinctGaps(read.gaps) };
  },
};

function policyOf(read: GapReader, service: string) {
  const stackOf = (type: string) => pamStack(read, { service, type });
  return {
    shortest_password: shortestPassword(read, stackOf("password")),
    failures_until_lock: failuresUntilLock(read, stackOf("auth")),
  };
}

/** The services that people set passwords and log in with; what others leave open is no gap. */
const openPolicies = (rows: Row[]) => ({
  shortest_password: openAmong(rows, "shortest_password", ["passwd"]),
  failures_until_lock: openAmong(rows, "failures_until_lock", ["login", "sshd"]),
});

const openAmong = (rows: Row[], column: string, services: string[]) =>
  services.filter((service) => rows.some((row) => row.service === service && row[column] === null));

/** Services whose rules a file includes. */
function includedBy(read: GapReader, service: string): string[] {
  const path = pamFile(read, service);
  return parsePamFile((path && read.text(path)) ?? "")
    .filter(({ control }) => control === "include" || control === "substack")
    .map(({ module }) => module);
}

const flag = (known: boolean | null) => (known === null ? null : Number(known));
