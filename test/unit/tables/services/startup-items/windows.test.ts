import { expect, test } from "vitest";
import { parseStartupItems } from "../../../../../src/tables/services/startup-items/windows.ts";
import { pick } from "../../../../helpers/collect-table.ts";
import { printedOn, type WindowsHostName } from "../../../../helpers/windows-host.ts";

const parse = (host: WindowsHostName) => parseStartupItems(printedOn(host, "startup-items"));

test("each item with its owner and whether its list disables it", () => {
  const { rows, gaps } = parse("windows-10-22h2");
  expect(pick(rows, "name", "username", "status")).toEqual([
    { name: "SecurityHealth", username: "SYSTEM", status: "enabled" },
    { name: "Alt 32", username: "SYSTEM", status: "disabled" },
    { name: "Wölkchen", username: "Jürgen Müller", status: "enabled" },
    { name: "Notiz.lnk", username: "SYSTEM", status: "enabled" },
    { name: "Notiz.lnk", username: "Jürgen Müller", status: "disabled" },
  ]);
  expect(rows[2]).toMatchObject({
    path: '"C:\\Users\\Jürgen\\w.exe" /background',
    source:
      "HKEY_USERS\\S-1-5-21-1004336348-1177238915-682003330-1001\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Run",
    type: "Startup Item",
  });
  expect(gaps).toEqual([]);
});

test("the status is unknown if the switches can't be read", () => {
  const { rows, gaps } = parse("windows-server-2019");
  expect(rows).toHaveLength(1);
  const detail = "approved: permission denied";
  expect(gaps).toEqual([{ reason: "denied", detail, columns: ["status"] }]);
});
