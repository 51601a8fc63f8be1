import { expect, test } from "vitest";
import { userGroups } from "../../../../../src/tables/accounts/user-groups/table.ts";
import { denyingHost } from "../../../../helpers/closed-host.ts";
import { collectOf, pick } from "../../../../helpers/collect-table.ts";
import { recordedHost } from "../../../../helpers/host.ts";

const server = recordedHost("accounts-server");
const bare = recordedHost("accounts-bare");

test("memberships are the primary group and the listed ones", async () => {
  const { rows } = await collectOf(userGroups, server);
  const of = (name: string) =>
    rows.filter((row) => row.username === name).map((row) => row.groupname);
  expect(of("alice")).toEqual(["alice", "sudo", "docker"]);
  expect(of("bob")).toEqual(["sudo"]);
  expect(of("carol")).toEqual(["carol"]);
});

test("nobody is in a group that doesn't list it", async () => {
  const { rows } = await collectOf(userGroups, bare);
  expect(pick(rows, "username", "groupname")).toEqual([
    { username: "root", groupname: "root" },
    { username: "guest", groupname: "guest" },
  ]);
});

test("a group file that can't be read is denied", async () => {
  await expect(collectOf(userGroups, denyingHost(server, "/etc/group"))).rejects.toMatchObject({
    reason: "denied",
  });
});
