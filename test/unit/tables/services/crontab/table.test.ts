import fc from "fast-check";
import { expect, test } from "vitest";
import { parseAnacrontab, parseCrontab } from "../../../../../src/tables/parsers/crontab-line.ts";
import { crontab } from "../../../../../src/tables/services/crontab/table.ts";
import { denyingHost } from "../../../../helpers/closed-host.ts";
import { collectOf } from "../../../../helpers/collect-table.ts";
import { recordedHost } from "../../../../helpers/host.ts";

const server = recordedHost("accounts-server");
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
