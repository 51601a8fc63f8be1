import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { Host } from "../../../../src/tables/host/port.ts";
import { lastLogins } from "../../../../src/tables/logins/last-logins.ts";
import { denyingHost } from "../../../helpers/closed-host.ts";
import { collectOf, pick } from "../../../helpers/collect-table.ts";
import { atTime, recordedHost, temporaryHost } from "../../../helpers/host.ts";

const passwd =
  "root:x:0:0::/root:/bin/sh\nann:x:1000:1000::/home/ann:/bin/sh\nben:x:1001:1001::/home/ben:/bin/sh\n";
const login = { time: 1_760_000_000, tty: "pts/0", host: "192.0.2.9" };

/** Records by uid, as glibc lays them out with 32-bit or with 64-bit times. */
function lastlogFile(records: Record<number, typeof login>, timeBytes: 4 | 8 = 4): Buffer {
  const size = timeBytes + 288;
  const bytes = Buffer.alloc((Math.max(...Object.keys(records).map(Number)) + 1) * size);
  for (const [uid, { time, tty, host }] of Object.entries(records)) {
    bytes.writeUInt32LE(time, Number(uid) * size);
    bytes.write(tty, Number(uid) * size + timeBytes);
    bytes.write(host, Number(uid) * size + timeBytes + 32);
  }
  return bytes;
}

const withLastlog = (lastlog: Buffer, more: Record<string, string | Buffer> = {}) =>
  temporaryHost({ "/etc/passwd": passwd, "/var/log/lastlog": lastlog, ...more });
const rowsOf = async (host: Host, source: string) =>
  (await collectOf(lastLogins, host)).rows.filter((row) => row.source === source);

test.each([4, 8] as const)(
  "lastlog has each account's last login, with %i bytes of time",
  async (timeBytes) => {
    const host = withLastlog(
      lastlogFile(
        { 1000: login, 1001: { ...login, time: 1_750_000_000, tty: "tty1", host: "" } },
        timeBytes,
      ),
    );
    const { rows, gaps } = await collectOf(lastLogins, host);
    const span = { recorded_since: 1_750_000_000, recorded_until: 1_760_000_000 };
    const common = { source: "/var/log/lastlog", records: "terminal", ...span };
    expect(rows).toEqual([
      { username: "root", uid: 0, time: null, tty: null, host: null, ...common },
      { username: "ann", uid: 1000, ...login, ...common },
      { username: "ben", uid: 1001, time: 1_750_000_000, tty: "tty1", host: "", ...common },
    ]);
    expect(gaps).toEqual([]);
  },
);

test("an empty lastlog reaches back to no time", async () => {
  const rows = await rowsOf(withLastlog(Buffer.alloc(0)), "/var/log/lastlog");
  expect(pick(rows, "time", "recorded_since", "recorded_until")).toEqual(
    Array(3).fill({ time: null, recorded_since: null, recorded_until: null }),
  );
});

test("a lastlog that was cut off or is something else is a gap", async () => {
  const whole = lastlogFile({ 1000: login });
  for (const bytes of [whole.subarray(0, -7), Buffer.alloc(292 * 4, "not a record")]) {
    const { rows, gaps } = await collectOf(
      lastLogins,
      withLastlog(bytes, { "/var/log/auth.log": "" }),
    );
    expect(rows.filter(({ source }) => source === "/var/log/lastlog")).toEqual([]);
    expect(gaps).toMatchObject([{ reason: "error" }]);
  }
});

test("a sparse lastlog of a terabyte is read by its records", async () => {
  const uid = 4_000_000_000;
  const host = temporaryHost({
    "/etc/passwd": `${passwd}big:x:${uid}:1::/home/big:/bin/sh\n`,
    "/var/log/lastlog": "",
  });
  const file = openSync(host.path("/var/log/lastlog"), "r+");
  ftruncateSync(file, (uid + 1) * 292);
  writeSync(file, lastlogFile({ 0: login }), 0, 292, uid * 292);
  closeSync(file);
  const rows = await rowsOf(host, "/var/log/lastlog");
  expect(pick(rows, "username", "time").at(-1)).toEqual({ username: "big", time: login.time });
});

test("wtmp has logins by terminal, and boots show when it was written", async () => {
  const rows = await rowsOf(recordedHost("accounts-server"), "/var/log/wtmp");
  expect(pick(rows, "username", "time", "tty", "host").filter(({ time }) => time !== null)).toEqual(
    [
      { username: "root", time: 1700000600, tty: "tty1", host: "" },
      { username: "alice", time: 1700000500, tty: "pts/0", host: "203.0.113.9" },
      { username: "bob", time: 1700001000, tty: "pts/1", host: "2001:db8::5" },
    ],
  );
  expect(rows[0]).toMatchObject({ recorded_since: 1700000000, recorded_until: 1700001000 });
});

test("the databases of Debian 13 have logins, and NULL where there was none", async () => {
  const host = recordedHost("logins-debian-13");
  const lastlog2 = await rowsOf(host, "/var/lib/lastlog/lastlog2.db");
  expect(pick(lastlog2, "username", "time", "host")).toEqual([
    { username: "root", time: null, host: null },
    { username: "alice", time: 1765000000, host: "203.0.113.9" },
    { username: "bob", time: 1750000000, host: "" },
    { username: "carol", time: null, host: null },
  ]);
  const wtmpdb = await rowsOf(host, "/var/lib/wtmpdb/wtmp.db");
  expect(wtmpdb[1]).toMatchObject({
    time: 1740000000 + 299 * 86400,
    tty: "pts/299",
    recorded_since: 1740000000,
  });
  expect(wtmpdb[0]).toMatchObject({ username: "root", time: null });
});

test("a database that is none, and a write-ahead log that is not read, are gaps", async () => {
  const path = "/var/lib/lastlog/lastlog2.db";
  const broken = temporaryHost({ "/etc/passwd": passwd, [path]: "junk", "/var/log/auth.log": "" });
  expect((await collectOf(lastLogins, broken)).gaps).toEqual([
    { reason: "error", detail: `${path}: not an SQLite database` },
  ]);
  const recorded = recordedHost("logins-debian-13").readBytes(path);
  recorded[18] = 2;
  const logged = temporaryHost({ "/etc/passwd": passwd, [path]: recorded, [`${path}-wal`]: "x" });
  expect((await collectOf(lastLogins, logged)).gaps).toMatchObject([
    { detail: expect.stringContaining("write-ahead log") },
  ]);
});

const stamp = (day: number) => `2025-12-${String(day).padStart(2, "0")}T10:00:00.000000+00:00 web`;
const at = (day: number) => Date.UTC(2025, 11, day, 10) / 1000;
const accepted = (day: number, name: string) =>
  `${stamp(day)} sshd[9]: Accepted publickey for ${name} from 192.0.2.7 port 40000 ssh2: ED25519 x\n`;

test("the authentication log has logins without a terminal too, through its rotated files", async () => {
  const host = temporaryHost({
    "/etc/passwd": passwd,
    "/var/log/auth.log": `${stamp(20)} cron[1]: pam_unix(cron:session): session opened for user ben(uid=1001) by (uid=0)\n`,
    "/var/log/auth.log.1": accepted(12, "ann"),
    "/var/log/auth.log.2.gz": gzipSync(accepted(3, "ann") + accepted(4, "ben")),
    "/var/log/auth.log.old": accepted(1, "root"),
  });
  const rows = await rowsOf(host, "/var/log/auth.log");
  expect(pick(rows, "username", "time", "host", "records")).toEqual([
    { username: "root", time: null, host: null, records: "all" },
    { username: "ann", time: at(12), host: "192.0.2.7", records: "all" },
    { username: "ben", time: at(4), host: "192.0.2.7", records: "all" },
  ]);
  expect(rows[0]).toMatchObject({ recorded_since: at(3), recorded_until: at(20) });
});

test("files of a log before one that can't be read don't count", async () => {
  const host = temporaryHost({
    "/etc/passwd": passwd,
    "/var/log/secure": accepted(20, "ann"),
    "/var/log/secure-20251210.gz": "no gzip",
    "/var/log/secure-20251203": accepted(2, "ann"),
  });
  const { rows, gaps } = await collectOf(lastLogins, host);
  expect(rows[1]).toMatchObject({ time: at(20), recorded_since: at(20) });
  expect(gaps).toMatchObject([{ detail: expect.stringContaining("secure-20251210.gz") }]);
});

test("su with a password is a login, root's is none, and PAM's sessions of other programs are none", async () => {
  const opened = (tag: string, user: string, caller: string) =>
    `${stamp(20)} ${tag}: pam_unix(${tag}:session): session opened for user ${user} by ${caller}\n`;
  const log =
    opened("su", "ann(uid=1000)", "ben(uid=1001)") +
    opened("su", "ben(uid=1001)", "root(uid=0)") +
    opened("sudo", "root(uid=0)", "ann(uid=1000)");
  const host = temporaryHost({ "/etc/passwd": passwd, "/var/log/auth.log": log });
  expect(pick(await rowsOf(host, "/var/log/auth.log"), "username", "time")).toEqual([
    { username: "root", time: null },
    { username: "ann", time: at(20) },
    { username: "ben", time: null },
  ]);
});

/** The head of a journal file: magic, and the times of its first and last entry. */
function journalFile(since: number, until: number): Buffer {
  const bytes = Buffer.alloc(4096);
  bytes.write("LPKSHHRH");
  bytes.writeBigUInt64LE(BigInt(since) * 1_000_000n, 184);
  bytes.writeBigUInt64LE(BigInt(until) * 1_000_000n, 192);
  return bytes;
}

const machine = "0123456789abcdef0123456789abcdef";
const journalctl =
  "journalctl -o json -q -r -n 20000 --no-pager --system --output-fields=USER_ID MESSAGE_ID=8d45620c1a4348dbb17410da57c60c66 _UID=0";
const journalFiles = {
  "/etc/passwd": passwd,
  "/etc/machine-id": `${machine}\n`,
  [`/var/log/journal/${machine}/system.journal`]: journalFile(at(10), at(20)),
  [`/var/log/journal/${machine}/system@a-1.journal`]: journalFile(at(1), at(10)),
  [`/var/log/journal/${machine}/user-1000.journal`]: journalFile(1, at(21)),
  [`/var/log/journal/${machine}/system@b.journal~`]: Buffer.from("LPKSHHRH"),
};

test("the journal has the sessions that logind registered, where PAM reports them to it", async () => {
  const printed = {
    [journalctl]: `{"USER_ID":"ann","__REALTIME_TIMESTAMP":"${at(15)}123456"}\nnot json\n{"USER_ID":[1,2],"__REALTIME_TIMESTAMP":"x"}\n`,
  };
  const pam = { "/etc/pam.d/common-session": "session\toptional\tpam_systemd.so\n" };
  const host = temporaryHost({ ...journalFiles, ...pam }, printed);
  const rows = await rowsOf(host, "journal");
  expect(pick(rows, "time", "recorded_since", "recorded_until")).toEqual([
    { time: null, recorded_since: at(1), recorded_until: at(20) },
    { time: at(15), recorded_since: at(1), recorded_until: at(20) },
    { time: null, recorded_since: at(1), recorded_until: at(20) },
  ]);
  const unregistered = temporaryHost({ ...journalFiles, "/var/log/auth.log": "" }, printed);
  expect(await rowsOf(unregistered, "journal")).toEqual([]);
});

test("a journal that only root may read is a gap", async () => {
  const pam = { "/etc/pam.d/sshd": "session required pam_systemd.so\n", "/var/log/auth.log": "" };
  const host = temporaryHost({ ...journalFiles, ...pam });
  const closed = denyingHost(host, `/var/log/journal/${machine}/system.journal`);
  expect((await collectOf(lastLogins, closed)).gaps).toContainEqual(
    expect.objectContaining({ reason: "denied" }),
  );
});

test("without any record nothing is said of logins, and a denied one is named", async () => {
  const none = temporaryHost({ "/etc/passwd": passwd });
  await expect(collectOf(lastLogins, none)).rejects.toMatchObject({ reason: "table_missing" });
  const denied = denyingHost(withLastlog(lastlogFile({ 1000: login })), "/var/log/lastlog");
  await expect(collectOf(lastLogins, denied)).rejects.toMatchObject({ reason: "denied" });
});

test("a stamp without a year is of the last twelve months", async () => {
  const line =
    "Dec 30 10:00:00 web sshd[9]: Accepted password for ann from 192.0.2.7 port 1 ssh2\n";
  const host = temporaryHost({ "/etc/passwd": passwd, "/var/log/secure": line });
  const [, ann] = await rowsOf(atTime(host, Date.UTC(2026, 0, 5)), "/var/log/secure");
  expect(new Date(Number(ann!.time) * 1000).getUTCFullYear()).toBe(2025);
});
