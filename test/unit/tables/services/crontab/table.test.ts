import { basename } from "node:path/posix";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseAnacrontab, parseCrontab } from "../../../../../src/tables/parsers/crontab-line.ts";
import { crontab } from "../../../../../src/tables/services/crontab/table.ts";
import { denyingHost } from "../../../../helpers/closed-host.ts";
import { collectOf, pick } from "../../../../helpers/collect-table.ts";
import { hostTree, recordedHost } from "../../../../helpers/host.ts";
import { type Owner, ownedHost } from "../../../../helpers/owned-host.ts";

const server = recordedHost("accounts-server");

/** Which of these jobs cron runs, by the name of their file in /etc/cron.d. */
async function enabledIn(files: Record<string, string>, owners: Record<string, Partial<Owner>>) {
  const paths = Object.entries(files).map(([name, text]) => [`/etc/cron.d/${name}`, text]);
  const passwd = "root:x:0:0::/root:/bin/sh\n";
  const tree = { "/etc/passwd": passwd, "/usr/sbin/cron": "", ...Object.fromEntries(paths) };
  const { rows } = await collectOf(crontab, ownedHost(hostTree({ files: tree }), owners));
  return Object.fromEntries(rows.map(({ path, enabled }) => [basename(String(path)), enabled]));
}
const bare = recordedHost("accounts-bare");

test("jobs with their accounts: system, drop-ins, users', anacron's and periodic scripts", async () => {
  const { rows } = await collectOf(crontab, server);
  const times = (row: (typeof rows)[number]) =>
    row.event || [row.minute, row.hour, row.day_of_month, row.month, row.day_of_week].join(" ");
  expect(rows.map((row) => [times(row), row.username, row.job_command, row.path])).toEqual([
    ["17 * * * *", "root", "cd / && run-parts --report /etc/cron.hourly", "/etc/crontab"],
    ["@reboot", "bob", "/home/bob/start.sh", "/etc/crontab"],
    ["*/5 1-3 1,15 jan mon-fri", "www-data", "/usr/bin/php -f x.php", "/etc/crontab"],
    ["0 3 * * *", "root", "/opt/backup.sh", "/etc/cron.d/backup"],
    ["30 2 * * 0", "alice", "tar czf /backup/home.tgz *", "/var/spool/cron/crontabs/alice"],
    ["@every 1d", "root", "run-parts /etc/cron.daily", "/etc/anacrontab"],
    ["@monthly", "root", "run-parts /etc/cron.monthly", "/etc/anacrontab"],
    ["@daily", "root", "/etc/cron.daily/rotate", "/etc/cron.daily/rotate"],
  ]);
});

test("Debian's cron refuses a file by its owner, its mode, its end or any wrong line", async () => {
  const job = "5 * * * * root /opt/x\n";
  const files = {
    good: job,
    writable: job,
    foreign: job,
    cut: job.trim(),
    range: `${job}99 * * * * root true\n`,
    account: `${job}5 * * * * nobody-here true\n`,
    fields: `${job}5 * * *\n`,
    steps: "*/15 0-23/2 * jan mon root /opt/x\n",
  };
  const owners = { "/etc/cron.d/writable": { mode: 0o664 }, "/etc/cron.d/foreign": { uid: 1001 } };
  const refused = { writable: 0, foreign: 0, cut: 0, range: 0, account: 0, fields: 0 };
  expect(await enabledIn(files, owners)).toEqual({ good: 1, steps: 1, ...refused });
});

test("a user's crontab is the user's or root's, and for Debian's cron nobody else's to read", async () => {
  const folder = "/var/spool/cron/crontabs";
  const files = {
    "/etc/passwd": "alice:x:1001:1001::/home/alice:/bin/sh\nbob:x:1002:1002::/home/bob:/bin/sh\n",
    "/usr/sbin/cron": "",
    [`${folder}/alice`]: "@reboot /opt/a\n",
    [`${folder}/bob`]: "@reboot /opt/b\n",
  };
  const host = ownedHost(hostTree({ files }), {
    [`${folder}/alice`]: { uid: 1001, mode: 0o600 },
    [`${folder}/bob`]: { uid: 1002, mode: 0o644 },
  });
  const { rows } = await collectOf(crontab, host);
  expect(pick(rows, "username", "enabled")).toEqual([
    { username: "alice", enabled: 1 },
    { username: "bob", enabled: 0 },
  ]);
});

test("command is osquery's: the rest of the line, its words joined by single blanks", async () => {
  const { rows } = await collectOf(crontab, server);
  const commands = rows.map((row) => row.command);
  expect(commands).toContain("root cd / && run-parts --report /etc/cron.hourly");
  expect(commands).toContain("tar czf /backup/home.tgz *");
});

test("settings and comments are skipped, and a command may contain an equals sign", () => {
  expect(parseCrontab('MAILTO = ""\n# 1 * * * * x\n"A B"=c\n', false)).toEqual([]);
  expect(parseCrontab("0 * * * * A=b run", false)[0]?.command).toBe("A=b run");
});

test("a line separator within a command doesn't hide the job", () => {
  for (const odd of ["\r", "\u2028"])
    expect(parseCrontab(`* * * * * root x${odd}y`, true)[0]?.command).toBe(`x${odd}y`);
});

test("any text is read without an error", () => {
  fc.assert(
    fc.property(fc.string(), fc.boolean(), (text, hasUser) => {
      parseCrontab(text, hasUser);
      parseAnacrontab(text);
    }),
  );
});

test("a denied spool is a gap, a host without cron has no rows", async () => {
  const { rows, gaps } = await collectOf(crontab, denyingHost(server, "/var/spool/cron/crontabs"));
  expect(rows).toHaveLength(7);
  expect(gaps).toEqual([
    { reason: "denied", detail: "/var/spool/cron/crontabs: permission denied" },
  ]);
  expect(await collectOf(crontab, bare)).toEqual({ rows: [], gaps: [] });
});
