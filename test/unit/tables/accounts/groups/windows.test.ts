import { expect, test } from "vitest";
import { parseGroups } from "../../../../../src/tables/accounts/groups/windows.ts";
import { printedOn } from "../../../../helpers/windows-host.ts";

test("a group's id is the last number of its SID", () => {
  const { rows } = parseGroups(printedOn("windows-10-22h2", "groups"));
  expect(rows.map(({ gid, groupname }) => [gid, groupname])).toEqual([
    [544, "Administratoren"],
    [545, "Benutzer"],
    [1003, "docker-users"],
  ]);
  expect(rows[0]).toMatchObject({ gid_signed: 544, group_sid: "S-1-5-32-544" });
  expect(rows[1]?.comment).toBe("");
});

test("one group that isn't in a list, and no group at all", () => {
  expect(parseGroups(printedOn("windows-server-2019", "groups")).rows).toHaveLength(1);
  expect(parseGroups(printedOn("windows-11-24h2", "groups"))).toEqual({ rows: [], gaps: [] });
});
