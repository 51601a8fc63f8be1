import { expect, test } from "vitest";
import { sshForcedCommands } from "../../../../src/tables/ssh/ssh-forced-commands.ts";
import { collectOf } from "../../../helpers/collect-table.ts";
import { hostTree } from "../../../helpers/host.ts";

const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl";

test("commands of keys and of sshd, and whether they run what the client asks for", async () => {
  const { rows } = await collectOf(
    sshForcedCommands,
    hostTree({
      files: {
        "etc/passwd": "bob:x:1000:1000::/home/bob:/bin/sh\neve:x:1001:1001::/home/eve:/bin/false\n",
        "etc/group": "bob:x:1000:\neve:x:1001:\n",
        "etc/ssh/sshd_config": "Match User eve\n  ForceCommand $SSH_ORIGINAL_COMMAND\n",
        "home/bob/.ssh/authorized_keys": `restrict,command="sh -c \\"$SSH_ORIGINAL_COMMAND\\"" ${key}\ncommand="/usr/bin/uptime" ${key}\n`,
      },
    }),
  );
  const found = rows.map(({ username, command, runs_client }) => [username, command, runs_client]);
  expect(found).toEqual([
    ["bob", 'sh -c "$SSH_ORIGINAL_COMMAND"', 1],
    ["bob", "/usr/bin/uptime", 0],
    ["eve", "$SSH_ORIGINAL_COMMAND", 0],
  ]);
});
