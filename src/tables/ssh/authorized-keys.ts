import { type Account, groupsOf, parseGroup, readAccounts } from "../accounts/local-accounts.ts";
import { readUserFile } from "../accounts/user-files.ts";
import { withOpenDirectory } from "../accounts/with-open-directory.ts";
import { distinctGaps } from "../host/gap.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import { byPlatform } from "../model/by-platform.ts";
import type { Collected, CollectedTable } from "../model/table.ts";
import { parseAuthorizedKey } from "../parsers/ssh/authorized-keys-line.ts";
import { authorizedKeysFiles } from "./server/authorized-keys-files.ts";
import { readSshdConfig } from "./server/sshd-files.ts";

/**
 * One row per public key that can log in to an account, from all files in sshd's
 * AuthorizedKeysFile.
 */
export const authorizedKeys: CollectedTable = {
  name: "authorized_keys",
  description: "Public keys that can log in to each account over SSH, with their restrictions.",
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
  collect: byPlatform({ linux: collectFiles, darwin: withOpenDirectory(collectFiles) }),
};

function collectFiles(host: Host): Collected {
  const read = gapReader(host);
  const config = readSshdConfig(read) ?? [];
  const groups = parseGroup(read.text("/etc/group") ?? "");
  const rows = readAccounts(host).flatMap((user) => {
    const member = groupsOf(user, groups).map(({ name }) => name);
    const files = authorizedKeysFiles(config, user, member);
    return files.flatMap((file) => keyRows(read, user, file));
  });
  return { rows, gaps: distinctGaps(read.gaps) };
}

function keyRows(read: GapReader, user: Account, key_file: string) {
  const text = readUserFile(read, user, key_file) ?? "";
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
