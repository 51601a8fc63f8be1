import type { GapReader } from "../../host/gap-reader.ts";
import { expandGlob } from "../../host/glob.ts";
import { checkAccount } from "../../pam/account-check.ts";
import { type LimitedAccount, readLoginLimits } from "../../pam/login-limit.ts";
import { type PamRule, pamFile, pamStack } from "../../pam/pam-stack.ts";
import { checkPasswords, type PasswordCheck } from "../../pam/password-check.ts";
import { flat } from "../../pam/run-stack.ts";
import {
  type AccessLogin,
  type AccessRule,
  accessOf,
  clientPatternsIn,
  parseAccessRules,
} from "../../parsers/access-rules.ts";

export interface PamRefusal {
  accepts: false | null;
  module: string;
  source: string;
}

/** What PAM makes of logins through sshd with UsePAM. */
export interface PamPolicy {
  passwords: PasswordCheck;
  /** Client patterns that its rules distinguish. */
  clientPatterns: string[];
  /** The module that refuses a login, or on whose rules it depends; undefined for neither. */
  verdictOn(login: AccessLogin & LimitedAccount): PamRefusal | undefined;
}

/** On hosts whose PAM files aren't read. */
export const noPamRules: PamPolicy = {
  passwords: { acceptsAny: false, acceptsRight: true, acceptsEmpty: true },
  clientPatterns: [],
  verdictOn: () => undefined,
};

export function readPamPolicy(read: GapReader): PamPolicy {
  if (!pamFile(read, "sshd")) return noPamRules;
  const account = pamStack(read, { service: "sshd", type: "account" });
  const rules = new Map(accessModules(account).map((rule) => [rule, readAccessRules(read, rule)]));
  const limitOf = readLoginLimits(read, "sshd");
  return {
    passwords: checkPasswords(pamStack(read, { service: "sshd", type: "auth" }), true),
    clientPatterns: clientPatternsIn([...rules.values()].flat()),
    verdictOn(login) {
      const { accepts, module } = checkAccount(account, (rule) => {
        const own = rules.get(rule);
        return own ? accessOf(own, login) : null;
      });
      if (!accepts) return { accepts, module, source: "/etc/pam.d/sshd" };
      const limit = limitOf(login);
      return limit && { accepts: false, ...limit };
    },
  };
}

/** Those whose rules are written as access.conf(5) has them. */
const accessModules = (stack: PamRule[]): PamRule[] =>
  flat(stack).filter(
    ({ module, args }) =>
      module === "pam_access" && !args.some((arg) => /^(fieldsep|listsep)=|^nodefgroup$/.test(arg)),
  );

function readAccessRules(read: GapReader, { args }: PamRule): AccessRule[] {
  const named = args.find((arg) => arg.startsWith("accessfile="))?.slice("accessfile=".length);
  const files = named
    ? [named]
    : ["/etc/security/access.conf", ...expandGlob(read, "/etc/security/access.d/*.conf")];
  return files.flatMap((path) => parseAccessRules(read.text(path) ?? ""));
}
