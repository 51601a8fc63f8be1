import { expect, test } from "vitest";
import { parseWindowsAccounts } from "../../../../src/tables/accounts/windows-accounts.ts";
import { pick } from "../../../helpers/collect-table.ts";
import { printedOn } from "../../../helpers/windows-host.ts";

test("each local account has the rules for its password", () => {
  const { rows, gaps } = parseWindowsAccounts(printedOn("windows-10-22h2", "windows-accounts"));
  expect(pick(rows, "uid", "username", "enabled", "password_expires")).toEqual([
    { uid: 500, username: "Administrator", enabled: 0, password_expires: 0 },
    { uid: 1001, username: "Jürgen Müller", enabled: 1, password_expires: 0 },
    { uid: 1002, username: "o'brien & söhne", enabled: 1, password_expires: 1 },
  ]);
  expect(gaps).toEqual([]);
});
