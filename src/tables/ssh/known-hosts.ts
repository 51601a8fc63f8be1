import { readAccounts } from "../accounts/local-accounts.ts";
import { inHome, readUserFile } from "../accounts/user-files.ts";
import { withOpenDirectory } from "../accounts/with-open-directory.ts";
import { distinctGaps } from "../host/gap.ts";
import { gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import { byPlatform } from "../model/by-platform.ts";
import type { Collected, CollectedTable } from "../model/table.ts";
import { parseKnownHost } from "../parsers/ssh/known-hosts-line.ts";

/** One row per host key that a user (or, without a user, the whole machine) trusts. */
export const knownHosts: CollectedTable = {
  name: "known_hosts",
  description: "Host keys that users' ssh clients trust; names may be hashed.",
  platforms: ["linux", "darwin"],
  columns: {
    uid: "BIGINT",
    key: "TEXT",
    key_file: "TEXT",
    username: "TEXT",
    host: "TEXT",
    marker: "TEXT",
    algorithm: "TEXT",
    fingerprint: "TEXT",
  },
  collect: byPlatform({ linux: collectFiles, darwin: withOpenDirectory(collectFiles) }),
};

function collectFiles(host: Host): Collected {
  const read = gapReader(host);
  const own = readAccounts(host).flatMap((user) =>
    ["known_hosts", "known_hosts2"].flatMap((name) => {
      const path = inHome(user, `.ssh/${name}`);
      const text = readUserFile(read, user, path);
      return rowsOf(text, path, { uid: user.uid, username: user.name });
    }),
  );
  const shared = ["ssh_known_hosts", "ssh_known_hosts2"].flatMap((name) => {
    const path = `/etc/ssh/${name}`;
    return rowsOf(read.text(path), path, { uid: null, username: null });
  });
  return { rows: [...own, ...shared], gaps: distinctGaps(read.gaps) };
}

function rowsOf(
  text: string | undefined,
  key_file: string,
  owner: { uid: number | null; username: string | null },
) {
  return (text ?? "").split("\n").flatMap((line) => {
    const entry = parseKnownHost(line);
    if (!entry) return [];
    const { base64, ...rest } = entry;
    return [{ ...owner, ...rest, key: `${entry.algorithm} ${base64}`, key_file }];
  });
}
