import { distinctGaps } from "../host/gap.ts";
import { gapReader } from "../host/gap-reader.ts";
import type { Host } from "../host/port.ts";
import { byPlatform } from "../model/by-platform.ts";
import type { Collected, CollectedTable } from "../model/table.ts";
import { historyShells } from "../parsers/shell-history-files.ts";
import { type Account, readAccounts } from "./local-accounts.ts";
import { inHome, readUserFile } from "./user-files.ts";
import { withOpenDirectory } from "./with-open-directory.ts";

/** One row per command in a shell history, as typed; time is 0 where the shell recorded none. */
export const shellHistory: CollectedTable = {
  name: "shell_history",
  description: "Commands in users' shell histories (bash, zsh, fish, sh and some clients).",
  platforms: ["linux", "darwin"],
  columns: {
    uid: "BIGINT",
    time: "INTEGER",
    command: "TEXT",
    history_file: "TEXT",
    username: "TEXT",
  },
  collect: byPlatform({ linux: collectFiles, darwin: withOpenDirectory(collectFiles) }),
};

function collectFiles(host: Host): Collected {
  const read = gapReader(host);
  const rows = readAccounts(host).flatMap((user) =>
    Object.entries(historyShells).flatMap(([relative, parse]) => {
      const history_file = inHome(user, relative);
      const text = readUserFile(read, user, history_file) ?? "";
      return parse(text).map((entry) => rowOf(user, history_file, entry));
    }),
  );
  return { rows, gaps: distinctGaps(read.gaps) };
}

/** Longer lines are cut: no real command is this long. */
const maxCommandLength = 8192;

const rowOf = (
  user: Account,
  history_file: string,
  { time, command }: { time: number; command: string },
) => ({
  uid: user.uid,
  time,
  command: command.slice(0, maxCommandLength),
  history_file,
  username: user.name,
});
