import { expect, test } from "vitest";
import { parseUsers } from "../../../../../src/tables/accounts/users/windows.ts";
import { pick } from "../../../../helpers/collect-table.ts";
import { printedOn } from "../../../../helpers/windows-host.ts";

test("local accounts come first, then who else has a profile", () => {
  const { rows, gaps } = parseUsers(printedOn("windows-10-22h2", "users"));
  expect(pick(rows, "username", "uid", "gid", "type", "enabled")).toEqual([
    { username: "Administrator", uid: 500, gid: 513, type: "local", enabled: 0 },
    { username: "Jürgen Müller", uid: 1001, gid: 513, type: "local", enabled: 1 },
    { username: "o'brien & söhne", uid: 1002, gid: 513, type: "local", enabled: 1 },
    { username: "HannaWeiß", uid: 987654321, gid: null, type: "roaming", enabled: null },
    { username: "SYSTEM", uid: 18, gid: 18, type: "special", enabled: null },
    { username: "Lokaler Dienst", uid: 19, gid: 19, type: "special", enabled: null },
  ]);
  expect(rows[1]).toMatchObject({
    directory: "C:\\Users\\Jürgen",
    uuid: "S-1-5-21-1004336348-1177238915-682003330-1001",
  });
  expect(rows[2]).toMatchObject({ directory: "", description: "<extern>" });
  expect(gaps).toEqual([]);
});

test("a deleted domain account is named after its folder", () => {
  const { rows } = parseUsers(printedOn("windows-server-2019", "users"));
  expect(rows.map(({ username }) => username)).toEqual(["Administrator", "Guest", "alice", "gone"]);
});

test("without the profiles the folders are a gap, not empty for certain", () => {
  const { rows, gaps } = parseUsers(printedOn("windows-11-24h2", "users"));
  expect(rows).toHaveLength(1);
  const detail = "profiles: permission denied";
  expect(gaps).toEqual([{ reason: "denied", detail, columns: ["directory"] }]);
});
