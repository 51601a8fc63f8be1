import { withOpenDirectory } from "../accounts/with-open-directory.ts";
import type { Host } from "../host/port.ts";
import { byPlatform } from "../model/by-platform.ts";
import type { Collected, CollectedTable } from "../model/table.ts";
import { authorizedKeys } from "./authorized-keys.ts";
import { collectForcedCommands } from "./forced/forced-commands.ts";

/**
 * One row per account and command that sshd runs for it in place of the client's: of `command=` in
 * authorized_keys, and of ForceCommand. `runs_client` is 1 if the command surely runs what the client
 * asked for, which sshd gives it in SSH_ORIGINAL_COMMAND.
 */
export const sshForcedCommands: CollectedTable = {
  name: "ssh_forced_commands",
  description: "Commands that sshd runs for an account in place of the client's.",
  platforms: ["linux", "darwin"],
  columns: {
    username: "TEXT",
    uid: "BIGINT",
    command: "TEXT",
    runs_client: "INTEGER",
  },
  collect: byPlatform({
    linux: collect,
    darwin: withOpenDirectory(collect),
  }),
};

async function collect(host: Host): Promise<Collected> {
  return collectForcedCommands(host, await authorizedKeys.collect(host));
}
