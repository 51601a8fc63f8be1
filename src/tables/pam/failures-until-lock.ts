import type { GapReader } from "../host/gap-reader.ts";
import { faillockSettings, numberOf, parseSettings } from "./module-settings.ts";
import { kindOfModule } from "./modules.ts";
import type { PamRule } from "./pam-stack.ts";
import { alwaysSucceeds, flat, type PamReturn, succeeds } from "./run-stack.ts";

/**
 * After how many wrong passwords a service's auth rules refuse the right one too: 0 if never, null
 * where that depends on a module whose rules aren't read. In account rules pam_faillock only resets
 * the count (measured with 1.5.2). Addresses that fail2ban blocks are another matter.
 */
export function failuresUntilLock(read: GapReader, auth: PamRule[]): number | null {
  const limits = reachedByWrongPassword(auth)
    .filter(counts)
    .map((rule) => limitOf(read, rule))
    .filter((limit) => limit > 0);
  if (limits.length === 0) return flat(auth).some(isOpen) ? null : 0;
  const letsIn = alwaysSucceeds(auth, whenLocked);
  if (letsIn === null) return null;
  return letsIn ? 0 : Math.min(...limits);
}

const isTally = ({ module }: PamRule) => /^pam_tally2?$/.test(module);
const counts = (rule: PamRule) =>
  isTally(rule) || (rule.module === "pam_faillock" && rule.args.includes("authfail"));

function limitOf(read: GapReader, rule: PamRule): number {
  if (isTally(rule)) return numberOf(parseSettings(rule.args), "deny", 0);
  return numberOf(faillockSettings(read, rule), "deny", 3);
}

function reachedByWrongPassword(auth: PamRule[]): PamRule[] {
  const reached: PamRule[] = [];
  succeeds(auth, (rule) => {
    reached.push(rule);
    if (rule.module === "pam_unix") return "auth_err";
    return rule.module === "pam_faillock" && rule.args.includes("authfail")
      ? "ignore"
      : otherReturn(rule);
  });
  return reached;
}

/** The right password of an account that has failed too often; null: it depends on the account. */
function whenLocked(rule: PamRule): PamReturn | null {
  if (rule.module === "pam_faillock" || isTally(rule)) return "auth_err";
  if (rule.module === "pam_unix") return "success";
  return kindOfModule(rule.module) === "conditional" ? null : otherReturn(rule);
}

/** Of a stranger with an ordinary local account. */
function otherReturn({ module }: PamRule): PamReturn {
  if (module === "pam_deny" || module === "pam_rootok") return "auth_err";
  const kind = kindOfModule(module);
  if (kind === "secret") return "user_unknown";
  return kind === "neutral" ? "ignore" : "success";
}

/** A module nobody here knows may keep count itself. */
const isOpen = (rule: PamRule) =>
  !/^pam_(unix|permit|deny|faillock|rootok|localuser|securetty|self|nologin)$/.test(rule.module) &&
  kindOfModule(rule.module) === "other";

/** Whether the lock is root's too: each pam_faillock that is asked must say so. */
export function locksRoot(read: GapReader, auth: PamRule[]): boolean {
  const rules = flat(auth).filter((rule) => isTally(rule) || rule.module === "pam_faillock");
  const settingsOf = (rule: PamRule) =>
    isTally(rule) ? parseSettings(rule.args) : faillockSettings(read, rule);
  return rules.every((rule) => settingsOf(rule).has("even_deny_root"));
}
