import { chmodSync } from "node:fs";
import { expect, test } from "vitest";
import { pathPermissions } from "../../../../../../../src/tables/permissions/path-permissions/table.ts";
import { collectOf, pick } from "../../../../../../helpers/collect-table.ts";
import { hostTree } from "../../../../../../helpers/host.ts";
import { type Owner, ownedHost } from "../../../../../../helpers/owned-host.ts";

interface More {
  programs?: string[];
  owners?: Record<string, Partial<Owner>>;
}

/** The targets among hooks, of a host with a running cron. */
async function hooksOf(files: Record<string, string>, { programs = [], owners }: More = {}) {
  const host = hostTree({
    files: {
      "/etc/passwd": "root:x:0:0::/root:/bin/sh\nalice:x:1001:1001::/home/alice:/bin/sh\n",
      "/etc/group": "root:x:0:\n",
      "/proc/1/comm": "init\n",
      "/proc/7/comm": "cron\n",
      "/proc/self/mounts": "/dev/a / ext4 rw 0 0\n",
      ...files,
    },
  });
  for (const path of programs) chmodSync(host.path(path), 0o755);
  const { rows } = await collectOf(pathPermissions, ownedHost(host, owners));
  return rows.filter(({ purpose, depth }) => purpose === "hook" && depth === 0);
}

const rotated = {
  "/usr/sbin/logrotate": "",
  "/etc/cron.daily/logrotate": "#!/bin/sh\n/usr/sbin/logrotate /etc/logrotate.conf\n",
  "/etc/logrotate.conf": "weekly\nrotate 4\ninclude /etc/logrotate.d\n",
  "/etc/logrotate.d/app":
    '"/var/log/app.log" {\n  daily\n  postrotate\n    /opt/run now\n  endscript\n}\n',
  "/var/log/app.log": "line\n",
  "/opt/run": "",
};
const job = { programs: ["/etc/cron.daily/logrotate", "/opt/run"] };

const scriptOf = async (files: Record<string, string>, more: More = job) =>
  (await hooksOf({ ...rotated, ...files }, more)).find(({ target }) => target === "/opt/run");

test("logrotate's script is run by cron by itself, and its configuration is not taken from others", async () => {
  expect(await scriptOf({})).toMatchObject({
    source: "/etc/logrotate.d/app",
    run_as: "root",
    detail: "logrotate",
    enabled: 1,
    barred: null,
    awaits: null,
    executed: 1,
  });
  const files = (await hooksOf(rotated, job)).filter(({ target }) => target !== "/opt/run");
  expect(pick(files, "target", "enabled")).toEqual([
    { target: "/etc/logrotate.conf", enabled: 0 },
    { target: "/etc/logrotate.d/app", enabled: 0 },
  ]);
});

test.each([
  ["systemd runs", { "/run/systemd/system/x": "" }, job, "logrotate.service is started again"],
  ["the job is no program", {}, { programs: [] }, "logrotate is run"],
  ["cron does not run", { "/proc/7/comm": "sshd\n" }, job, "logrotate is run"],
  ["the log is missing", { "/var/log/app.log": null }, job, "logrotate rotates /var/log/app.log"],
  [
    "an option that may stop it",
    { "/etc/logrotate.conf": "olddir /srv\ninclude /etc/logrotate.d\n" },
    job,
    "logrotate rotates /var/log/app.log",
  ],
  [
    "another script comes first",
    {
      "/etc/logrotate.d/app":
        "/var/log/app.log {\n daily\n prerotate\n false\n endscript\n postrotate\n /opt/run\n endscript\n}\n",
    },
    job,
    "logrotate gets to postrotate",
  ],
  [
    "an account of create that does not exist",
    { "/etc/logrotate.conf": "create 640 nobody adm\ninclude /etc/logrotate.d\n" },
    job,
    "logrotate rotates /var/log/app.log",
  ],
  [
    "the log has an earlier entry",
    { "/etc/logrotate.d/all": "/var/log/*.log {\n daily\n}\n" },
    job,
    "logrotate has no earlier entry for /var/log/app.log",
  ],
  [
    "the log is empty, whatever the timer does",
    {
      "/run/systemd/system/x": "",
      "/var/log/app.log": "",
      "/etc/logrotate.conf": "notifempty\ninclude /etc/logrotate.d\n",
    },
    job,
    "logrotate rotates /var/log/app.log",
  ],
])("a script of logrotate awaits something: %s", async (_, files, more, awaits) => {
  const given = Object.fromEntries(
    Object.entries({ ...rotated, ...files }).filter(([, text]) => text !== null),
  ) as Record<string, string>;
  const found = (await hooksOf(given, more)).find(({ target }) => target === "/opt/run");
  expect(found).toMatchObject({ awaits, barred: null });
});

test("logrotate's scripts are barred where it passes over them", async () => {
  const distrusted = {
    enabled: 0,
    barred: "logrotate ignores a configuration that others than root own or can write",
  };
  const owners = { "/etc/logrotate.d/app": { mode: 0o664 } };
  expect(await scriptOf({}, { ...job, owners })).toMatchObject(distrusted);
  const foreign = { "/etc/logrotate.d/app": { uid: 1001 } };
  expect(await scriptOf({}, { ...job, owners: foreign })).toMatchObject(distrusted);
  const { "/etc/logrotate.d/app": app, ...others } = rotated;
  const renamed = await hooksOf({ ...others, "/etc/logrotate.d/app.bak": app }, job);
  expect(renamed.find(({ target }) => target === "/opt/run")).toMatchObject({
    barred: "logrotate passes over the name of /etc/logrotate.d/app.bak",
  });
  const commented = app.replace("/opt/run", "# /opt/run");
  expect(await scriptOf({ "/etc/logrotate.d/app": commented })).toMatchObject({
    barred: "it is in a comment of /etc/logrotate.d/app",
  });
  const shared = { "/var/log": { mode: 0o777 } };
  expect(await scriptOf({}, { ...job, owners: shared })).toMatchObject({
    enabled: 0,
    barred: "logrotate passes over /var/log/app.log: others than root can write its folder",
  });
});

const targets = async (files: Record<string, string>, more?: More) =>
  pick(await hooksOf(files, more), "detail", "target", "enabled", "awaits");

const unused = async (files: Record<string, string>, more?: More) =>
  pick(await hooksOf(files, more), "target", "barred").filter(({ barred }) => barred !== null);

test("hooks of apt and dpkg, and the files that may name more", async () => {
  const files = {
    "/usr/bin/apt-get": "",
    "/usr/bin/dpkg": "",
    "/etc/apt/apt.conf.d/10own": `DPkg { Post-Invoke { "/opt/a --now"; "/opt/b"; }; };
      // DPkg::Pre-Invoke { "/opt/none"; };
      APT::Update::Pre-Invoke:: "/opt/c";
      Own::List { "/opt/none"; };
      Own::Pre-Invoke { "/opt/own"; };`,
    "/etc/apt/apt.conf.d/20own": '#clear APT::Update::Pre-Invoke;\n# "/opt/none";\n',
    "/etc/apt/apt.conf.d/old.bak": 'DPkg::Pre-Invoke { "/opt/old"; };',
    "/etc/dpkg/dpkg.cfg.d/own": "#pre-invoke=/opt/none\npost-invoke=/opt/d\n",
    "/etc/dpkg/dpkg.cfg.d/old.bak": "post-invoke=/opt/old\n",
  };
  const found = (await targets(files)).filter(({ enabled }) => enabled === 1);
  const [packages, work] = ["apt installs or removes a package", "dpkg changes a package"];
  expect(found).toEqual([
    { detail: "apt", target: "/etc/apt/apt.conf.d", enabled: 1, awaits: "apt runs" },
    { detail: "apt", target: "/etc/apt/apt.conf.d/10own", enabled: 1, awaits: "apt runs" },
    { detail: "apt", target: "/etc/apt/apt.conf.d/20own", enabled: 1, awaits: "apt runs" },
    { detail: "apt", target: "/opt/a", enabled: 1, awaits: packages },
    { detail: "apt", target: "/opt/b", enabled: 1, awaits: packages },
    { detail: "dpkg", target: "/etc/dpkg/dpkg.cfg.d", enabled: 1, awaits: work },
    { detail: "dpkg", target: "/etc/dpkg/dpkg.cfg.d/own", enabled: 1, awaits: work },
    { detail: "dpkg", target: "/opt/d", enabled: 1, awaits: work },
  ]);
  expect(await unused(files)).toEqual([
    { target: "/etc/apt/apt.conf.d/old.bak", barred: "apt passes over its name" },
    { target: "/opt/c", barred: "/etc/apt/apt.conf.d/20own clears apt::update::pre-invoke" },
    { target: "/opt/own", barred: "apt runs nothing for own::pre-invoke" },
    { target: "/opt/none", barred: "it is in a comment of /etc/apt/apt.conf.d/10own" },
    {
      target: "/etc/dpkg/dpkg.cfg.d/old.bak",
      barred: "dpkg passes over the name of /etc/dpkg/dpkg.cfg.d/old.bak",
    },
    { target: "/opt/old", barred: "dpkg passes over the name of /etc/dpkg/dpkg.cfg.d/old.bak" },
  ]);
});

test("programs of udev's rules, of the first file with a name, while udev runs", async () => {
  const rules = {
    "/etc/udev/rules.d/90-own.rules":
      'ACTION=="add", RUN+="/opt/a %k", RUN{builtin}+="kmod load"\n# RUN+="/opt/none"\nPROGRAM="own-helper x"\n',
    "/usr/lib/udev/rules.d/90-own.rules": 'RUN+="/opt/none"\n',
    "/usr/lib/udev/own-helper": "",
  };
  const event = "a device appears or changes";
  const more = { programs: ["/usr/lib/udev/own-helper"] };
  const found = await targets({ ...rules, "/proc/9/comm": "systemd-udevd\n" }, more);
  expect(found).toEqual(
    [
      "/etc/udev/rules.d",
      "/usr/lib/udev/rules.d",
      "/etc/udev/rules.d/90-own.rules",
      "/opt/a",
      "/usr/lib/udev/own-helper",
    ].map((target) => ({ detail: "udev", target, enabled: 1, awaits: event })),
  );
  const stopped = await hooksOf(rules, more);
  expect(new Set(stopped.map(({ barred }) => barred))).toEqual(new Set(["udev is not running"]));
});

test("NetworkManager runs no script that others can write, but what its own scripts run", async () => {
  const scripts = {
    "/etc/NetworkManager/dispatcher.d/10-own": "#!/bin/sh\n/opt/a\n",
    "/etc/NetworkManager/dispatcher.d/20-open": "#!/bin/sh\n/opt/none\n",
    "/proc/9/comm": "NetworkManager\n",
  };
  const programs = Object.keys(scripts).filter((path) => path.startsWith("/etc"));
  const owners = { "/etc/NetworkManager/dispatcher.d/20-open": { mode: 0o777 } };
  expect(await targets(scripts, { programs, owners })).toEqual(
    [
      { target: "/etc/NetworkManager/dispatcher.d", enabled: 0 },
      { target: "/etc/NetworkManager/dispatcher.d/10-own", enabled: 0 },
      { target: "/etc/NetworkManager/dispatcher.d/20-open", enabled: 0 },
      { target: "/opt/a", enabled: 1 },
    ].map((one) => ({ detail: "NetworkManager", awaits: "a network connection changes", ...one })),
  );
});

test("folders of scripts count by the names that their program runs, where it is in use", async () => {
  const found = await hooksOf({
    "/sbin/ifup": "",
    "/etc/network/if-up.d/own": "",
    "/etc/network/if-up.d/own.sh": "",
    "/etc/network/interfaces":
      "iface eth0 inet dhcp\n  pre-up /opt/a\nsource /etc/network/interfaces.d/*\n",
    "/etc/network/interfaces.d/own": "iface eth1 inet dhcp\n  down /opt/b\n",
    "/etc/dhcp/dhclient-exit-hooks.d/own": "",
    "/etc/systemd/system-generators/own": "",
    "/etc/acpi/events/power": "event=button/power\naction=/opt/c %e\n",
    "/proc/9/comm": "acpid\n",
  });
  expect(pick(found, "target", "barred", "executed")).toEqual([
    { target: "/etc/network/if-up.d", barred: null, executed: 1 },
    { target: "/etc/network/if-up.d/own", barred: null, executed: 1 },
    {
      target: "/etc/network/if-up.d/own.sh",
      barred: "ifupdown passes over its name",
      executed: 1,
    },
    {
      target: "/etc/dhcp/dhclient-exit-hooks.d",
      barred: "nothing here runs the scripts of dhclient",
      executed: 0,
    },
    {
      target: "/etc/dhcp/dhclient-exit-hooks.d/own",
      barred: "nothing here runs the scripts of dhclient",
      executed: 0,
    },
    {
      target: "/etc/systemd/system-generators",
      barred: "nothing here runs the scripts of systemd generators",
      executed: 1,
    },
    {
      target: "/etc/systemd/system-generators/own",
      barred: "nothing here runs the scripts of systemd generators",
      executed: 1,
    },
    { target: "/etc/network/interfaces", barred: null, executed: undefined },
    { target: "/etc/network/interfaces.d/own", barred: null, executed: undefined },
    { target: "/etc/network/interfaces.d", barred: null, executed: undefined },
    { target: "/opt/a", barred: null, executed: 1 },
    { target: "/opt/b", barred: null, executed: 1 },
    { target: "/etc/acpi/events", barred: null, executed: undefined },
    { target: "/etc/acpi/events/power", barred: null, executed: undefined },
    { target: "/opt/c", barred: null, executed: 1 },
  ]);
});

test("scripts of the message of the day, where a login makes it", async () => {
  const files = {
    "/etc/update-motd.d/10-own": "#!/bin/sh\n/opt/a\n",
    "/etc/pam.d/sshd": "session optional pam_motd.so motd=/run/motd.dynamic\n",
  };
  const programs = ["/etc/update-motd.d/10-own"];
  expect(pick(await hooksOf(files, { programs }), "target", "awaits", "barred")).toEqual(
    ["/etc/update-motd.d", "/etc/update-motd.d/10-own", "/opt/a"].map((target) => ({
      target,
      awaits: "somebody logs in",
      barred: null,
    })),
  );
  const quiet = { ...files, "/etc/pam.d/sshd": "session optional pam_motd.so noupdate\n" };
  const [folder] = await hooksOf(quiet, { programs });
  expect(folder).toMatchObject({
    barred: "no login runs the scripts of update-motd.d",
    enabled: 0,
  });
});
