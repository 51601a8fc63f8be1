import { expect, test } from "vitest";
import { loggedInUsers } from "../../../../../src/tables/accounts/logged-in-users/table.ts";
import { denyingHost } from "../../../../helpers/closed-host.ts";
import { collectOf, pick } from "../../../../helpers/collect-table.ts";
import { recordedHost } from "../../../../helpers/host.ts";

const server = recordedHost("accounts-server");
const bare = recordedHost("accounts-bare");

test("slots of utmp that are in use, a session being of type user", async () => {
  const { rows } = await collectOf(loggedInUsers, server);
  expect(pick(rows, "type", "user", "tty", "host", "pid")).toEqual([
    { type: "boot_time", user: "reboot", tty: "~", host: "6.1.0-18-amd64", pid: 0 },
    { type: "login", user: "LOGIN", tty: "tty2", host: "", pid: 500 },
    { type: "user", user: "alice", tty: "pts/0", host: "203.0.113.9", pid: 812 },
    { type: "dead", user: "", tty: "pts/3", host: "", pid: 812 },
  ]);
});

test("without utmp systemd-logind's sessions of people are the rows", async () => {
  const { rows, gaps } = await collectOf(loggedInUsers, recordedHost("accounts-logind"));
  expect(rows).toEqual([
    {
      type: "user",
      user: "dana",
      tty: "pts/2",
      host: "192.0.2.44",
      time: 1700000700,
      pid: 4242,
    },
  ]);
  expect(gaps).toEqual([]);
});

test("a missing utmp is not an empty list", async () => {
  await expect(collectOf(loggedInUsers, bare)).rejects.toMatchObject({ reason: "table_missing" });
  await expect(collectOf(loggedInUsers, denyingHost(server, "/run/utmp"))).rejects.toMatchObject({
    reason: "denied",
  });
});
