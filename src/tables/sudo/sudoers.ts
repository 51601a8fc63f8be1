import { parseGroup, readAccounts } from "../accounts/local-accounts.ts";
import { withOpenDirectory } from "../accounts/with-open-directory.ts";
import { unavailableFor } from "../host/gap.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import { byPlatform } from "../model/by-platform.ts";
import type { Collected, CollectedTable, Row } from "../model/table.ts";
import type { Grant } from "../parsers/sudoers/parse.ts";
import {
  type Aliases,
  collectAliases,
  type Directory,
  expandAliases,
  membersOf,
  resolveUsers,
} from "./aliases.ts";
import { divideByPassword, findPasswordWaivers } from "./authenticate.ts";
import { digestRefusal } from "./digest-refusal.ts";
import { readNetgroups } from "./netgroups.ts";
import { patternRefusal } from "./pattern-refusal.ts";
import { programRefusal } from "./program-refusal.ts";
import { readSudoers, type SudoersStatement } from "./read-sudoers.ts";
import { timeRefusal } from "./time-refusal.ts";

/**
 * One row per grant (commands of a rule with the same hosts, target and tags), and one per include,
 * alias and Defaults line, whose `who` is NULL or the scope. If several grants match a command the
 * last one wins. `barred` says why sudo does not apply a line (it refuses the file, the rule is not
 * valid at this time, sudo is not installed), and `enabled` is 0 then; files that sudo does not read
 * come last. Lines of /etc/sudo.conf with the header "Plugin" have an effect that isn't known. Rules in
 * LDAP and SSSD are not included.
 */
export const sudoers: CollectedTable = {
  name: "sudoers",
  description: "Who may run which commands as whom through sudo, with aliases and groups resolved.",
  platforms: ["linux", "darwin"],
  columns: {
    source: "TEXT",
    header: "TEXT",
    rule_details: "TEXT",
    line: "INTEGER",
    who: "TEXT",
    hosts: "TEXT",
    run_as: "TEXT",
    commands: "TEXT",
    options: "TEXT",
    nopasswd: "INTEGER",
    users: "TEXT",
    enabled: "INTEGER",
    barred: "TEXT",
  },
  collect: byPlatform({ linux: collectFiles, darwin: withOpenDirectory(collectFiles) }),
};

function collectFiles(host: Host): Collected {
  const read = gapReader(host);
  const { statements, conf } = readSudoers(read);
  if (statements.length === 0 && read.gaps[0]) throw unavailableFor(read.gaps[0]);
  const rows = resolveRows(statements, readContext(read, statements));
  return { rows: [...conf.unfollowed, ...rows], gaps: read.gaps };
}

interface Context {
  read: GapReader;
  /** Why sudo applies no rule at all. */
  refusal: string | null;
  aliases: Aliases;
  directory: Directory;
}

const readContext = (read: GapReader, statements: SudoersStatement[]): Context => ({
  read,
  refusal: programRefusal(read.host),
  aliases: collectAliases(readBySudo(statements).map(({ entry }) => entry)),
  directory: {
    accounts: readAccounts(read.host),
    groups: parseGroup(read.text("/etc/group") ?? ""),
    netgroup: statements.some(comparesTriples) ? () => undefined : readNetgroups(read),
  },
});

const comparesTriples = ({ entry }: SudoersStatement) =>
  entry.type === "defaults" && /\bnetgroup_tuple\b/.test(entry.settings);

const readBySudo = (statements: SudoersStatement[]) =>
  statements.filter(({ refusal }) => refusal === null);

function resolveRows(statements: SudoersStatement[], context: Context): Row[] {
  const { read, aliases, directory } = context;
  const toUsers = (items: string[]) =>
    resolveUsers(expandAliases(items, { kind: "User_Alias", aliases }), directory);
  const members = (name: string) => {
    const group = directory.groups.find((one) => one.name === name);
    return group ? membersOf(group, directory.accounts) : [];
  };
  const waivers = findPasswordWaivers(readBySudo(statements), { users: toUsers, members });
  return statements.flatMap((statement): Row[] => {
    const { entry } = statement;
    const refusal = context.refusal ?? statement.refusal;
    const base = { ...rawColumns(statement), ...barredBy(refusal) };
    if (entry.type === "defaults") return [{ ...base, who: entry.scope, options: entry.settings }];
    if (entry.type !== "rules") return [base];
    return entry.grants.flatMap((grant) => {
      const barred = refusal ?? timeRefusal(grant.tags, read.host.now());
      const commands = commandColumns(
        expandAliases(grant.commands, { kind: "Cmnd_Alias", aliases }),
        { read, barred },
      );
      return divideByPassword(toUsers(entry.users), grant.tags, waivers).flatMap((some) => {
        const who = { who: entry.users.join(","), users: some.users.join(",") };
        const columns = {
          ...who,
          ...grantColumns(grant, aliases),
          nopasswd: Number(some.isUnasked),
        };
        return commands.map((command) => ({ ...base, ...columns, ...command }));
      });
    });
  });
}

/** A row for the commands, and one for each that can't be run as it is written. */
function commandColumns(
  commands: string[],
  { read, barred }: { read: GapReader; barred: string | null },
): Row[] {
  const changed = commands.flatMap((command) => {
    const refusal = barred ?? digestRefusal(read, command) ?? patternRefusal(command);
    return refusal === null || refusal === barred ? [] : [{ command, refusal }];
  });
  const others = commands.filter((command) => changed.every((one) => one.command !== command));
  return [
    ...(others.length > 0 ? [{ commands: others.join(", "), ...barredBy(barred) }] : []),
    ...changed.map(({ command, refusal }) => ({ commands: command, ...barredBy(refusal) })),
  ];
}

/** osquery's columns: the first word, and the rest. */
function rawColumns({ source, line, text }: SudoersStatement): Row {
  const [, header, rule_details] = /^(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
  return { source, header, rule_details, line };
}

const barredBy = (barred: string | null): Row => ({ enabled: Number(barred === null), barred });

function grantColumns({ hosts, runAs, tags }: Grant, aliases: Aliases): Row {
  const target = (items: string[]) =>
    expandAliases(items, { kind: "Runas_Alias", aliases }).join(",");
  const groups = runAs && runAs.groups.length > 0 ? `:${target(runAs.groups)}` : "";
  return {
    hosts: expandAliases(hosts, { kind: "Host_Alias", aliases }).join(","),
    run_as: runAs ? target(runAs.users) + groups : "root",
    options: tags.join(","),
  };
}
