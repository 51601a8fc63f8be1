import type { PamRule } from "./pam-stack.ts";

/** What a module returns. */
export type PamReturn = "success" | "ignore" | "user_unknown" | "auth_err";

/** The rules of pam.conf(5) for the four plain controls; "[value=action …]" gives its own. */
const plainControls: Record<string, Record<string, string>> = {
  required: { success: "ok", ignore: "ignore", default: "bad" },
  requisite: { success: "ok", ignore: "ignore", default: "die" },
  sufficient: { success: "done", default: "ignore" },
  optional: { success: "ok", default: "ignore" },
};

interface Impression {
  /** Undecided until a module counts. */
  result: "undecided" | "positive" | "negative";
  isDone: boolean;
}

/** Whether a stack succeeds; `returnOf` is called for the rules that are reached, in their order. */
export function succeeds(stack: PamRule[], returnOf: (rule: PamRule) => PamReturn): boolean {
  const impression: Impression = { result: "undecided", isDone: false };
  run(stack, { returnOf, impression });
  return impression.result === "positive";
}

/** More open modules are not told apart. */
const maxOpen = 6;

/**
 * Whether a stack succeeds whatever its open modules return; null where it depends on them.
 *
 * @param returnOf A rule's result; null for an open module.
 */
export function alwaysSucceeds(
  stack: PamRule[],
  returnOf: (rule: PamRule) => PamReturn | null,
): boolean | null {
  const open = flat(stack).filter((rule) => returnOf(rule) === null);
  const outcomes = new Set<boolean>();
  for (let bits = 0; bits < 2 ** Math.min(open.length, maxOpen); bits++)
    outcomes.add(
      succeeds(stack, (rule) => {
        const agrees = (bits >> Math.min(open.indexOf(rule), maxOpen - 1)) & 1;
        return returnOf(rule) ?? (agrees ? "success" : "auth_err");
      }),
    );
  return outcomes.size === 1 ? [...outcomes][0]! : null;
}

/** The rules with those of substacks. */
export const flat = (stack: PamRule[]): PamRule[] =>
  stack.flatMap((rule) => (rule.substack ? flat(rule.substack) : [rule]));

interface Run {
  returnOf: (rule: PamRule) => PamReturn;
  impression: Impression;
}

function run(stack: PamRule[], { returnOf, impression }: Run): void {
  for (let at = 0; at < stack.length && !impression.isDone; at++) {
    const rule = stack[at]!;
    if (rule.substack) {
      run(rule.substack, { returnOf, impression });
      impression.isDone = false;
      continue;
    }
    at += applied(impression, { rule, returned: returnOf(rule) });
  }
}

/** Applies a module's result; how many of the next rules it skips. */
function applied(
  impression: Impression,
  { rule, returned }: { rule: PamRule; returned: PamReturn },
): number {
  const actions = actionsOf(rule.control);
  const action = actions[returned] ?? actions.default ?? "ignore";
  if (/^\d+$/.test(action)) return Number(action);
  if (action === "reset") impression.result = "undecided";
  if (action === "bad" || action === "die") impression.result = "negative";
  const counts = action === "ok" || action === "done";
  if (counts && impression.result !== "negative")
    impression.result = returned === "success" ? "positive" : "negative";
  impression.isDone = action === "die" || (action === "done" && impression.result === "positive");
  return 0;
}

function actionsOf(control: string): Record<string, string> {
  const plain = plainControls[control];
  if (plain) return plain;
  return Object.fromEntries(
    [...control.matchAll(/(\w+)=(\w+)/g)].map(([, value, action]) => [value!, action!]),
  );
}
