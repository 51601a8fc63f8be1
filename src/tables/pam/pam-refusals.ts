import { type Account, type Group, parseGroup, readAccounts } from "../accounts/local-accounts.ts";
import { type LoginPassword, readLoginPasswords, today } from "../accounts/login-password.ts";
import { distinctGaps } from "../host/gap.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { checkAccount } from "./account-check.ts";
import { type PamRule, pamFile, pamStack } from "./pam-stack.ts";
import { accessAnswer } from "./switch-rules.ts";

/**
 * One row per account and service of PAM whose account rules refuse it (`allowed` is 0), or may
 * (NULL): whom sudo and doas run nothing for, whom su lets even root not become, and whose jobs cron
 * does not run. Services without a file are left out.
 */
export const pamRefusals: CollectedTable = {
  name: "pam_refusals",
  description: "Accounts that PAM's account rules refuse for sudo, doas, su, cron and at.",
  platforms: ["linux"],
  columns: {
    service: "TEXT",
    username: "TEXT",
    allowed: "INTEGER",
    reason: "TEXT",
  },
  collect(host) {
    const read = gapReader(host);
    const rows = rowsOf(read);
    return { rows, gaps: distinctGaps(read.gaps) };
  },
};

const services = ["sudo", "doas", "su", "cron", "crond", "atd"];

/** Programs that go on only if the account needs no new password; sudo and su ask for one. */
const takesNoNewPassword = /^(doas|cron|crond|atd)$/;

interface Checked {
  read: GapReader;
  root: Account;
  groups: Group[];
  password: LoginPassword | undefined;
  account: Account;
}

interface Refusal {
  allowed: 0 | null;
  reason: string;
}

function rowsOf(read: GapReader): Row[] {
  const accounts = readAccounts(read.host);
  const root = accounts.find(({ uid }) => uid === 0);
  const passwords = readLoginPasswords(read, accounts);
  if (!root || !passwords) return [];
  const groups = parseGroup(read.text("/etc/group") ?? "");
  const stacks = new Map(
    [...services, "sudo-i"].map((service) => [service, stackOf(read, service)]),
  );
  return accounts.flatMap((account) => {
    const checked = { read, root, groups, account, password: passwords.get(account.name) };
    return services.flatMap((service) => {
      const refusal = refusalOf(checked, service, stacks.get(service)!);
      if (!refusal) return [];
      return [{ service, username: account.name, ...orByLogin(refusal, checked, stacks, service) }];
    });
  });
}

const stackOf = (read: GapReader, service: string): PamRule[] =>
  pamFile(read, service) ? pamStack(read, { service, type: "account" }) : [];

/** `sudo -i` asks PAM as sudo-i, which may have other rules. */
function orByLogin(
  refusal: Refusal,
  checked: Checked,
  stacks: Map<string, PamRule[]>,
  service: string,
): Refusal {
  const login = stacks.get("sudo-i")!;
  if (service !== "sudo" || refusal.allowed === null || login.length === 0) return refusal;
  if (refusalOf(checked, "sudo-i", login)?.allowed === 0) return refusal;
  return { allowed: null, reason: `${refusal.reason}, but maybe not for sudo -i` };
}

function refusalOf(checked: Checked, service: string, stack: PamRule[]): Refusal | undefined {
  const { read, root, groups, account } = checked;
  if (stack.length === 0) return undefined;
  const caller = service === "su" ? root : account;
  const change = { caller, target: account, groups, service };
  const end = endOf(checked, service);
  const { accepts, module } = checkAccount(stack, (rule) => {
    if (rule.module === "pam_unix") return end === null ? null : false;
    const answer = accessAnswer(read, rule, change);
    return answer === undefined || answer === null || answer === "ignore"
      ? null
      : answer === "success";
  });
  if (accepts) return undefined;
  if (accepts === null) return { allowed: null, reason: `the rules of ${module} are not known` };
  if (end !== null && module === "pam_unix") return { allowed: 0, reason: end };
  return { allowed: 0, reason: `${module} lets ${account.name} not use ${service}` };
}

/** Why pam_unix refuses an account; null if it does not. */
function endOf({ read, account: { name }, password }: Checked, service: string): string | null {
  if (!password) return null;
  if (password.expire >= 0 && today(read.host) >= password.expire)
    return `the account of ${name} has expired`;
  if (password.lapsed) return `the password of ${name} expired too long ago`;
  return password.mustChange && takesNoNewPassword.test(service)
    ? `${name} has to set a new password first`
    : null;
}
