import { groupsOf } from "../accounts/local-accounts.ts";
import type { GapReader } from "../host/gap-reader.ts";
import { listfile } from "./listfile.ts";
import { kindOfModule } from "./modules.ts";
import type { PamRule } from "./pam-stack.ts";
import type { PamReturn } from "./run-stack.ts";
import { type Switch, succeedIf } from "./succeed-if.ts";

/** "right": the caller types the target's password; "none": nothing, and the target has a password or none. */
export type Typed = "right" | "nothing" | "nothing, and there is none";

const answer = (agrees: boolean): PamReturn => (agrees ? "success" : "auth_err");

/** What an auth rule makes of a change of accounts by a caller who is not root; null where it isn't read. */
export function authAnswer(
  read: GapReader,
  rule: PamRule,
  { change, typed }: { change: Switch; typed: Typed },
): PamReturn | null {
  switch (rule.module) {
    case "pam_permit":
    case "pam_localuser":
      return "success";
    case "pam_rootok":
      return "auth_err";
    case "pam_unix":
      return unixAnswer(rule, typed);
    case "pam_faillock":
      return answer(!rule.args.includes("authfail"));
  }
  const asked = accessAnswer(read, rule, change);
  if (asked !== undefined) return asked;
  const kind = kindOfModule(rule.module);
  if (kind === "neutral") return "ignore";
  // without a word from the caller, a module that nobody knows is taken to ask for one
  const refuses = kind === "secret" || (kind === "other" && typed !== "right");
  return refuses ? "auth_err" : null;
}

/** nullok_secure only takes an empty password at terminals that are listed elsewhere. */
function unixAnswer({ args }: PamRule, typed: Typed): PamReturn | null {
  if (typed !== "nothing, and there is none") return answer(typed === "right");
  if (args.includes("nullok")) return "success";
  return args.includes("nullok_secure") ? null : "auth_err";
}

/** Modules that decide by who changes to whom; null where their rules aren't read, undefined for others. */
export function accessAnswer(
  read: GapReader,
  { module, args }: PamRule,
  change: Switch,
): PamReturn | null | undefined {
  if (module === "pam_wheel") return wheelAnswer(args, change);
  if (module === "pam_listfile") return listfile(read, args, change);
  if (module !== "pam_succeed_if") return undefined;
  const holds = succeedIf(args, change);
  return holds === null ? null : answer(holds);
}

/** pam_wheel(8). Without the group "wheel" that of gid 0 counts; a group that isn't there has nobody in it. */
function wheelAnswer(args: string[], { caller, target, groups }: Switch): PamReturn {
  const has = (name: string) => args.includes(name);
  if (has("root_only") && target.uid !== 0) return "ignore";
  const named = args.findLast((arg) => arg.startsWith("group="))?.slice("group=".length);
  const group = named
    ? groups.find(({ name }) => name === named)
    : (groups.find(({ name }) => name === "wheel") ?? groups.find(({ gid }) => gid === 0));
  if (!group) return has("deny") ? "ignore" : "auth_err";
  const isMember = groupsOf(caller, groups).some(({ gid }) => gid === group.gid);
  if (isMember === has("deny")) return "auth_err";
  return has("trust") ? "success" : "ignore";
}
