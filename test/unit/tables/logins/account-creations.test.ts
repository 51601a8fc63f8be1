import { utimesSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { accountCreations } from "../../../../src/tables/logins/account-creations.ts";
import {
  parseAdditions,
  parseAuditAdditions,
} from "../../../../src/tables/parsers/logs/account-lines.ts";
import { denyingHost } from "../../../helpers/closed-host.ts";
import { collectOf } from "../../../helpers/collect-table.ts";
import { temporaryHost } from "../../../helpers/host.ts";

const passwd = "root:x:0:0::/root:/bin/sh\nann:x:1000:1000::/home/ann:/bin/sh\n";
const now = Date.UTC(2026, 0, 1) / 1000;
const day = 86_400;
const line =
  "2025-12-30T10:00:00.000000+00:00 web useradd[77]: new user: name=ann, UID=1000, GID=1000, home=/home/ann, shell=/bin/sh, from=/dev/pts/1";
const time = Date.UTC(2025, 11, 30, 10) / 1000;
const exact = { time, not_before: time, not_after: time };

test("a program's line has the account, its uid, shell and time", async () => {
  const host = temporaryHost({ "/etc/passwd": passwd, "/var/log/auth.log": `${line}\n` });
  expect(await collectOf(accountCreations, host)).toEqual({
    rows: [{ username: "ann", uid: 1000, shell: "/bin/sh", ...exact, source: "/var/log/auth.log" }],
    gaps: [],
  });
});

test("older messages and systemd-sysusers' are read; other tags and other messages are not", () => {
  const of = (text: string) => `2025-12-30T10:00:00+00:00 web ${text}`;
  const text = [
    of("useradd[7]: new user: name=old, UID=500, GID=500, home=/home/a, b, shell=/bin/sh"),
    of("systemd-sysusers[8]: Creating user 'svc' (A service (new)) with UID 990 and GID 990."),
    of("backup[9]: new user: name=fake, UID=0, GID=0, home=/, shell=/bin/sh"),
    of("useradd[9]: add 'ann' to group 'sudo'"),
    of("useradd[9]: failed adding user 'ben', exit code: 9"),
  ].join("\n");
  expect(parseAdditions(text, now)).toEqual([
    { time, username: "old", uid: 500, shell: "/bin/sh" },
    { time, username: "svc", uid: 990, shell: null },
  ]);
});

test("audit records have a uid, a name or a name in hex, and count if they succeeded", async () => {
  const record = (op: string, result = "success") =>
    `type=ADD_USER msg=audit(${time}.123:41): pid=9 uid=0 auid=1000 ses=3 subj=unconfined msg='op=${op} exe="/usr/sbin/useradd" hostname=web addr=? terminal=pts/0 res=${result}'UID="root"`;
  const text = [
    record("adding user id=1000"),
    record('add-user acct="ben"'),
    record("add-user acct=6120C3BC"),
    record("adding user id=1001", "failed"),
    record('adding user to group acct="ann"'),
  ].join("\n");
  expect(parseAuditAdditions(text)).toMatchObject([
    { time, uid: 1000, username: null },
    { username: "ben", uid: null },
    { username: "a ü" },
  ]);
  const host = temporaryHost({
    "/etc/passwd": passwd,
    "/var/log/audit/audit.log": record("adding user id=1000"),
  });
  const { rows } = await collectOf(accountCreations, host);
  expect(rows).toMatchObject([{ username: "ann", uid: 1000, ...exact }]);
});

test("the journal has what root's programs sent", async () => {
  const machine = "0123456789abcdef0123456789abcdef";
  const journal = Buffer.alloc(4096);
  journal.write("LPKSHHRH");
  journal.writeBigUInt64LE(1_000_000n, 184);
  journal.writeBigUInt64LE(2_000_000n, 192);
  const entry = {
    MESSAGE: "new user: name=ann, UID=1000, GID=1000, home=/home/ann, shell=/bin/sh",
    __REALTIME_TIMESTAMP: `${time}000001`,
  };
  const host = temporaryHost(
    {
      "/etc/passwd": passwd,
      "/etc/machine-id": machine,
      [`/run/log/journal/${machine}/system.journal`]: journal,
    },
    {
      "journalctl -o json -q -r -n 20000 --no-pager --system --output-fields=MESSAGE _UID=0 SYSLOG_IDENTIFIER=useradd SYSLOG_IDENTIFIER=systemd-sysusers": `${JSON.stringify(entry)}\n`,
    },
  );
  const { rows } = await collectOf(accountCreations, host);
  expect(rows).toEqual([
    { username: "ann", uid: 1000, shell: "/bin/sh", ...exact, source: "journal" },
  ]);
});

test("an account that the file before the last change lacks came between both dates", async () => {
  const host = temporaryHost({
    "/etc/passwd": passwd,
    "/etc/passwd-": "root:x:0:0::/root:/bin/sh\n",
  });
  utimesSync(host.path("/etc/passwd-"), now - 30 * day, now - 30 * day);
  utimesSync(host.path("/etc/passwd"), now - 2 * day, now - 2 * day);
  const { rows } = await collectOf(accountCreations, host);
  expect(rows).toEqual([
    {
      username: "ann",
      uid: 1000,
      shell: "/bin/sh",
      not_before: now - 30 * day,
      not_after: now - 2 * day,
      source: "/etc/passwd-",
    },
  ]);
});

test("an account is as old as its password", async () => {
  const host = temporaryHost({
    "/etc/passwd": passwd,
    "/etc/shadow": "root:*::0:99999:7:::\nann:$y$j9T$a$b:20000:0:99999:7:::\n",
  });
  const { rows } = await collectOf(accountCreations, host);
  expect(rows).toEqual([{ username: "ann", not_after: 20_001 * day - 1, source: "/etc/shadow" }]);
});

test("what can't be read is a gap", async () => {
  const host = temporaryHost({
    "/etc/passwd": passwd,
    "/var/log/auth.log": line,
    "/etc/shadow": "",
  });
  const { gaps } = await collectOf(
    accountCreations,
    denyingHost(host, "/etc/shadow", "/var/log/auth.log"),
  );
  expect(gaps).toEqual([
    { reason: "denied", detail: "/var/log/auth.log: permission denied" },
    { reason: "denied", detail: "/etc/shadow: permission denied" },
  ]);
});

test("any text is read without an error", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      parseAdditions(`2025-12-30T10:00:00+00:00 web useradd[7]: ${text}`, now);
      parseAuditAdditions(`type=ADD_USER msg=audit(${text}`);
    }),
  );
});
