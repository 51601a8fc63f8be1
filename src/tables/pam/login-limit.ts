import type { GapReader } from "../host/gap-reader.ts";
import { expandGlob } from "../host/glob.ts";
import { type LimitLine, parseLimits } from "./limit-lines.ts";
import { type PamRule, pamStack } from "./pam-stack.ts";
import { alwaysSucceeds, flat } from "./run-stack.ts";

export interface LimitedAccount {
  user: string;
  uid: number;
  gid: number;
  groups: string[];
}

/** A limit of no logins at all. */
export interface NoLogins {
  module: string;
  source: string;
}

const items = ["maxlogins", "maxsyslogins"];

/**
 * pam_limits for a service: whether it lets an account have no login. It limits everybody but root; a
 * line for the account decides before one for a group of its own, and that before one for all.
 */
export function readLoginLimits(
  read: GapReader,
  service: string,
): (account: LimitedAccount) => NoLogins | undefined {
  const session = pamStack(read, { service, type: "session" });
  const rule = flat(session).find(({ module }) => module === "pam_limits");
  const passesWithout = alwaysSucceeds(session, ({ module }) =>
    module === "pam_limits" ? "auth_err" : "success",
  );
  if (!rule || passesWithout !== false) return () => undefined;
  const lines = limitFiles(read, rule).flatMap((path) => parseLimits(read.text(path) ?? "", path));
  return (account) => (account.uid === 0 ? undefined : noLogins(lines, account));
}

function limitFiles(read: GapReader, { args }: PamRule): string[] {
  const named = args.find((arg) => arg.startsWith("conf="))?.slice("conf=".length);
  if (named) return [named];
  return ["/etc/security/limits.conf", ...expandGlob(read, "/etc/security/limits.d/*.conf")];
}

function noLogins(lines: LimitLine[], account: LimitedAccount): NoLogins | undefined {
  let deciding: { line: LimitLine; rank: number } | undefined;
  for (const line of lines) {
    const rank = rankOf(line, account);
    if (rank === undefined || (deciding && deciding.rank < rank)) continue;
    if (line.item === "") return undefined;
    if (items.includes(line.item) && /^-?\d+$|^(-|unlimited|infinity)$/.test(line.value))
      deciding = { line, rank };
  }
  if (!deciding || !/^0+$/.test(deciding.line.value)) return undefined;
  const { item, source } = deciding.line;
  return { module: `pam_limits, ${item} 0`, source };
}

/** How near a line is to the account, 0 for its own; undefined if it is another's. */
function rankOf({ domain }: LimitLine, { user, uid, gid, groups }: LimitedAccount) {
  if (domain === user.toLowerCase() || inRange(domain, uid)) return 0;
  const group = /^[@%](.+)$/.exec(domain)?.[1];
  const isOfGroup =
    group !== undefined &&
    (groups.some((name) => name.toLowerCase() === group) || inRange(group, gid));
  if (isOfGroup) return domain.startsWith("@") ? 1 : 2;
  return domain === "*" || domain === "%" ? 3 : undefined;
}

/** "1000:2000", "1000:", ":1000". */
function inRange(text: string, id: number): boolean {
  const [found, first = "", last = ""] = /^(\d*):(\d*)$/.exec(text) ?? [];
  if (found === undefined || found === ":") return false;
  if (first === "") return id === Number(last);
  return id >= Number(first) && (last === "" || id <= Number(last));
}
