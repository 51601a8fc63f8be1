import { kindOfModule } from "./modules.ts";
import type { PamRule } from "./pam-stack.ts";
import { alwaysSucceeds, type PamReturn } from "./run-stack.ts";

/** What the auth rules of a service make of a password; null where it depends on what isn't read. */
export interface PasswordCheck {
  /** Everybody gets in, whatever they type. */
  acceptsAny: boolean | null;
  /** The account's password is enough. */
  acceptsRight: boolean | null;
  /** Accounts without a password get in. */
  acceptsEmpty: boolean | null;
}

/**
 * @param callerIsRoot Whether the service runs as root for strangers, as sshd does: pam_rootok then
 *   always agrees.
 */
export function checkPasswords(stack: PamRule[], callerIsRoot: boolean): PasswordCheck {
  const judge = (unixAgrees: Assumed["unixAgrees"], othersMayAgree: boolean) =>
    alwaysSucceeds(stack, (rule) => returnOf(rule, { othersMayAgree, callerIsRoot, unixAgrees }));
  const takesNull = ({ args }: PamRule) => args.some((arg) => /^nullok(_secure)?$/.test(arg));
  return {
    acceptsAny: judge(() => false, false),
    acceptsRight: judge(() => true, true),
    acceptsEmpty: judge(takesNull, true),
  };
}

interface Assumed {
  /** Whether a module of an unknown kind may agree. */
  othersMayAgree: boolean;
  callerIsRoot: boolean;
  unixAgrees(rule: PamRule): boolean;
}

/** null: it depends on the account, the connection or the module. */
function returnOf(
  rule: PamRule,
  { othersMayAgree, callerIsRoot, unixAgrees }: Assumed,
): PamReturn | null {
  const answer = (agrees: boolean): PamReturn => (agrees ? "success" : "auth_err");
  switch (rule.module) {
    case "pam_permit":
    case "pam_localuser":
      return "success";
    case "pam_rootok":
      return answer(callerIsRoot);
    case "pam_unix":
      return answer(unixAgrees(rule));
    case "pam_faillock":
      return answer(!rule.args.includes("authfail"));
  }
  const kind = kindOfModule(rule.module);
  if (kind === "neutral") return "ignore";
  return kind === "conditional" || (kind === "other" && othersMayAgree) ? null : "auth_err";
}
