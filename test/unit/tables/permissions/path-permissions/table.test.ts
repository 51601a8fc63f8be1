import { chmodSync } from "node:fs";
import { expect, test } from "vitest";
import { gapReader } from "../../../../../src/tables/host/gap-reader.ts";
import { finders } from "../../../../../src/tables/permissions/path-permissions/linux.ts";
import { pathPermissions } from "../../../../../src/tables/permissions/path-permissions/table.ts";
import { denyingHost } from "../../../../helpers/closed-host.ts";
import { collectOf, pick } from "../../../../helpers/collect-table.ts";
import { hostTree } from "../../../../helpers/host.ts";
import { type Owner, ownedHost } from "../../../../helpers/owned-host.ts";

const passwd =
  "root:x:0:0::/root:/bin/sh\nalice:x:1001:1001::/home/alice:/bin/sh\npostgres:x:105:105::/var/lib/postgresql:/bin/sh\n";

/** A machine with accounts, mounts and a running cron; `programs` may be executed. */
function makeHost(
  files: Record<string, string>,
  more: {
    programs?: string[];
    links?: Record<string, string>;
    owners?: Record<string, Partial<Owner>>;
  } = {},
) {
  const host = hostTree({
    files: {
      "/etc/passwd": passwd,
      "/etc/group": "root:x:0:\nweb:x:33:alice\n",
      "/proc/1/comm": "systemd\n",
      "/proc/7/comm": "cron\n",
      "/proc/self/mounts": "/dev/a / ext4 rw 0 0\n/dev/b /mnt/ro ext4 ro,nosuid 0 0\n",
      ...files,
    },
    links: more.links,
  });
  for (const path of more.programs ?? []) chmodSync(host.path(path), 0o755);
  return ownedHost(host, more.owners);
}

async function collect(host: ReturnType<typeof makeHost>, purpose: string) {
  const { rows, gaps } = await collectOf(pathPermissions, host);
  return { rows: rows.filter((row) => row.purpose === purpose), gaps };
}

const targetsOf = async (host: ReturnType<typeof makeHost>, purpose: string) =>
  (await collect(host, purpose)).rows.filter((row) => row.depth === 0);

test("a job's script has rows for its parent folders, with owners and mount flags", async () => {
  const host = makeHost(
    { "/etc/cron.d/backup": "5 * * * * root /mnt/ro/run.sh\n", "/mnt/ro/run.sh": "" },
    { owners: { "/mnt/ro/run.sh": { uid: 1001, gid: 33, mode: 0o764 } } },
  );
  const { rows } = await collect(host, "cron_job");
  expect(rows).toMatchObject([
    {
      purpose: "cron_job",
      source: "/etc/cron.d/backup",
      run_as: "root",
      enabled: 1,
      detail: "/mnt/ro/run.sh",
      target: "/mnt/ro/run.sh",
      depth: 0,
      path: "/mnt/ro/run.sh",
      type: "regular",
      mode: "0764",
      uid: 1001,
      gid: 33,
      owner: "alice",
      groupname: "web",
      mount_flags: "ro,nosuid",
    },
    { depth: 1, path: "/mnt/ro", type: "directory", mode: "0755", mount_flags: "ro,nosuid" },
    { depth: 2, path: "/mnt", owner: "root", mount_flags: "rw" },
    { depth: 3, path: "/" },
  ]);
});

test("a link is followed by its target's rows, on that file system, and has no mode", async () => {
  const host = makeHost(
    { "/etc/cron.d/x": "5 * * * * root /opt/x\n", "/mnt/ro/x": "" },
    { links: { "/opt/x": "/mnt/ro/x" }, owners: { "/opt/x": { uid: 1001 } } },
  );
  const { rows } = await collect(host, "cron_job");
  expect(pick(rows, "depth", "path", "type", "mode", "mount_flags")).toEqual([
    { depth: 0, path: "/opt/x", type: "symlink", mode: null, mount_flags: "rw" },
    { depth: 1, path: "/opt", type: "directory", mode: "0755", mount_flags: "rw" },
    { depth: 2, path: "/", type: "directory", mode: "0755", mount_flags: "rw" },
    { depth: 3, path: "/mnt/ro/x", type: "regular", mode: "0644", mount_flags: "ro,nosuid" },
    { depth: 4, path: "/mnt/ro", type: "directory", mode: "0755", mount_flags: "ro,nosuid" },
    { depth: 5, path: "/mnt", type: "directory", mode: "0755", mount_flags: "rw" },
    { depth: 6, path: "/", type: "directory", mode: "0755", mount_flags: "rw" },
  ]);
  expect(rows[0]).toMatchObject({ owner: "alice", acl: "" });
});

test("a script that doesn't exist yet is missing, its folder is not", async () => {
  const host = makeHost({ "/etc/cron.d/x": "5 * * * * root /opt/app/x\n", "/opt/y": "" });
  const { rows } = await collect(host, "cron_job");
  expect(pick(rows, "path", "type", "mode").slice(0, 3)).toEqual([
    { path: "/opt/app/x", type: "missing", mode: null },
    { path: "/opt/app", type: "missing", mode: null },
    { path: "/opt", type: "directory", mode: "0755" },
  ]);
});

test("what cron would run but for one thing has that as the reason", async () => {
  const files = {
    "/etc/cron.d/a.old": "5 * * * * root /opt/a\n",
    "/etc/cron.d/b": "#5 * * * * root /opt/b\n# m h dom mon dow user command\n",
    "/etc/cron.d/c": "5 * * * * root true # /opt/c\n",
    "/etc/cron.d/d": "5 * * * * root cat%/opt/d\n",
    "/etc/cron.daily/e.sh": "",
  };
  const host = makeHost(files, { programs: ["/etc/cron.daily/e.sh"] });
  const unused = (await targetsOf(host, "cron_job")).filter(({ barred }) => barred !== null);
  expect(pick(unused, "target", "enabled", "barred")).toEqual([
    { target: "/opt/c", enabled: 0, barred: "it is in a comment of its line" },
    { target: "/opt/d", enabled: 0, barred: "it is only the input of the command" },
    { target: "/opt/b", enabled: 0, barred: "its line is commented out" },
    { target: "/opt/a", enabled: 0, barred: "cron passes over the name of /etc/cron.d/a.old" },
    { target: "/etc/cron.daily/e.sh", enabled: 0, barred: "run-parts passes over its name" },
  ]);
});

test("folders of a PATH that no job uses are barred", async () => {
  const host = makeHost({
    "/etc/cron.d/a": "PATH=/opt/a\nPATH=/opt/b\n5 * * * * root run\nPATH=/opt/c\n",
    "/etc/cron.d/d": "PATH=/opt/d\nSHELL=sh\n5 * * * * root run\n",
  });
  const found = (await targetsOf(host, "path_folder")).filter(({ source }) =>
    String(source).startsWith("/etc/cron.d/"),
  );
  const barred = "no job comes after it before another PATH";
  expect(pick(found, "target", "barred")).toEqual([
    { target: "/opt/a", barred },
    { target: "/opt/b", barred: null },
    { target: "/opt/c", barred },
    { target: "/opt/d", barred: null },
  ]);
});

test("jobs of a crontab that cron ignores are disabled: by its mode, its owner, or without a cron daemon", async () => {
  const files = {
    "/etc/cron.d/good": "5 * * * * root /opt/good\n",
    "/etc/cron.d/loose": "5 * * * * root /opt/loose\n",
    "/etc/cron.d/foreign": "5 * * * * root /opt/foreign\n",
    "/var/spool/cron/crontabs/alice": "5 * * * * /opt/hers\n",
    "/etc/cron.daily/job": "",
  };
  const more = {
    programs: ["/etc/cron.daily/job"],
    owners: {
      "/etc/cron.d/loose": { mode: 0o664 },
      "/etc/cron.d/foreign": { uid: 1001 },
      "/var/spool/cron/crontabs/alice": { uid: 1001, mode: 0o600 },
    },
  };
  const columns = ["target", "run_as", "enabled"];
  const jobs = await targetsOf(makeHost(files, more), "cron_job");
  expect(pick(jobs, ...columns)).toEqual([
    { target: "/opt/foreign", run_as: "root", enabled: 0 },
    { target: "/opt/good", run_as: "root", enabled: 1 },
    { target: "/opt/loose", run_as: "root", enabled: 0 },
    { target: "/etc/cron.daily/job", run_as: "root", enabled: 1 },
    { target: "/opt/hers", run_as: "alice", enabled: 1 },
  ]);
  expect(pick(await targetsOf(makeHost(files, more), "cron_table"), ...columns)).toEqual([
    { target: "/etc/cron.daily", run_as: "root", enabled: 1 },
    { target: "/etc/cron.d/foreign", run_as: "root", enabled: 0 },
    { target: "/etc/cron.d/good", run_as: "root", enabled: 1 },
    { target: "/etc/cron.d/loose", run_as: "root", enabled: 0 },
    { target: "/var/spool/cron/crontabs/alice", run_as: "alice", enabled: 1 },
  ]);
  const idle = await targetsOf(makeHost({ ...files, "/proc/7/comm": "sshd\n" }, more), "cron_job");
  expect(idle.map(({ enabled }) => enabled)).toEqual([0, 0, 0, 0, 0]);
});

test("with hidden processes it is unknown whether jobs run", async () => {
  const host = makeHost({ "/etc/cron.d/x": "5 * * * * root /opt/x\n" });
  const hidden = {
    ...host,
    list: (path: string) => host.list(path).filter((name) => path !== "/proc" || name === "self"),
  };
  const { rows, gaps } = await collect(hidden, "cron_job");
  expect(rows[0]).toMatchObject({ enabled: null });
  expect(gaps).toContainEqual({
    reason: "denied",
    detail: "/proc: processes of other users are hidden",
    columns: ["enabled"],
    rows: { column: "purpose", values: ["cron_table", "cron_job"] },
  });
});

test("units, drop-ins and their folders, with programs, accounts, and whether they are in use", async () => {
  const host = makeHost(
    {
      "/etc/systemd/system/db.service":
        "[Service]\nUser=postgres\nEnvironmentFile=-/etc/default/db\nEnvironment=PATH=/opt/db/bin:/usr/bin\nExecStartPre=+/opt/db/setup\nExecStart=/usr/bin/python3 /opt/db/run.py\nExecStop=kill $MAINPID\n",
      "/etc/systemd/system/db.service.d/more.conf": "[Service]\nNice=1\n",
      "/etc/systemd/system/db.timer":
        "[Timer]\nOnCalendar=daily\n[Install]\nWantedBy=timers.target\n",
      "/etc/systemd/system/timers.target.wants/db.timer": "",
      "/etc/systemd/system/idle.service":
        "[Service]\nExecStart=/opt/idle\n[Install]\nWantedBy=multi-user.target\n",
      "/etc/systemd/system/gone.service": "",
    },
    { links: { "/etc/systemd/system/other.service": "/dev/null" } },
  );
  const columns = ["target", "run_as", "enabled", "detail"];
  expect(pick(await targetsOf(host, "unit"), ...columns)).toEqual([
    { target: "/etc/systemd/system", run_as: "root", enabled: 1, detail: "" },
    {
      target: "/etc/systemd/system/db.service.d",
      run_as: "root",
      enabled: 1,
      detail: "db.service",
    },
    { target: "/etc/systemd/system/db.service", run_as: "root", enabled: 1, detail: "db.service" },
    {
      target: "/etc/systemd/system/db.service.d/more.conf",
      run_as: "root",
      enabled: 1,
      detail: "db.service",
    },
    { target: "/etc/systemd/system/db.timer", run_as: "root", enabled: 1, detail: "db.timer" },
    {
      target: "/etc/systemd/system/idle.service",
      run_as: "root",
      enabled: 0,
      detail: "idle.service",
    },
  ]);
  expect(pick(await targetsOf(host, "unit_program"), ...columns)).toEqual([
    { target: "/opt/db/setup", run_as: "root", enabled: 1, detail: "db.service" },
    { target: "/opt/idle", run_as: "root", enabled: 0, detail: "idle.service" },
    { target: "/usr/bin/python3", run_as: "postgres", enabled: 1, detail: "db.service" },
    { target: "/opt/db/run.py", run_as: "postgres", enabled: 1, detail: "db.service" },
  ]);
  expect(pick(await targetsOf(host, "unit_environment"), ...columns)).toEqual([
    { target: "/etc/default/db", run_as: "postgres", enabled: 1, detail: "db.service" },
  ]);
  expect(pick(await targetsOf(host, "path_folder"), "target", "run_as")).toEqual([
    { target: "/opt/db/bin", run_as: "postgres" },
    { target: "/usr/bin", run_as: "postgres" },
  ]);
});

test("a service that nothing starts is in use while it has a control group", async () => {
  const host = makeHost({
    "/etc/systemd/system/odd.service": "[Service]\nExecStart=/opt/odd\n",
    "/sys/fs/cgroup/system.slice/odd.service/cgroup.procs": "7\n",
  });
  expect(await targetsOf(host, "unit_program")).toMatchObject([{ target: "/opt/odd", enabled: 1 }]);
});

test("sudo's programs and scripts, except denied ones and those with a digest", async () => {
  const sudoers = [
    'Defaults secure_path="/usr/local/sbin:/usr/bin"',
    "alice ALL = (root) NOPASSWD: /opt/tool, /usr/bin/python3 /opt/job.py, !/opt/not",
    "alice ALL = (postgres) /opt/db/*, /srv/tools/",
    "alice ALL = sha256:YWJj /opt/pinned",
    "alice ALL = (ALL) ALL",
  ];
  const host = makeHost(
    { "/etc/sudoers": `${sudoers.join("\n")}\n`, "/opt/db/dump": "", "/usr/bin/sudo": "" },
    { programs: ["/opt/db/dump"], owners: { "/usr/bin/sudo": { mode: 0o4755 } } },
  );
  expect(pick(await targetsOf(host, "sudo_program"), "target", "run_as", "detail")).toEqual([
    { target: "/opt/tool", run_as: "root", detail: "/opt/tool" },
    { target: "/usr/bin/python3", run_as: "root", detail: "/usr/bin/python3 /opt/job.py" },
    { target: "/opt/job.py", run_as: "root", detail: "/usr/bin/python3 /opt/job.py" },
    { target: "/opt/db/dump", run_as: "postgres", detail: "/opt/db/*" },
    { target: "/srv/tools", run_as: "postgres", detail: "/srv/tools/" },
  ]);
  expect(pick(await targetsOf(host, "path_folder"), "target", "source")).toEqual([
    { target: "/usr/local/sbin", source: "/etc/sudoers" },
    { target: "/usr/bin", source: "/etc/sudoers" },
  ]);
});

test("folders of root's PATH from all sources, without those with variables", async () => {
  const host = makeHost({
    "/etc/environment": 'PATH="/usr/local/bin:/usr/bin"\n',
    "/etc/login.defs": "ENV_SUPATH\tPATH=/usr/sbin\n",
    "/etc/crontab": "SHELL=/bin/sh\nPATH=/opt/bin\n5 * * * * alice run\n",
    "/root/.bashrc": "export PATH=$HOME/bin:$EXTRA:.:/opt/tools/:$PATH\n# PATH=/not\nMYPATH=/nor\n",
  });
  const folders = await targetsOf(host, "path_folder");
  expect(pick(folders, "source", "target", "run_as", "detail")).toEqual([
    {
      source: "/etc/environment",
      target: "/usr/local/bin",
      run_as: "root",
      detail: "/usr/local/bin:/usr/bin",
    },
    {
      source: "/etc/environment",
      target: "/usr/bin",
      run_as: "root",
      detail: "/usr/local/bin:/usr/bin",
    },
    {
      source: "/root/.bashrc",
      target: "/root/bin",
      run_as: "root",
      detail: "$HOME/bin:$EXTRA:.:/opt/tools/:$PATH",
    },
    {
      source: "/root/.bashrc",
      target: ".",
      run_as: "root",
      detail: "$HOME/bin:$EXTRA:.:/opt/tools/:$PATH",
    },
    {
      source: "/root/.bashrc",
      target: "/opt/tools",
      run_as: "root",
      detail: "$HOME/bin:$EXTRA:.:/opt/tools/:$PATH",
    },
    { source: "/etc/login.defs", target: "/usr/sbin", run_as: "root", detail: "/usr/sbin" },
    { source: "/etc/crontab", target: "/opt/bin", run_as: "alice", detail: "/opt/bin" },
  ]);
});

test("a folder of PATH that depends on where root works has one row", async () => {
  const host = makeHost({
    "/etc/profile.d/a.sh": "PATH=$PATH:\n",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's
    "/etc/profile.d/b.sh": 'PATH="bin:${PATH:+${PATH}:}/opt/x:$(dirname a:b):"\n',
    "/etc/profile.d/c": "PATH=/never\n",
    "/root/.profile": "PATH=\n",
  });
  const { rows, gaps } = await collect(host, "path_folder");
  expect(pick(rows, "source", "path", "type", "mode")).toEqual([
    { source: "/etc/profile.d/a.sh", path: ".", type: "relative", mode: null },
    { source: "/etc/profile.d/b.sh", path: "bin", type: "relative", mode: null },
    { source: "/etc/profile.d/b.sh", path: ".", type: "relative", mode: null },
  ]);
  expect(gaps.filter(({ columns }) => columns === undefined)).toEqual([]);
});

test("loader configuration, login and boot scripts, setuid programs and docker's socket", async () => {
  const host = makeHost(
    {
      "/etc/ld.so.preload": "/opt/lib/hook.so\n",
      "/etc/ld.so.conf": "include /etc/ld.so.conf.d/*.conf\n",
      "/etc/ld.so.conf.d/app.conf": "# ours\n/opt/lib\n",
      "/etc/profile.d/java.sh": "",
      "/etc/profile.d/notes": "",
      "/etc/rc.local": "",
      "/opt/su": "",
      "/opt/group": "",
    },
    { owners: { "/opt/su": { mode: 0o4755 }, "/opt/group": { mode: 0o2755 } } },
  );
  const paths = async (purpose: string) =>
    (await targetsOf(host, purpose)).map(({ target }) => target);
  expect(await paths("loader_preload")).toEqual(["/etc/ld.so.preload", "/opt/lib/hook.so"]);
  expect(await paths("loader_conf")).toEqual([
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d/app.conf",
    "/etc/ld.so.conf.d",
  ]);
  expect(await paths("loader_folder")).toEqual(["/opt/lib"]);
  expect(await paths("setuid")).toEqual(["/opt/su"]);
  expect(await targetsOf(host, "docker_socket")).toMatchObject([
    { target: "/var/run/docker.sock", type: "missing", detail: "docker" },
  ]);
  const logins = await targetsOf(host, "login_script");
  expect(logins.map(({ target }) => target)).toEqual(
    expect.arrayContaining(["/etc/profile.d", "/etc/profile.d/java.sh", "/root/.bashrc"]),
  );
  expect(logins).toContainEqual(
    expect.objectContaining({ target: "/etc/rc.local", enabled: 0, detail: "boot" }),
  );
  expect(logins.map(({ target }) => target)).not.toContain("/etc/profile.d/notes");
});

test("files of sudo's rules, and whether sudo reads them", async () => {
  const host = makeHost(
    {
      "/etc/sudoers": "@includedir /etc/sudoers.d\n",
      "/etc/sudoers.d/app": "",
      "/etc/sudoers.d/open": "",
      "/etc/sudoers.d/app.bak": "",
    },
    { owners: { "/etc/sudoers.d/open": { mode: 0o666 } } },
  );
  expect(pick(await targetsOf(host, "sudoers_file"), "target", "enabled")).toEqual([
    { target: "/etc/sudoers", enabled: 1 },
    { target: "/etc/sudoers.d", enabled: 1 },
    { target: "/etc/sudoers.d/app", enabled: 1 },
    { target: "/etc/sudoers.d/open", enabled: 0 },
  ]);
});

test("files that the system trusts, in folders too, and messages only if they can run", async () => {
  const host = makeHost(
    {
      "/etc/pam.d/sshd": "",
      "/etc/ssh/sshd_config.d/x.conf": "",
      "/etc/update-motd.d/10-a": "",
      "/etc/update-motd.d/20-b": "",
    },
    { programs: ["/etc/update-motd.d/10-a"] },
  );
  expect(pick(await targetsOf(host, "system_file"), "target", "detail", "enabled")).toEqual([
    { target: "/etc/passwd", detail: "accounts", enabled: 1 },
    { target: "/etc/group", detail: "accounts", enabled: 1 },
    { target: "/etc/pam.d", detail: "pam", enabled: 1 },
    { target: "/etc/pam.d/sshd", detail: "pam", enabled: 1 },
    { target: "/etc/ssh/sshd_config.d", detail: "sshd", enabled: 1 },
    { target: "/etc/ssh/sshd_config.d/x.conf", detail: "sshd", enabled: 1 },
    { target: "/etc/update-motd.d", detail: "login messages", enabled: 1 },
    { target: "/etc/update-motd.d/10-a", detail: "login messages", enabled: 1 },
    { target: "/etc/update-motd.d/20-b", detail: "login messages", enabled: 0 },
  ]);
});

test("what a job's shell script sources or runs by its path is a target too", async () => {
  const host = makeHost({
    "/etc/cron.d/x": "5 * * * * root /opt/run.sh\n",
    "/opt/run.sh": "#!/bin/sh\n. /srv/settings\n/srv/tool --all; echo /srv/text\n# /srv/no\n",
  });
  expect((await targetsOf(host, "cron_job")).map(({ target }) => target)).toEqual([
    "/opt/run.sh",
    "/srv/settings",
    "/srv/tool",
  ]);
});

test("folders that are not searched for setuid programs leave nothing else open", async () => {
  const host = makeHost({
    "/proc/self/mounts": "/dev/a / ext4 rw 0 0\nsrv:/x /mnt/net nfs rw 0 0\n",
  });
  const { gaps } = await collectOf(pathPermissions, host);
  expect(gaps.filter(({ columns }) => columns === undefined)).toEqual([]);
});

test("programs with capabilities, and the files of password hashes", async () => {
  const host = makeHost({ "/etc/shadow": "root:$6$x$y::::::\n", "/opt/py": "" });
  const stdout = "/opt/py cap_setuid=ep\n";
  chmodSync(host.path("/opt/py"), 0o755);
  const run = async (tool: string) => ({ exitCode: 0, stdout: tool === "getcap" ? stdout : "" });
  const { rows } = await collectOf(pathPermissions, { ...host, run });
  const ends = rows.filter(({ depth }) => depth === 0);
  expect(ends).toContainEqual(
    expect.objectContaining({ purpose: "capability", target: "/opt/py", detail: "cap_setuid" }),
  );
  expect(ends).toContainEqual(
    expect.objectContaining({ purpose: "password_hashes", target: "/etc/shadow" }),
  );
});

test("copies of hashes count, files without one don't", async () => {
  const host = makeHost({
    "/etc/shadow.bak": "root:$y$x$y::::::\n",
    "/etc/gshadow": "root:*::\nweb:!::\n",
    "/var/backups/gshadow.bak": "web:$6$x$y::alice\n",
  });
  const { rows } = await collect(host, "password_hashes");
  expect(rows.filter(({ depth }) => depth === 0).map(({ target }) => target)).toEqual([
    "/etc/shadow.bak",
    "/var/backups/gshadow.bak",
  ]);
});

test("homes of root and of people who can log in", async () => {
  const host = makeHost({ "/root/x": "", "/home/alice/x": "", "/var/lib/postgresql/x": "" });
  const { rows } = await collect(host, "home");
  expect(
    pick(
      rows.filter(({ depth }) => depth === 0),
      "run_as",
      "target",
    ),
  ).toEqual([
    { run_as: "root", target: "/root" },
    { run_as: "alice", target: "/home/alice" },
  ]);
});

test("private keys of servers without a passphrase, by what is in the files", async () => {
  const key = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n";
  const host = makeHost({
    "/etc/haproxy/site.pem": `-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n${key}`,
    "/etc/nginx/tls/a.key": key,
    "/etc/nginx/tls/b.key": key.replaceAll("PRIVATE", "ENCRYPTED PRIVATE"),
    "/etc/ssl/private/c.pem": key.replaceAll("PRIVATE", "PUBLIC"),
  });
  const { rows } = await collect(host, "tls_key");
  expect(rows.filter(({ depth }) => depth === 0).map(({ target }) => target)).toEqual([
    "/etc/haproxy/site.pem",
    "/etc/nginx/tls/a.key",
  ]);
});

test("files from which sshd takes keys, unless nobody can log in by them", async () => {
  const host = makeHost({
    "/etc/ssh/sshd_config": "AuthorizedKeysFile /etc/keys/%u\nDenyUsers postgres\n",
    "/etc/keys/alice": "",
    "/bin/sh": "",
    "/proc/net/tcp":
      "  sl  local_address\n   0: 00000000:0016 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 9000 1",
  });
  chmodSync(host.path("/bin/sh"), 0o755);
  const { rows } = await collect(host, "authorized_keys");
  expect(new Set(rows.map(({ run_as, target }) => `${run_as} ${target}`))).toEqual(
    new Set(["alice /etc/keys/alice"]), // root has no file
  );
});

test("key files that sshd refuses, or whose account may not log in, are barred", async () => {
  const host = makeHost(
    {
      "/etc/ssh/sshd_config": "DenyUsers postgres\n",
      "/home/alice/.ssh/authorized_keys": "",
      "/var/lib/postgresql/.ssh/authorized_keys": "",
      "/bin/sh": "",
      "/proc/net/tcp":
        "  sl  local_address\n   0: 00000000:0016 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 9000 1",
    },
    { owners: { "/home/alice/.ssh/authorized_keys": { uid: 1001, gid: 1001, mode: 0o666 } } },
  );
  chmodSync(host.path("/bin/sh"), 0o755);
  const rows = await targetsOf(host, "authorized_keys");
  expect(rows.map(({ run_as, barred }) => [run_as, barred])).toEqual([
    [
      "alice",
      "sshd takes no keys from /home/alice/.ssh/authorized_keys, by its options or by who may change it",
    ],
    ["postgres", "sshd lets postgres in by no key: DenyUsers postgres"],
  ]);
});

test("scripts of ordinary accounts that others may be able to change", async () => {
  const files = {
    "/etc/passwd":
      "root:x:0:0::/root:/bin/bash\nalice:x:1001:1001::/home/alice:/bin/bash\ndora:x:1003:1003::/home/dora:/bin/zsh\nsvc:x:1004:1004::/home/svc:/usr/sbin/nologin\n",
    "/bin/bash": "",
    "/bin/zsh": "",
    "/etc/pam.d/common-session": "session optional pam_systemd.so\n",
    "/home/alice/.profile": ". ~/.bashrc\n",
    "/home/alice/.bash_login": "echo hello\n",
    "/home/alice/.config/systemd/user/sync.service": "[Service]\nExecStart=/bin/true\n",
    "/home/dora/.zshrc": "",
    "/home/svc/.profile": "",
  };
  const open = { uid: 1001, gid: 1001, mode: 0o777 };
  const host = makeHost(files, {
    programs: ["/bin/bash", "/bin/zsh"],
    owners: { "/home/alice": open, "/home/dora": { uid: 1003, gid: 1003, mode: 0o755 } },
  });
  const rows = await targetsOf(host, "account_script");
  expect(
    rows.map(({ run_as, detail, awaits, barred }) => [run_as, detail, awaits, barred]),
  ).toEqual([
    ["alice", ".bash_profile", "alice logs in", null],
    ["alice", ".bash_login", "alice logs in", null],
    ["alice", ".profile", "alice logs in", "bash reads .bash_login instead"],
    ["alice", ".bashrc", "alice starts a shell", null],
    ["alice", ".config/systemd/user", "the systemd of alice starts", null],
    ["alice", ".config/systemd/user/sync.service", "the systemd of alice starts", null],
  ]);
});

test("modules of PAM and programs of pam_exec that others may be able to write, su's first", async () => {
  const folder = "/usr/lib/x86_64-linux-gnu/security";
  const host = makeHost(
    {
      "/etc/pam.d/login":
        "auth required pam_unix.so\nsession optional pam_exec.so quiet /opt/note\n",
      "/etc/pam.d/su": "auth required pam_unix.so\nauth required pam_rootok.so\n",
      "/etc/pam.d/sshd": "auth required /opt/pam_own.so\n",
      "/usr/lib/os-release": "",
      [`${folder}/pam_unix.so`]: "",
      [`${folder}/pam_rootok.so`]: "",
      [`${folder}/pam_exec.so`]: "",
      "/opt/pam_own.so": "",
      "/opt/note": "",
    },
    {
      owners: {
        [`${folder}/pam_unix.so`]: { mode: 0o666 },
        "/opt/pam_own.so": { uid: 1001 },
        "/opt/note": { mode: 0o777 },
      },
    },
  );
  const all = await collectOf(pathPermissions, host);
  const rows = all.rows.filter(
    ({ purpose, depth }) => /^pam_/.test(String(purpose)) && depth === 0,
  );
  expect(pick(rows, "purpose", "detail", "target")).toEqual([
    { purpose: "pam_module", detail: "su", target: `${folder}/pam_unix.so` },
    { purpose: "pam_program", detail: "login", target: "/opt/note" },
    { purpose: "pam_module", detail: "sshd", target: "/opt/pam_own.so" },
  ]);
});

test("libvirt's sockets, and whether polkit is asked besides", async () => {
  const host = makeHost({
    "/run/libvirt/libvirt-sock": "",
    "/run/libvirt/virtqemud-sock": "",
    "/etc/libvirt/libvirtd.conf": '#auth_unix_rw = "polkit"\nauth_unix_rw = "none"\n',
    "/etc/libvirt/virtqemud.conf": '#auth_unix_rw = "none"\n',
  });
  expect(pick(await targetsOf(host, "libvirt_socket"), "detail", "awaits")).toEqual([
    { detail: "libvirtd", awaits: null },
    { detail: "virtqemud", awaits: "polkit agrees" },
  ]);
});

test("programs that change accounts, and why they don't", async () => {
  const setuid = { "/usr/bin/su": { mode: 0o4755 }, "/usr/bin/doas": { mode: 0o4755 } };
  const host = makeHost(
    { "/usr/bin/su": "", "/mnt/ro/doas": "", "/usr/bin/pkexec": "" },
    { owners: setuid, links: { "/usr/bin/doas": "../../mnt/ro/doas" } },
  );
  const rows = await targetsOf(host, "change_program");
  expect(pick(rows, "detail", "target", "barred")).toEqual([
    { detail: "su", target: "/usr/bin/su", barred: null },
    {
      detail: "doas",
      target: "/usr/bin/doas",
      barred: "/usr/bin/doas is on a file system mounted with nosuid",
    },
    {
      detail: "pkexec",
      target: "/usr/bin/pkexec",
      barred: "/usr/bin/pkexec is not setuid root",
    },
  ]);
});

test("a path that can't be inspected is unknown, and a gap", async () => {
  const host = makeHost({ "/etc/cron.d/x": "5 * * * * root /opt/app/x\n", "/opt/app/x": "" });
  const { rows, gaps } = await collect(denyingHost(host, "/opt/app"), "cron_job");
  expect(rows[0]).toMatchObject({ path: "/opt/app/x", type: "unknown", mode: null, acl: null });
  expect(gaps).toContainEqual({
    reason: "denied",
    detail: "/opt/app/x: permission denied",
    rows: { column: "purpose", values: ["cron_job"] },
  });
});

test("an unreadable source is a gap, the others are reported", async () => {
  const host = makeHost({ "/etc/cron.d/x": "5 * * * * root /opt/x\n", "/etc/sudoers": "" });
  const { rows, gaps } = await collect(denyingHost(host, "/etc/sudoers"), "cron_job");
  expect(rows[0]).toMatchObject({ target: "/opt/x" });
  expect(gaps).toContainEqual({
    reason: "denied",
    detail: "/etc/sudoers: permission denied",
    rows: { column: "purpose", values: ["sudo_program"] },
  });
});

test("each kind of target has only the purposes that its gaps leave open", async () => {
  const host = makeHost(
    {
      "/etc/cron.d/x": "5 * * * * root /opt/x\n",
      "/etc/sudoers": "alice ALL=(root) /opt/y\n",
      "/etc/ld.so.preload": "/opt/z.so\n",
      "/etc/systemd/system/u.service": "[Service]\nExecStart=/opt/u\nEnvironmentFile=/etc/u.env\n",
      "/etc/shadow": "",
      "/home/alice/.ssh/id_ed25519": "",
    },
    { programs: ["/etc/shadow"] },
  );
  for (const [find, ...purposes] of finders)
    for (const { purpose } of await find(gapReader(host))) expect(purposes).toContain(purpose);
});

test("a user's thousands of jobs don't crowd out root's, and omitted rows are a gap", async () => {
  const jobs = Array.from({ length: 6_000 }, (_, at) => `5 * * * * /opt/a/b/job${at}`).join("\n");
  const host = makeHost({
    "/var/spool/cron/crontabs/alice": `${jobs}\n`,
    "/etc/systemd/system/last.service": "[Service]\nExecStart=/opt/last\n",
  });
  const { rows, gaps } = await collectOf(pathPermissions, host);
  expect(rows.length).toBeLessThanOrEqual(20_000);
  expect(rows.some(({ target }) => target === "/opt/last")).toBe(true);
  const left = "/var/spool/cron/crontabs/alice: only the first 5000 jobs are reported";
  expect(gaps).toContainEqual({
    reason: "error",
    detail: left,
    rows: { column: "purpose", values: ["cron_table", "cron_job"] },
  });
  expect(gaps).toContainEqual({
    reason: "error",
    detail: expect.stringMatching(/^more than 20000 rows: \d+ paths were left out$/),
  });
});
