import type { GapReader } from "../host/gap-reader.ts";
import {
  type ModuleSettings,
  numberOf,
  parseSettings,
  pwqualitySettings,
} from "./module-settings.ts";
import { kindOfModule } from "./modules.ts";
import type { PamRule } from "./pam-stack.ts";
import { flat, type PamReturn, succeeds } from "./run-stack.ts";

/** Rules that ask for more than this are not distinguished. */
const maxLength = 64;
/** libpwquality and cracklib refuse less whatever they are set to. */
const absoluteMinimum = 6;

/**
 * The fewest characters that an ordinary account's new password can have, by running a service's
 * password rules with passwords of each length; null where no length is accepted, or a module whose
 * rules aren't read is asked.
 */
export function shortestPassword(read: GapReader, stack: PamRule[]): number | null {
  if (flat(stack).some(hasUnreadRules)) return null;
  const minimums = new Map(flat(stack).map((rule) => [rule, minimumOf(read, rule)]));
  const lengths = Array.from({ length: maxLength }, (_, index) => index + 1);
  return lengths.find((length) => isSet(stack, { length, minimums })) ?? null;
}

/** Whether pam_unix changes the password, whatever the stack returns in the end. */
function isSet(
  stack: PamRule[],
  { length, minimums }: { length: number; minimums: Map<PamRule, number> },
): boolean {
  let isEntered = false;
  let isChanged = false;
  const returnOf = (rule: PamRule): PamReturn => {
    if (!asks(rule)) return otherReturn(rule);
    if (!isEntered && rule.args.includes("use_authtok")) return "auth_err";
    if (length < (minimums.get(rule) ?? 0)) return "auth_err";
    isEntered = true;
    isChanged ||= rule.module === "pam_unix";
    return "success";
  };
  succeeds(stack, returnOf);
  return isChanged;
}

/** Modules that ask for the new password where none before them did. */
const asks = ({ module }: PamRule) => /^pam_(unix|pwquality|cracklib|pwhistory)$/.test(module);

function otherReturn({ module }: PamRule): PamReturn {
  if (module === "pam_deny") return "auth_err";
  if (module === "pam_permit") return "success";
  return kindOfModule(module) === "secret" ? "user_unknown" : "ignore";
}

/** Such as pam_passwdqc, whose minimum depends on the kinds of characters. */
const hasUnreadRules = (rule: PamRule) =>
  !asks(rule) && rule.module !== "pam_permit" && kindOfModule(rule.module) === "other";

function minimumOf(read: GapReader, rule: PamRule): number {
  if (rule.module === "pam_unix") return numberOf(parseSettings(rule.args), "minlen", 6);
  if (rule.module === "pam_cracklib") return withCredits(parseSettings(rule.args), 9, 1);
  if (rule.module !== "pam_pwquality") return 0;
  const settings = pwqualitySettings(read, rule);
  return numberOf(settings, "enforcing", 1) === 0 ? 0 : withCredits(settings, 8, 0);
}

/** A credit lets each character of its kind, up to its number, count twice. */
function withCredits(settings: ModuleSettings, usualLength: number, usualCredit: number): number {
  const credits = ["dcredit", "ucredit", "lcredit", "ocredit"]
    .map((name) => Math.max(0, numberOf(settings, name, usualCredit)))
    .reduce((sum, credit) => sum + credit, 0);
  const length = numberOf(settings, "minlen", usualLength);
  // with enough credits each character counts twice
  return Math.max(absoluteMinimum, length - credits, Math.ceil(length / 2));
}
