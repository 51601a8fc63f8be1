import { expect, test } from "vitest";
import { parseUserGroups } from "../../../../../src/tables/accounts/user-groups/windows.ts";
import { printedOn } from "../../../../helpers/windows-host.ts";

test("members are users, groups, Windows' own accounts, and what is left of those that are gone", () => {
  const { rows } = parseUserGroups(printedOn("windows-10-22h2", "user-groups"));
  expect(
    rows.map(({ username, groupname, user_type }) => [username, groupname, user_type]),
  ).toEqual([
    ["Administrator", "Administratoren", "user"],
    ["Jürgen Müller", "Administratoren", "user"],
    ["S-1-5-21-9-9-9-1104", "Administratoren", "user"],
    ["INTERAKTIV", "Benutzer", "system"],
  ]);
  expect(rows[2]).toMatchObject({ uid: 1104, gid: 544 });
  const [domain] = parseUserGroups(printedOn("windows-server-2019", "user-groups")).rows;
  expect(domain).toMatchObject({ uid: 512, username: "Domain Admins", user_type: "group" });
});

test("groups whose members could not be read are a gap", () => {
  const { rows, gaps } = parseUserGroups(printedOn("windows-11-24h2", "user-groups"));
  expect(rows).toHaveLength(1);
  expect(gaps).toEqual([{ reason: "denied", detail: "members: permission denied (2 times)" }]);
});
