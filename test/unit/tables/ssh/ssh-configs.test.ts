import { expect, test } from "vitest";
import { sshConfigs } from "../../../../src/tables/ssh/ssh-configs.ts";
import { denyingHost } from "../../../helpers/closed-host.ts";
import { collectOf, pick } from "../../../helpers/collect-table.ts";
import { recordedHost } from "../../../helpers/host.ts";

const server = recordedHost("accounts-server");
const bare = recordedHost("accounts-bare");

test("a row is osquery's: lines in lower case, the machine's with root's uid", async () => {
  const { rows } = await collectOf(sshConfigs, server);
  expect(pick(rows, "uid", "block", "option")).toContainEqual({
    uid: 0,
    block: "host *.lab",
    option: "stricthostkeychecking no",
  });
});

test("options by block, users' and the machine's; comments are none", async () => {
  const { rows } = await collectOf(sshConfigs, server);
  expect(pick(rows, "username", "block", "keyword", "value")).toEqual([
    { username: "alice", block: "", keyword: "ForwardAgent", value: "yes" },
    { username: "alice", block: 'host jump "other host"', keyword: "HostName", value: "192.0.2.1" },
    {
      username: "alice",
      block: 'host jump "other host"',
      keyword: "IdentityFile",
      value: "~/.ssh/my key",
    },
    {
      username: "alice",
      block: "match user root",
      keyword: "UserKnownHostsFile",
      value: "/dev/null",
    },
    { username: null, block: "", keyword: "Include", value: "/etc/ssh/ssh_config.d/*.conf" },
    { username: null, block: "host *", keyword: "SendEnv", value: "LANG LC_*" },
    { username: null, block: "host *.lab", keyword: "StrictHostKeyChecking", value: "no" },
  ]);
});

test("a denied file is a gap, an absent one is empty", async () => {
  const denied = denyingHost(server, "/home/alice/.ssh/config");
  expect((await collectOf(sshConfigs, denied)).gaps).toEqual([
    { reason: "denied", detail: "/home/alice/.ssh/config: permission denied" },
  ]);
  expect(await collectOf(sshConfigs, bare)).toEqual({ rows: [], gaps: [] });
});
