import { expect, test } from "vitest";
import { groups } from "../../../../../src/tables/accounts/groups/table.ts";
import { denyingHost } from "../../../../helpers/closed-host.ts";
import { collectOf, pick } from "../../../../helpers/collect-table.ts";
import { recordedHost } from "../../../../helpers/host.ts";

const server = recordedHost("accounts-server");
const bare = recordedHost("accounts-bare");

test("every group of /etc/group is a row", async () => {
  const { rows } = await collectOf(groups, server);
  expect(pick(rows, "groupname", "gid")).toContainEqual({ groupname: "docker", gid: 998 });
  expect(rows).toHaveLength(7);
  expect((await collectOf(groups, bare)).rows).toHaveLength(2);
});

test("a group file that can't be read is denied", async () => {
  await expect(collectOf(groups, denyingHost(server, "/etc/group"))).rejects.toMatchObject({
    reason: "denied",
  });
});
