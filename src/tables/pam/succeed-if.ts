import { type Account, type Group, groupsOf } from "../accounts/local-accounts.ts";
import { matchesGlob } from "../parsers/sshd/match.ts";

/** Whose login it is, and who asks for it. */
export interface Switch {
  caller: Account;
  target: Account;
  groups: Group[];
  service: string;
}

const flags = new Set(["debug", "use_uid", "quiet", "quiet_fail", "quiet_success", "audit"]);

/**
 * What pam_succeed_if(8) makes of a change of accounts; null where a condition is about something
 * else (the terminal, a netgroup).
 */
export function succeedIf(args: string[], change: Switch): boolean | null {
  const words = args.filter((arg) => !flags.has(arg)).map((arg) => arg.replace(/^\[|\]$/g, ""));
  const account = args.includes("use_uid") ? change.caller : change.target;
  const results: (boolean | null)[] = [];
  for (let at = 0; at < words.length; at += 3) {
    const [field = "", operator = "", value] = words.slice(at, at + 3);
    results.push(value === undefined ? null : holds({ field, operator, value }, account, change));
  }
  if (results.includes(false)) return false;
  return results.includes(null) || results.length === 0 ? null : true;
}

interface Condition {
  field: string;
  operator: string;
  value: string;
}

function holds(
  { field, operator, value }: Condition,
  account: Account,
  change: Switch,
): boolean | null {
  const left = fieldOf(field, account, change);
  if (left === undefined) return null;
  const listed = value.split(":");
  switch (operator) {
    case "=":
      return left === value;
    case "!=":
      return left !== value;
    case "=~":
      return matchesGlob(left, value);
    case "!~":
      return !matchesGlob(left, value);
    case "in":
      return listed.includes(left);
    case "notin":
      return !listed.includes(left);
    case "ingroup":
    case "notingroup":
      return isInGroup(left, listed, change) === (operator === "ingroup");
  }
  return compared(operator, Number(left), Number(value));
}

function fieldOf(field: string, account: Account, { caller, service }: Switch): string | undefined {
  const fields: Record<string, string> = {
    user: account.name,
    uid: String(account.uid),
    gid: String(account.gid),
    shell: account.shell,
    home: account.directory,
    ruser: caller.name,
    service,
  };
  return fields[field];
}

/** Of "user" and "ruser": whether the account with that name is in one of the groups. */
function isInGroup(name: string, listed: string[], { caller, target, groups }: Switch): boolean {
  const account = [caller, target].find((each) => each.name === name);
  return (
    account !== undefined && groupsOf(account, groups).some((group) => listed.includes(group.name))
  );
}

function compared(operator: string, left: number, right: number): boolean | null {
  if (Number.isNaN(left) || Number.isNaN(right)) return null;
  const comparisons: Record<string, boolean> = {
    eq: left === right,
    ne: left !== right,
    lt: left < right,
    le: left <= right,
    gt: left > right,
    ge: left >= right,
  };
  return comparisons[operator] ?? null;
}
