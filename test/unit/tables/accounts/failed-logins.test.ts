import fc from "fast-check";
import { expect, test } from "vitest";
import { failedLogins } from "../../../../src/tables/accounts/failed-logins.ts";
import { parseAuthLog } from "../../../../src/tables/parsers/logs/auth-log.ts";
import { denyingHost } from "../../../helpers/closed-host.ts";
import { collectOf, pick } from "../../../helpers/collect-table.ts";
import { recordedHost } from "../../../helpers/host.ts";

const server = recordedHost("accounts-server");
const bare = recordedHost("accounts-bare");

test("btmp's records, and sudo's failures from the log", async () => {
  const { rows, gaps } = await collectOf(failedLogins, server);
  expect(pick(rows, "username", "source_address", "service", "reason")).toEqual([
    { username: "admin", source_address: "198.51.100.7", service: "ssh", reason: null },
    { username: "root", source_address: "", service: "login", reason: null },
    { username: "alice", source_address: "", service: "sudo", reason: "authentication failure" },
  ]);
  expect(gaps).toEqual([]);
});

test("if btmp is denied all failures come from the log, with a gap", async () => {
  const { rows, gaps } = await collectOf(failedLogins, denyingHost(server, "/var/log/btmp"));
  expect(pick(rows, "username", "service", "reason", "pid")).toEqual([
    { username: "admin", service: "ssh", reason: "invalid user", pid: 700 },
    { username: "root", service: "ssh", reason: "failed publickey", pid: 702 },
    { username: "alice", service: "sudo", reason: "authentication failure", pid: null },
  ]);
  expect(gaps).toEqual([{ reason: "denied", detail: "/var/log/btmp: permission denied" }]);
});

test("a stamp without a year is the latest that isn't in the future", () => {
  const line = "Dec 31 23:00:00 web sshd[1]: Failed password for root from 192.0.2.1 port 1 ssh2";
  const january = Date.UTC(2024, 0, 2) / 1000;
  const [entry] = parseAuthLog(line, january);
  expect(new Date(entry!.time * 1000).getFullYear()).toBe(2023);
});

test("accepted logins and names made to look like failures are none", () => {
  const lines = [
    "Nov 14 22:17:00 web sshd[703]: Accepted password for root from 192.0.2.1 port 5 ssh2",
    "Nov 14 22:17:00 web cron[703]: Failed password for root from 192.0.2.1 port 5 ssh2",
    "Nov 14 22:17:00 web sshd[703]: Failed none for root from 192.0.2.1 port 5 ssh2",
  ];
  expect(parseAuthLog(lines.join("\n"), 1_700_000_000)).toEqual([]);
});

test("any text is read without an error", () => {
  fc.assert(fc.property(fc.string(), (text) => void parseAuthLog(text, 0)));
});

test("with neither file the table is missing", async () => {
  await expect(collectOf(failedLogins, bare)).rejects.toMatchObject({ reason: "table_missing" });
});
