import { expect, test } from "vitest";
import { parseLoggedInUsers } from "../../../../../src/tables/accounts/logged-in-users/windows.ts";
import { printedOn, type WindowsHostName } from "../../../../helpers/windows-host.ts";

const parse = (host: WindowsHostName) => parseLoggedInUsers(printedOn(host, "logged-in-users"));

test("a session a row, with where it is and the last interactive login", () => {
  const { rows, gaps } = parse("windows-10-22h2");
  const sid = "S-1-5-21-1004336348-1177238915-682003330-1001";
  const session = {
    type: "user",
    user: "Jürgen Müller",
    time: Date.UTC(2025, 11, 31, 7, 45) / 1000,
    pid: -1,
    sid,
    registry_hive: `HKEY_USERS\\${sid}`,
  };
  expect(rows).toEqual([
    { ...session, tty: "Console", host: "" },
    { ...session, tty: "RDP-Tcp#3", host: "LAPTOP-7" },
  ]);
  expect(gaps).toEqual([]);
});

test("an ordinary user sees no other sessions, with a gap", () => {
  const { rows, gaps } = parse("windows-11-24h2");
  expect(rows[0]).toMatchObject({ user: "zoë", time: null });
  expect(gaps).toEqual([
    { reason: "denied", detail: "logons: permission denied", columns: ["time"] },
    { reason: "denied", detail: "sessions of other users: only an administrator sees them" },
  ]);
});

test("for an administrator no sessions means nobody is logged in", () => {
  expect(parse("windows-server-2019")).toEqual({ rows: [], gaps: [] });
});
