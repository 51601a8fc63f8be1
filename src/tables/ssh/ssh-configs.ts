import { readAccounts } from "../accounts/local-accounts.ts";
import { inHome, readUserFile } from "../accounts/user-files.ts";
import { withOpenDirectory } from "../accounts/with-open-directory.ts";
import { distinctGaps } from "../host/gap.ts";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import { expandGlob } from "../host/glob.ts";
import type { Host } from "../host/port.ts";
import { byPlatform } from "../model/by-platform.ts";
import type { Collected, CollectedTable, Row } from "../model/table.ts";
import { parseSshConfig, type SshOption } from "../parsers/ssh/config-lines.ts";

/**
 * One row per option of an SSH client configuration: users' own, and the machine's with root's uid and
 * no user.
 */
export const sshConfigs: CollectedTable = {
  name: "ssh_configs",
  description: "Options of users' and the machine's SSH client configuration, by block.",
  platforms: ["linux", "darwin"],
  columns: {
    uid: "BIGINT",
    block: "TEXT",
    option: "TEXT",
    ssh_config_file: "TEXT",
    keyword: "TEXT",
    value: "TEXT",
    username: "TEXT",
  },
  collect: byPlatform({ linux: collectFiles, darwin: withOpenDirectory(collectFiles) }),
};

function collectFiles(host: Host): Collected {
  const read = gapReader(host);
  const own = readAccounts(host).flatMap((user) => {
    const path = inHome(user, ".ssh/config");
    const text = readUserFile(read, user, path) ?? "";
    return rowsOf(parseSshConfig(text), path, { uid: user.uid, username: user.name });
  });
  return { rows: [...own, ...sharedRows(read)], gaps: distinctGaps(read.gaps) };
}

/** The machine's file and its drop-ins, usually included by it. */
function sharedRows(read: GapReader): Row[] {
  const dropIns = expandGlob(read, "/etc/ssh/ssh_config.d/*.conf");
  return ["/etc/ssh/ssh_config", ...dropIns].flatMap((path) => {
    const options = parseSshConfig(read.text(path) ?? "");
    return rowsOf(options, path, { uid: 0, username: null });
  });
}

const rowsOf = (
  options: SshOption[],
  ssh_config_file: string,
  owner: { uid: number; username: string | null },
): Row[] => options.map((option) => ({ ...owner, ...option, ssh_config_file }));
