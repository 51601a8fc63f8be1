import fc from "fast-check";
import { expect, test } from "vitest";
import { parseUnitFiles, programOf } from "../../../../src/tables/parsers/systemd-unit-file.ts";
import { parseShow, parseShownCommand } from "../../../../src/tables/services/systemd/show.ts";
import { dropInFolders } from "../../../../src/tables/services/systemd/units-on-disk.ts";
import {
  describeShownUnit,
  objectPath,
  systemdUnits,
} from "../../../../src/tables/services/systemd-units.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { recordedHost, temporaryHost } from "../../../helpers/host.ts";

const debian = recordedHost("system-debian");
const find = async (id: string) =>
  (await systemdUnits.collect(debian)).rows.find((row) => row.id === id);

test("without a running systemd units come from their files, and their state is a gap", async () => {
  const { gaps } = await systemdUnits.collect(debian);
  expect(gaps).toEqual([
    {
      reason: "table_missing",
      detail: "systemd is not running: only unit files were read",
      columns: expect.arrayContaining(["active_state", "main_pid"]),
    },
  ]);
  const cron = await find("cron.service");
  expect(cron).toMatchObject({
    description: "Regular background program processing daemon",
    unit_file_state: "enabled",
    enabled: 1,
    exec_start: "/usr/sbin/cron -f $EXTRA_OPTS",
    exec_path: "/usr/sbin/cron",
    exec_other: "",
    in_use: 1,
    environment_files: "/etc/default/cron /etc/all",
    user_account: "root",
  });
  expect(cron?.active_state).toBeUndefined();
});

test.each([
  ["plain.service", "static", 0],
  ["odd.service", "disabled", 0],
  ["gone.service", "masked", 0],
  ["crond.service", "alias", 0],
  ["getty@.service", "enabled", 1],
])("%s is %s", async (id, state, enabled) => {
  expect(await find(id)).toMatchObject({ unit_file_state: state, enabled });
});

test("a drop-in that empties the command replaces it", async () => {
  expect(await find("odd.service")).toMatchObject({
    exec_start: "/tmp/evil --daemon",
    exec_path: "/tmp/evil",
    user: "www-data",
    user_account: "www-data",
    drop_in_paths:
      "/usr/lib/systemd/system/service.d/00-all.conf /etc/systemd/system/odd.service.d/override.conf",
  });
});

test("a running systemd takes precedence, and units it hasn't loaded are inactive", async () => {
  const show = [
    "Id=cron.service",
    "LoadState=loaded",
    "ActiveState=active",
    "SubState=running",
    "UnitFileState=enabled",
    "MainPID=612",
    "NRestarts=2",
    "User=",
    "ExecMainStartTimestamp=Fri 2026-11-20 22:21:27 UTC",
    "EnvironmentFiles=/etc/default/cron (ignore_errors=yes)",
    "ExecStart={ path=/usr/sbin/cron ; argv[]=/usr/sbin/cron -f ; ignore_errors=no ; start_time=[n/a] }",
    "ExecStartPre={ path=/bin/mkdir ; argv[]=/bin/mkdir -p /run/a ; ignore_errors=no ; start_time=[n/a] }",
    "ExecStopPost={ path=/bin/rm ; argv[]=/bin/rm -r /run/a ; ignore_errors=no ; start_time=[n/a] }",
  ].join("\n");
  const unit = parseShow(`${show}\n\nId=dbus.service\nActiveState=failed\n`);
  expect(unit.map(describeShownUnit)).toMatchObject([
    {
      id: "cron.service",
      active_state: "active",
      main_pid: 612,
      restart_count: 2,
      start_time: Date.UTC(2026, 10, 20, 22, 21, 27) / 1000,
      exec_start: "/usr/sbin/cron -f",
      exec_path: "/usr/sbin/cron",
      exec_other: "/bin/mkdir -p /run/a\n/bin/rm -r /run/a",
      in_use: 1,
      environment_files: "/etc/default/cron",
      object_path: "/org/freedesktop/systemd1/unit/cron_2eservice",
    },
    { id: "dbus.service", active_state: "failed", main_pid: null, restart_count: null },
  ]);
});

test("a failing systemctl is a gap beside the files", async () => {
  const host = temporaryHost({ "/run/systemd/system/x.service": "[Service]\nExecStart=/bin/x" });
  const { rows, gaps } = await systemdUnits.collect(host);
  expect(rows).toMatchObject([{ id: "x.service", exec_path: "/bin/x" }]);
  expect(gaps).toEqual([{ reason: "table_missing", detail: "systemctl is not installed" }]);
});

test("a closed unit file is a gap; no folder of units is a missing table", async () => {
  const { gaps } = await systemdUnits.collect(
    closePaths(debian, (path) => path.endsWith("plain.service")),
  );
  expect(gaps).toContainEqual({
    reason: "denied",
    detail: "/usr/lib/systemd/system/plain.service: permission denied",
  });
  await expect(systemdUnits.collect(temporaryHost({}))).rejects.toThrow("no systemd unit folder");
});

test("prefixes and quotes are not part of a program", () => {
  expect(programOf('-@"/opt/my app/run" x')).toBe("/opt/my app/run");
  expect(programOf("!!/lib/systemd/systemd-timesyncd")).toBe("/lib/systemd/systemd-timesyncd");
});

test("drop-ins are looked for under the unit, its template, its prefixes and its type", () => {
  expect(dropInFolders("a-b@c.service")).toEqual([
    "a-b@c.service.d",
    "a-b@.service.d",
    "a-.service.d",
    "service.d",
  ]);
});

test("a digit may not begin an object path", () => {
  expect(objectPath("1-a.mount")).toBe("/org/freedesktop/systemd1/unit/_31_2da_2emount");
});

test("any text is parsed without an error", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      parseShownCommand(text);
      for (const unit of parseShow(text)) describeShownUnit(unit);
      for (const key of parseUnitFiles([`[Unit]\n${text}`, text]).keys())
        expect(key).toContain(".");
    }),
  );
});
