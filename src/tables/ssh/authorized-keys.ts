import { type Account, groupsOf, parseGroup, readAccounts } from "../accounts/local-accounts.ts";
import { distinctGaps, readUserFile } from "../accounts/user-files.ts";
import { withDirectory } from "../accounts/with-open-directory.ts";
import type { Gap } from "../host/gap.ts";
import type { Host } from "../host/port.ts";
import { readOptional } from "../host/read-optional.ts";
import { byPlatform } from "../model/by-platform.ts";
import type { Collected, CollectedTable } from "../model/table.ts";
import { parseAuthorizedKey } from "../parsers/ssh/authorized-keys-line.ts";
import { authorizedKeysFiles } from "./server/authorized-keys-files.ts";
import { readSshdConfig } from "./server/sshd-files.ts";

/** One public key that opens an account a row, from every file that sshd's AuthorizedKeysFile names. */
export const authorizedKeys: CollectedTable = {
  name: "authorized_keys",
  description: "Public keys that open each account over SSH, with their restrictions.",
  platforms: ["linux", "darwin"],
  columns: {
    uid: "BIGINT",
    algorithm: "TEXT",
    key: "TEXT",
    options: "TEXT",
    comment: "TEXT",
    key_file: "TEXT",
    username: "TEXT",
    key_bits: "INTEGER",
    fingerprint: "TEXT",
  },
  collect: byPlatform({ linux: collectFiles, darwin: withDirectory(collectFiles) }),
};

function collectFiles(host: Host): Collected {
  const gaps: Gap[] = [];
  const config = readSshdConfig(host, gaps) ?? [];
  const groups = parseGroup(readOptional(host, "/etc/group", gaps) ?? "");
  const rows = readAccounts(host).flatMap((user) => {
    const member = groupsOf(user, groups).map(({ name }) => name);
    const files = authorizedKeysFiles(config, user, member);
    return files.flatMap((file) => keyRows(host, user, file, gaps));
  });
  return { rows, gaps: distinctGaps(gaps) };
}

function keyRows(host: Host, user: Account, key_file: string, gaps: Gap[]) {
  const text = readUserFile(host, user, key_file, gaps) ?? "";
  return text.split("\n").flatMap((line) => {
    const entry = parseAuthorizedKey(line);
    if (!entry) return [];
    const { key, options, comment } = entry;
    return [
      {
        uid: user.uid,
        algorithm: key.algorithm,
        key: key.base64,
        options,
        comment,
        key_file,
        username: user.name,
        key_bits: key.bits,
        fingerprint: key.fingerprint,
      },
    ];
  });
}
