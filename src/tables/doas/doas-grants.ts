import {
  type Account,
  type Group,
  groupsOf,
  parseGroup,
  readAccounts,
} from "../accounts/local-accounts.ts";
import { type LoginPassword, readLoginPasswords, today } from "../accounts/login-password.ts";
import { distinctGaps } from "../host/gap.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import type { CollectedTable, Row } from "../model/table.ts";
import { modeText } from "../parsers/mode.ts";
import { type DoasRule, parseDoasConf } from "./parse-doas-conf.ts";

export const doasConf = "/etc/doas.conf";

/**
 * What doas lets each account that is not root run as whom, by OpenDoas' rules, of which the last one
 * that matches decides. A rule for any account has a row for root, or, where root is denied, one for
 * each account. A rule that is for no account but root has a row for root without `username`.
 * `command` is "" for every command, `arguments` NULL for any and "" for none.
 * `barred` is why doas refuses: its file, a later rule, an account that has ended. Whether the
 * program is there and setuid is not said.
 */
export const doasGrants: CollectedTable = {
  name: "doas_grants",
  description: "Who may run which commands as whom through doas.",
  platforms: ["linux"],
  columns: {
    username: "TEXT",
    target: "TEXT",
    command: "TEXT",
    arguments: "TEXT",
    nopass: "INTEGER",
    options: "TEXT",
    source: "TEXT",
    line: "INTEGER",
    barred: "TEXT",
  },
  collect(host) {
    const read = gapReader(host);
    const rows = rowsOf(read);
    return { rows, gaps: distinctGaps(read.gaps) };
  },
};

interface Doas {
  accounts: Account[];
  groups: Group[];
  rules: DoasRule[];
}

function rowsOf(read: GapReader): Row[] {
  const text = read.text(doasConf);
  if (text === undefined) return [];
  const { rules, error } = parseDoasConf(text);
  const accounts = readAccounts(read.host);
  const doas = { accounts, groups: parseGroup(read.text("/etc/group") ?? ""), rules };
  const passwords = rules.length > 0 ? readLoginPasswords(read, accounts) : undefined;
  const refusal = fileRefusal(read.host) ?? (error && `doas refuses ${doasConf}: ${error}`);
  const callers = accounts.filter(({ uid }) => uid !== 0);
  const granted = callers.flatMap((caller) => {
    const ended = endOf(read.host, caller, passwords?.get(caller.name));
    return grantsOf(doas, caller).map((row) => ({
      username: caller.name,
      ...row,
      barred: refusal ?? ended ?? row.barred ?? null,
    }));
  });
  return [...granted, ...forNobody(doas, callers)];
}

/** The rules that permit what no account may ask for. */
function forNobody(doas: Doas, callers: Account[]): Row[] {
  const [root] = doas.accounts.filter(({ uid }) => uid === 0);
  if (!root) return [];
  return doas.rules
    .filter(({ permits, target }) => permits && (target === null || isAccount(root, target)))
    .filter(({ identity }) => !callers.some((caller) => isIdentity(doas, identity, caller)))
    .map((rule) => ({
      username: "",
      ...rowOf(rule, root),
      barred: rule.identity.startsWith(":")
        ? `nobody else is in the group ${rule.identity.slice(1)}`
        : `there is no account ${rule.identity}`,
    }));
}

/** doas(1) reads only a file of root's that nobody else may write. */
function fileRefusal(host: Host): string | null {
  try {
    const { mode, uid } = host.stat(doasConf);
    if (uid !== 0) return `doas refuses ${doasConf}, which belongs to uid ${uid}`;
    return mode & 0o022 ? `doas refuses ${doasConf} because of its mode ${modeText(mode)}` : null;
  } catch {
    return null;
  }
}

/** PAM's account rules are asked about the caller, even with nopass. */
function endOf(host: Host, { name }: Account, password?: LoginPassword): string | null {
  if (!password) return null;
  const isOver = password.expire >= 0 && today(host) >= password.expire;
  if (isOver || password.lapsed) return `the account of ${name} has expired`;
  return password.mustChange ? `${name} has to set a new password first` : null;
}

function grantsOf(doas: Doas, caller: Account): Row[] {
  const own = doas.rules.filter(({ identity }) => isIdentity(doas, identity, caller));
  return own
    .filter(({ permits }) => permits)
    .flatMap((rule) =>
      targetsOf(doas, { rule, own, caller }).flatMap((target) => {
        const later = laterRule({ rule, own, target });
        return later?.permits ? [] : [rowOf(rule, target, later)];
      }),
    );
}

function rowOf(rule: DoasRule, target: Account, later?: DoasRule): Row {
  return {
    target: target.name,
    command: rule.command ?? "",
    arguments: rule.args?.join(" ") ?? null,
    nopass: Number(rule.options.includes("nopass")),
    options: rule.options.join(", "),
    source: doasConf,
    line: rule.line,
    barred: later ? `line ${later.line} of ${doasConf} takes it back` : null,
  };
}

interface Ruled {
  rule: DoasRule;
  /** The rules about the caller, in their order. */
  own: DoasRule[];
}

function targetsOf(
  { accounts }: Doas,
  { rule, own, caller }: Ruled & { caller: Account },
): Account[] {
  if (rule.target !== null)
    return accounts.filter((one) => isAccount(one, rule.target!) && one.uid !== caller.uid);
  const root = accounts.filter(({ uid }) => uid === 0).slice(0, 1);
  if (root[0] && laterRule({ rule, own, target: root[0] })?.permits !== false) return root;
  return accounts.filter(({ uid }) => uid !== caller.uid);
}

/** The last rule behind this one that decides about all that it is about. */
const laterRule = ({ rule, own, target }: Ruled & { target: Account }): DoasRule | undefined =>
  own
    .slice(own.indexOf(rule) + 1)
    .findLast(
      (other) =>
        (other.target === null || isAccount(target, other.target)) &&
        (other.command === null ||
          (other.command === rule.command &&
            (other.args === null || other.args.join("\0") === rule.args?.join("\0")))),
    );

const isAccount = ({ name, uid }: Account, written: string) =>
  name === written || String(uid) === written;

function isIdentity({ groups }: Doas, identity: string, caller: Account): boolean {
  if (!identity.startsWith(":")) return isAccount(caller, identity);
  const named = identity.slice(1);
  return groupsOf(caller, groups).some(({ name, gid }) => name === named || String(gid) === named);
}
