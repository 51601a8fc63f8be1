import {
  type Account,
  type Group,
  groupsOf,
  parseGroup,
  readAccounts,
} from "../../accounts/local-accounts.ts";
import { readUserFile } from "../../accounts/user-files.ts";
import { distinctGaps, TableUnavailable, unavailableFor } from "../../host/gap.ts";
import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import type { Collected, Row } from "../../model/table.ts";
import { type AuthorizedKey, parseAuthorizedKey } from "../../parsers/ssh/authorized-keys-line.ts";
import {
  effectiveGlobals,
  effectiveMatching,
  type Settings,
} from "../../parsers/sshd/effective.ts";
import { matchesCriterion } from "../../parsers/sshd/match.ts";
import type { ParsedSshdConfig } from "../../parsers/sshd/parse.ts";
import { authorizedKeysFiles, expandTokens } from "../server/authorized-keys-files.ts";
import { readSshdConfig, sshdConfigPath } from "../server/sshd-files.ts";
import { passesStrictModes } from "../server/strict-modes.ts";
import { parseKeyOptions } from "./key-options.ts";
import { type PrincipalLine, parsePrincipals } from "./principals.ts";

interface Sources {
  read: GapReader;
  config: ParsedSshdConfig;
  accounts: Account[];
  groups: Group[];
  /** Whether sshd accepts a file of an account: not if other accounts may change it. */
  isAccepted(path: string, account: Account): boolean;
}

/** Authorities that sshd trusts for all accounts, and those that accounts trust for themselves. */
export function collectSshAuthorities(host: Host): Collected {
  const read = gapReader(host);
  const config = readSshdConfig(read);
  if (!config)
    throw new TableUnavailable("table_missing", `${sshdConfigPath}: not found, no sshd installed`);
  const globals = effectiveGlobals(config);
  if (globals.size === 0 && read.gaps[0]) throw unavailableFor(read.gaps[0]);
  const groups = parseGroup(read.text("/etc/group") ?? "");
  const accounts = readAccounts(host);
  const known = { accounts, groups, privateGroups: host.exists("/etc/debian_version") };
  const isStrict = globals.get("StrictModes")?.values[0] !== "no";
  const sources: Sources = {
    read,
    config,
    accounts,
    groups,
    isAccepted: (path, account) =>
      !isStrict || passesStrictModes(host, path, { ...known, account }),
  };
  const rows = [
    ...trustedByAll(sources),
    ...sources.accounts.flatMap((one) => ownRows(sources, one)),
  ];
  return { rows, gaps: distinctGaps(read.gaps) };
}

const deciding = ["TrustedUserCAKeys", "AuthorizedPrincipalsFile", "AuthorizedPrincipalsCommand"];

/** One row for all accounts if they don't differ, otherwise one per account. */
function trustedByAll(sources: Sources): Row[] {
  const { config, accounts, groups } = sources;
  const globals = effectiveGlobals(config);
  const isSame = config.every(
    (entry) =>
      "unreadable" in entry || !entry.criteria?.length || !deciding.includes(entry.spec.name),
  );
  if (isSame && isNone(globals, "AuthorizedPrincipalsFile"))
    return trustedRows(sources, globals, undefined);
  return accounts.flatMap((account) => {
    const connection = {
      user: account.name,
      groups: groupsOf(account, groups).map(({ name }) => name),
    };
    // a criterion that only some clients match counts as matched: ssh_logins shows which
    const settings = effectiveMatching(
      config,
      (each) => !/^(User|Group)$/.test(each.attribute) || matchesCriterion(each, connection),
    );
    return trustedRows(sources, settings, account);
  });
}

const isNone = (settings: Settings, option: string) =>
  (settings.get(option)?.values[0] ?? "none").toLowerCase() === "none";

function trustedRows(sources: Sources, settings: Settings, account: Account | undefined): Row[] {
  const path = settings.get("TrustedUserCAKeys")?.values[0] ?? "none";
  if (path.toLowerCase() === "none") return [];
  const keys = keysIn(sources.read.text(path) ?? "", path);
  const accepted = principalsOf(sources, settings, account);
  return keys.flatMap(({ key, source }) =>
    accepted.map(({ principals, options }) => ({
      fingerprint: key.fingerprint,
      algorithm: key.algorithm,
      username: account?.name ?? "",
      principals,
      options,
      source,
    })),
  );
}

/**
 * Principals of which a certificate must name one: the principals file's, else the account's name.
 */
function principalsOf(
  { read, isAccepted: isTaken }: Sources,
  settings: Settings,
  account: Account | undefined,
) {
  const own: PrincipalLine[] = [{ principals: "", options: "" }];
  const unknown = [{ principals: null, options: "" }];
  const byCommand = isNone(settings, "AuthorizedPrincipalsCommand") ? [] : unknown;
  const file = settings.get("AuthorizedPrincipalsFile")?.values[0] ?? "none";
  if (!account || file.toLowerCase() === "none") return byCommand.length > 0 ? byCommand : own;
  const path = expandTokens(file, account);
  const text = isTaken(path, account) ? readUserFile(read, account, path) : "";
  return [...parsePrincipals(text ?? ""), ...byCommand];
}

/** `cert-authority` lines in an account's authorized_keys. */
function ownRows({ read, config, groups, isAccepted: isTaken }: Sources, account: Account): Row[] {
  const member = groupsOf(account, groups).map(({ name }) => name);
  const files = authorizedKeysFiles(config, account, member);
  return files
    .filter((path) => isTaken(path, account))
    .flatMap((path) =>
      keysIn(readUserFile(read, account, path) ?? "", path).flatMap(({ key, options, source }) => {
        const parsed = parseKeyOptions(options);
        if (!parsed.some(({ name }) => name === "cert-authority")) return [];
        const principals = parsed.find(({ name }) => name === "principals")?.value ?? "";
        const { fingerprint, algorithm } = key;
        return [{ fingerprint, algorithm, username: account.name, principals, options, source }];
      }),
    );
}

const keysIn = (text: string, path: string): (AuthorizedKey & { source: string })[] =>
  text.split("\n").flatMap((line, index) => {
    const entry = parseAuthorizedKey(line);
    return entry ? [{ ...entry, source: `${path}:${index + 1}` }] : [];
  });
