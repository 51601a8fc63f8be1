import { expect, test } from "vitest";
import { parseWindowsSavedPasswords } from "../../../../src/tables/credentials/windows-saved-passwords.ts";
import { printedOn } from "../../../helpers/windows-host.ts";

const rowsOn = (printed: string) =>
  parseWindowsSavedPasswords(printed).rows.map(
    ({ kind, target_user, target_domain, in_use, username }) =>
      [kind, target_user, target_domain, in_use, username] as unknown[],
  );

test("each password with everybody who can read it", () => {
  expect(rowsOn(printedOn("windows-10-22h2", "windows-saved-passwords"))).toEqual([
    ["automatic_logon", "kiosk", "WERK-PC", 1, "o'brien & söhne"],
    ["automatic_logon", "kiosk", "WERK-PC", 1, "kiosk"],
    ["automatic_logon", "kiosk", "WERK-PC", 1, "hanna"],
    ["answer_file", "Administrator", "", null, null],
    ["group_policy", "wartung", "WERK", null, "o'brien & söhne"],
    ["group_policy", "wartung", "WERK", null, "kiosk"],
    ["group_policy", "wartung", "WERK", null, "hanna"],
  ]);
});

test("what failed is a gap, not the absence of passwords", () => {
  const printed = JSON.stringify({
    elevated: true,
    failed: [{ query: "logon", missed: 0, category: "PermissionDenied", id: "x", message: "" }],
    seen: { accounts: [], members: [], answers: [], policies: [] },
  });
  expect(parseWindowsSavedPasswords(printed)).toEqual({
    rows: [],
    gaps: [{ reason: "denied", detail: "logon: permission denied" }],
  });
});
