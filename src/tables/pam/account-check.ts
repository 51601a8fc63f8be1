import { kindOfModule } from "./modules.ts";
import type { PamRule } from "./pam-stack.ts";
import { alwaysSucceeds, flat, type PamReturn } from "./run-stack.ts";

/** What the account rules of a service make of an account that is neither locked nor expired. */
export interface AccountCheck {
  /** null where it depends on rules that aren't read. */
  accepts: boolean | null;
  /** The module that refuses it, or on whose rules it depends. */
  module: string;
}

/** @param admits What a module's own rules say of the account; null where they aren't read. */
export function checkAccount(
  stack: PamRule[],
  admits: (rule: PamRule) => boolean | null,
): AccountCheck {
  const answerOf = (rule: PamRule): PamReturn | null => {
    const admitted = admits(rule);
    return admitted === null ? ownAnswer(rule) : admitted ? "success" : "auth_err";
  };
  const accepts = alwaysSucceeds(stack, answerOf);
  const decisive = accepts === null ? null : "auth_err";
  const rule = flat(stack).find((each) => answerOf(each) === decisive);
  return { accepts, module: rule?.module ?? "pam_deny" };
}

/** null: it has rules of its own. */
function ownAnswer({ module }: PamRule): PamReturn | null {
  if (module === "pam_deny") return "auth_err";
  const kind = kindOfModule(module);
  if (kind === "neutral") return "ignore";
  // it knows no local account
  if (kind === "secret") return "user_unknown";
  return kind === "conditional" ? null : "success";
}
