import { distinctGaps } from "../host/gap.ts";
import { gapReader } from "../host/gap-reader.ts";
import type { CollectedTable } from "../model/table.ts";
import { pamFile, pamServices, pamStack } from "./pam-stack.ts";
import { checkPasswords } from "./password-check.ts";

/** Programs that users start as themselves, so that pam_rootok refuses them. */
const startedByUsers =
  /^(su|sudo|doas|runuser|chsh|chfn|passwd|newgrp|polkit|(user|group)(add|del|mod)|ch(age|passwd)|newusers)(-.*)?$/;

/**
 * One row per service of PAM: what its auth rules make of passwords, by running them with each
 * outcome of their modules. NULL where it depends on modules whose rules aren't read. `rules` is how
 * many there are.
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
    rules: "INTEGER",
  },
  collect(host) {
    const read = gapReader(host);
    const open: string[] = [];
    const rows = pamServices(read).map((service) => {
      const stack = pamStack(read, { service, type: "auth" });
      const { acceptsAny, acceptsEmpty } = checkPasswords(stack, !startedByUsers.test(service));
      if (acceptsAny === null) open.push(service);
      return {
        service,
        path: pamFile(read, service) ?? null,
        accepts_any_password: flag(acceptsAny),
        accepts_empty_password: flag(acceptsEmpty),
        rules: stack.length,
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

const flag = (known: boolean | null) => (known === null ? null : Number(known));
