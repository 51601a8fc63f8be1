import { expect, test } from "vitest";
import { parseDisabled, parseLaunchctlList } from "../../../../src/tables/parsers/launchctl.ts";
import { parseBackgroundItems } from "../../../../src/tables/parsers/login-items.ts";
import { crontab } from "../../../../src/tables/services/crontab/table.ts";
import { launchd } from "../../../../src/tables/services/launchd.ts";
import { launchdOverrides } from "../../../../src/tables/services/launchd-overrides.ts";
import { startupItems } from "../../../../src/tables/services/startup-items/table.ts";
import { closePaths } from "../../../helpers/closed-host.ts";
import { collectOf, collectRows, pick } from "../../../helpers/collect-table.ts";
import { printed, recordedMac } from "../darwin/recorded-mac.ts";

test("a job has its file's values, conditions and calendars as JSON", async () => {
  const rows = await collectRows(launchd, recordedMac("12"));
  expect(rows.find((row) => row.label === "com.example.sync")).toMatchObject({
    name: "com.example.sync.plist",
    kind: "agent",
    username: "alice",
    program: null,
    program_arguments: "/Users/alice/bin/sync me -q ü",
    keep_alive: '{"Crashed":true}',
    start_interval: "300",
    watch_paths: "/tmp/a,/tmp/b",
    pid: 412,
  });
  const later = await collectRows(launchd, recordedMac("15"));
  expect(later.find((row) => row.label === "com.example.Backup Agent")).toMatchObject({
    run_at_load: "0",
    start_calendar_interval: '[{"Hour":3,"Minute":0},{"Weekday":0}]',
    pid: null,
    last_exit_status: 78,
  });
  expect(later.find((row) => row.label === "com.openssh.sshd")).toMatchObject({
    disabled: "1",
    kind: "daemon",
    pid: 301,
  });
});

test("an unreadable job file is a gap, and so is the state of other domains' jobs", async () => {
  const { gaps } = await collectOf(launchd, recordedMac("12"));
  expect(gaps).toEqual([
    {
      reason: "error",
      detail: "/Users/alice/Library/LaunchAgents/broken.plist: not a property list",
    },
    {
      reason: "denied",
      detail: "launchctl: can't show whether jobs of the system are running",
      columns: ["pid", "last_exit_status"],
    },
  ]);
  const closed = closePaths(recordedMac("15"), /^\/Library\/LaunchDaemons/);
  expect((await collectOf(launchd, closed)).gaps).toContainEqual({
    reason: "denied",
    detail: "/Library/LaunchDaemons: permission denied",
  });
});

test("launchctl's list keeps labels with spaces and signals", () => {
  expect(parseLaunchctlList(printed("15/launchctl-list.txt"))).toEqual([
    { label: "com.openssh.sshd", pid: 301, status: 0 },
    { label: "com.update.service", pid: 777, status: -15 },
    { label: "com.example.Backup Agent", pid: null, status: 78 },
  ]);
});

test("overrides are read in the format of macOS 12 and of 13 and later", () => {
  expect(parseDisabled(printed("12/launchctl-disabled.txt"))).toEqual([
    { label: "com.apple.ftpd", disabled: true },
    { label: "com.openssh.sshd", disabled: false },
    { label: "com.example.off", disabled: true },
  ]);
  expect(parseDisabled(printed("15/launchctl-disabled.txt"))).toContainEqual({
    label: "com.apple.ftpd",
    disabled: true,
  });
  expect(parseDisabled("")).toEqual([]);
});

test("overrides of the system and of each user are rows", async () => {
  const { rows, gaps } = await collectOf(launchdOverrides, recordedMac("15"));
  expect(rows).toContainEqual({
    label: "com.openssh.sshd",
    key: "Disabled",
    value: "0",
    uid: 0,
    path: "system",
  });
  expect(rows).toContainEqual({
    label: "com.apple.ManagedClientAgent.enrollagent",
    key: "Disabled",
    value: "1",
    uid: 501,
    path: "user/501",
  });
  expect(gaps.filter(({ reason }) => reason === "table_missing")).toHaveLength(2);
});

test("background items are read for each user, in every disposition", () => {
  expect(parseBackgroundItems(printed("15/sfltool-dumpbtm.txt"))).toEqual([
    {
      uid: -2,
      name: "com.update.service",
      type: "legacy daemon",
      enabled: true,
      path: "/private/tmp/.hidden/xmrig",
    },
    {
      uid: 501,
      name: "Zoom: meetings",
      type: "app",
      enabled: true,
      path: "/Applications/zoom.us beta.app",
    },
    {
      uid: 501,
      name: "4.com.example.Helper",
      type: "login item",
      enabled: false,
      path: "Contents/Library/LoginItems/Helper.app",
    },
    { uid: 501, name: "Example Corp", type: "developer", enabled: false, path: "" },
  ]);
  expect(parseBackgroundItems("")).toEqual([]);
});

test("startup items exclude Apple's own jobs", async () => {
  const { rows } = await collectOf(startupItems, recordedMac("15"));
  expect(pick(rows, "name", "path", "args", "type", "status", "username")).toEqual([
    {
      name: "com.update.service",
      path: "/private/tmp/.hidden/xmrig",
      args: "-o pool.example:3333",
      type: "Launch Daemon",
      status: "enabled",
      username: "root",
    },
    {
      name: "Zoom: meetings",
      path: "/Applications/zoom.us beta.app",
      args: "",
      type: "Login Item",
      status: "enabled",
      username: "alice",
    },
    {
      name: "4.com.example.Helper",
      path: "Contents/Library/LoginItems/Helper.app",
      args: "",
      type: "Login Item",
      status: "disabled",
      username: "alice",
    },
  ]);
});

test("an override takes precedence over the file, and login items that only root can read are a gap", async () => {
  const { rows, gaps } = await collectOf(startupItems, recordedMac("12"));
  expect(pick(rows, "name", "type", "status")).toEqual([
    { name: "com.example.off", type: "Launch Daemon", status: "disabled" },
    { name: "com.example.sync", type: "Launch Agent", status: "enabled" },
    { name: "OldDaemon", type: "Startup Item", status: "enabled" },
  ]);
  expect(gaps).toContainEqual({ reason: "denied", detail: "login items: only root can read them" });
});

test("the system's crontab and the users' own are read", async () => {
  expect(
    pick(await collectRows(crontab, recordedMac("12")), "path", "username", "command"),
  ).toEqual([{ path: "/etc/crontab", username: "root", command: "root /usr/libexec/atrun" }]);
  expect(
    pick(await collectRows(crontab, recordedMac("15")), "path", "event", "username", "command"),
  ).toEqual([
    {
      path: "/usr/lib/cron/tabs/bob",
      event: "@reboot",
      username: "bob",
      command: "/Users/bob/x.sh",
    },
    { path: "/usr/lib/cron/tabs/bob", event: "", username: "bob", command: '/usr/bin/true "a b"' },
  ]);
  const closed = closePaths(recordedMac("12"), /cron\/tabs/);
  expect((await collectOf(crontab, closed)).gaps).toMatchObject([{ reason: "denied" }]);
});
