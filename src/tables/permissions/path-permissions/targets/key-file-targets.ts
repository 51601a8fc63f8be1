import { groupsOf, parseGroup, readAccounts } from "../../../accounts/local-accounts.ts";
import { inHome } from "../../../accounts/user-files.ts";
import { type GapReader, gapReader } from "../../../host/gap-reader.ts";
import { isPresent } from "../../../host/inspect.ts";
import { once } from "../../../host/once.ts";
import type { Row } from "../../../model/table.ts";
import { effectiveGlobals } from "../../../parsers/sshd/effective.ts";
import type { ParsedSshdConfig } from "../../../parsers/sshd/parse.ts";
import { collectSshLogins } from "../../../ssh/logins/login-rows.ts";
import { authorizedKeysFiles } from "../../../ssh/server/authorized-keys-files.ts";
import { readSshdConfig } from "../../../ssh/server/sshd-files.ts";
import type { Target } from "./target.ts";

/**
 * Files from which sshd takes the keys of accounts: whoever can write one gets the account. A file
 * that isn't there matters only without StrictModes: sshd refuses what others create. Those that
 * sshd doesn't take keys from are barred.
 */
export async function findKeyFileTargets(read: GapReader): Promise<Target[]> {
  const { rows, gaps } = await once(read.host, collectSshLogins);
  // a login that isn't decided counts
  read.report(...gaps.filter(({ columns }) => columns === undefined));
  const config = readSshdConfig(gapReader(read.host)); // the logins report what can't be read
  const logins = rows.filter(({ method }) => method === "publickey");
  return [...usedFiles(read, logins, config), ...(config ? unusedFiles(read, logins, config) : [])];
}

function usedFiles(read: GapReader, logins: Row[], config?: ParsedSshdConfig): Target[] {
  const isStrict = !config || effectiveGlobals(config).get("StrictModes")?.values[0] !== "no";
  return logins
    .filter(({ allowed }) => allowed !== 0)
    .flatMap((login) =>
      filesOf(login)
        .filter((path) => !isStrict || isPresent(read.host, path))
        .map((target) => targetOf(String(login.username), target)),
    );
}

const filesOf = ({ key_files }: Row) =>
  String(key_files ?? "")
    .split("\n")
    .filter((path) => path !== "");

/** Files of an account's keys that sshd refuses, or of an account that no key opens. */
function unusedFiles({ host }: GapReader, logins: Row[], config: ParsedSshdConfig): Target[] {
  const groups = parseGroup(gapReader(host).text("/etc/group") ?? "");
  return readAccounts(host).flatMap((account) => {
    const own = logins.filter(({ username }) => username === account.name);
    const open = own.filter(({ allowed }) => allowed !== 0);
    if (own.length === 0 || open.some(({ key_files }) => key_files === null)) return [];
    const used = new Set(open.flatMap(filesOf));
    const names = groupsOf(account, groups).map(({ name }) => name);
    const usual = [".ssh/authorized_keys", ".ssh/authorized_keys2"];
    const known = [
      ...authorizedKeysFiles(config, account, names),
      ...usual.map((name) => inHome(account, name)),
    ];
    return [...new Set(known)]
      .filter((path) => !used.has(path) && isPresent(host, path))
      .map((path) => ({
        ...targetOf(account.name, path),
        barred:
          open.length > 0
            ? `sshd takes no keys from ${path}, by its options or by who may change it`
            : `sshd lets ${account.name} in by no key: ${own[0]!.reason}`,
      }));
  });
}

const targetOf = (run_as: string, target: string): Target => ({
  purpose: "authorized_keys",
  source: "",
  run_as,
  enabled: 1,
  detail: "",
  target,
});
