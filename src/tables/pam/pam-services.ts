import { distinctGaps } from "../host/gap.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable } from "../model/table.ts";
import { parsePamFile } from "../parsers/pam-file.ts";
import { pamFile, pamServices, pamStack } from "./pam-stack.ts";
import { checkPasswords } from "./password-check.ts";

/** Programs that root runs for strangers, so that pam_rootok always agrees. */
const servesStrangers =
  /^(sshd|login|remote|rsh|rlogin|telnet|v?s?ftpd?|proftpd|dovecot|imap|pop3?|smtp|cockpit|gdm-password|lightdm|sddm|xdm|other)$/;

/**
 * One row per service of PAM: what its auth rules make of passwords, by running them with each
 * outcome of their modules. NULL where it depends on modules whose rules aren't read. `included`
 * is 1 for rules that other files include, which may be no service of their own.
 */
export const pamServicesTable: CollectedTable = {
  name: "pam_services",
  description: "Services of PAM, and whether they let accounts in with any or an empty password.",
  platforms: ["linux"],
  columns: {
    service: "TEXT",
    path: "TEXT",
    accepts_any_password: "INTEGER",
    accepts_empty_password: "INTEGER",
    included: "INTEGER",
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
      };
    });
    if (open.length > 0)
      read.forColumns(["accepts_any_password"]).report({
        reason: "error",
        detail: `PAM: ${open.join(", ")} have modules whose rules are not read`,
      });
    return { rows, gaps: distinctGaps(read.gaps) };
  },
};

/** Services whose rules a file includes. */
function includedBy(read: GapReader, service: string): string[] {
  const path = pamFile(read, service);
  return parsePamFile((path && read.text(path)) ?? "")
    .filter(({ control }) => control === "include" || control === "substack")
    .map(({ module }) => module);
}

const flag = (known: boolean | null) => (known === null ? null : Number(known));
