import { expect, test } from "vitest";
import { sshConfigs } from "../../../../src/tables/ssh/ssh-configs.ts";
import { denyingHost } from "../../../helpers/closed-host.ts";
import { collectOf, pick } from "../../../helpers/collect-table.ts";
import { recordedHost } from "../../../helpers/host.ts";

const server = recordedHost("accounts-server");
const bare = recordedHost("accounts-bare");

test("options by block, users' and the machine's; comments are none", async () => {
  const { rows } = await collectOf(sshConfigs, server);
  expect(pick(rows, "username", "block", "option", "value")).toEqual([
    { username: "alice", block: "", option: "ForwardAgent", value: "yes" },
    { username: "alice", block: 'Host jump "other host"', option: "HostName", value: "192.0.2.1" },
    {
      username: "alice",
      block: 'Host jump "other host"',
      option: "IdentityFile",
      value: "~/.ssh/my key",
    },
    {
      username: "alice",
      block: "Match user root",
      option: "UserKnownHostsFile",
      value: "/dev/null",
    },
    { username: null, block: "", option: "Include", value: "/etc/ssh/ssh_config.d/*.conf" },
    { username: null, block: "Host *", option: "SendEnv", value: "LANG LC_*" },
    { username: null, block: "Host *.lab", option: "StrictHostKeyChecking", value: "no" },
  ]);
});

test("a denied file is a gap, an absent one is empty", async () => {
  const denied = denyingHost(server, "/home/alice/.ssh/config");
  expect((await collectOf(sshConfigs, denied)).gaps).toEqual([
    { reason: "denied", detail: "/home/alice/.ssh/config: permission denied" },
  ]);
  expect(await collectOf(sshConfigs, bare)).toEqual({ rows: [], gaps: [] });
});
