import { readAccounts } from "../accounts/local-accounts.ts";
import { inHome, readUserFile } from "../accounts/user-files.ts";
import { withOpenDirectory } from "../accounts/with-open-directory.ts";
import { distinctGaps } from "../host/gap.ts";
import { gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import { byPlatform } from "../model/by-platform.ts";
import type { Collected, CollectedTable } from "../model/table.ts";
import { parseKnownHost } from "../parsers/ssh/known-hosts-line.ts";

/**
 * One row per line of a user's known_hosts or, without a user, the machine's: `key` is the line, as
 * in osquery. A line that ssh would skip has no host.
 */
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
    public_key: "TEXT",
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

const noEntry = { host: null, marker: null, algorithm: null, fingerprint: null, base64: null };

function rowsOf(
  text: string | undefined,
  key_file: string,
  owner: { uid: number | null; username: string | null },
) {
  return (text ?? "").split("\n").flatMap((line) => {
    const key = line.replace(/\r$/, "");
    if (key === "" || key.startsWith("#")) return [];
    const { base64, ...entry } = parseKnownHost(line) ?? noEntry;
    const public_key = base64 && `${entry.algorithm} ${base64}`;
    return [{ ...owner, ...entry, key, public_key, key_file }];
  });
}
