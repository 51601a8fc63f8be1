import { expect, test } from "vitest";
import { pathPermissions } from "../../../../../src/tables/permissions/path-permissions/table.ts";
import { collectOf, pick } from "../../../../helpers/collect-table.ts";
import { hostTree } from "../../../../helpers/host.ts";
import { type Owner, ownedHost } from "../../../../helpers/owned-host.ts";

function makeHost(files: Record<string, string>, owners: Record<string, Partial<Owner>> = {}) {
  const base = {
    "/etc/passwd": "root:x:0:0::/root:/bin/sh\n",
    "/etc/group": "root:x:0:\n",
    "/proc/1/comm": "systemd\n",
    "/proc/7/comm": "cron\n",
    "/proc/self/mounts": "/dev/a / ext4 rw 0 0\n",
  };
  return ownedHost(hostTree({ files: { ...base, ...files } }), owners);
}

async function targetsOf(host: ReturnType<typeof makeHost>, purpose: string) {
  const { rows } = await collectOf(pathPermissions, host);
  const own = rows.filter((row) => row.purpose === purpose && row.depth === 0);
  return pick(own, "target", "awaits").map((row) => Object.values(row));
}

const backup = (script: string, sudoers = "alice ALL = (root) NOPASSWD: /opt/backup") =>
  makeHost(
    {
      "/etc/sudoers": `${sudoers}\n`,
      "/usr/bin/sudo": "",
      "/opt/backup": `#!/bin/sh\n${script}`,
      "/srv/data/x": "",
    },
    { "/usr/bin/sudo": { mode: 0o4755 }, "/opt/backup": { mode: 0o755 } },
  );

test("a folder whose file names a script of sudo's passes to tar", async () => {
  expect(await targetsOf(backup("cd /srv/data\ntar -cf /b.tar *\n"), "sudo_program")).toEqual([
    ["/opt/backup", null],
    ["/srv/data", null],
  ]);
});

test("names with their folder, behind the end of the options or in quotes are no options", async () => {
  for (const words of ["./*", "-- *", "'*'", "."])
    expect(
      await targetsOf(backup(`cd /srv/data\ntar -cf /b.tar ${words}\n`), "sudo_program"),
      words,
    ).toEqual([["/opt/backup", null]]);
});

test("what a script may not get to is not sure", async () => {
  expect(
    await targetsOf(backup("if false; then\ncd /srv/data\ntar -cf /b.tar *\nfi\n"), "sudo_program"),
  ).toEqual([
    ["/opt/backup", null],
    ["/srv/data", "/opt/backup gets to its line"],
  ]);
  expect(
    await targetsOf(backup("pack() {\ncd /srv/data\ntar -cf /b.tar *\n}\n"), "sudo_program"),
  ).toEqual([
    ["/opt/backup", null],
    ["/srv/data", "/opt/backup gets to its line"],
  ]);
  expect(await targetsOf(backup("exit 0\n/srv/tool\n"), "sudo_program")).toEqual([
    ["/opt/backup", null],
    ["/srv/tool", "/opt/backup gets to its line"],
  ]);
});

test("the same for a script that cron runs", async () => {
  const host = makeHost(
    {
      "/etc/cron.d/x": "5 * * * * root /opt/backup\n",
      "/opt/backup": "#!/bin/sh\ncd /srv/data\ntar -cf /b.tar *\n",
      "/srv/data/x": "",
    },
    { "/opt/backup": { mode: 0o755 } },
  );
  expect(await targetsOf(host, "cron_job")).toEqual([
    ["/opt/backup", null],
    ["/srv/data", null],
  ]);
});

test("a path with doubled slashes or dots is that of its file", async () => {
  const jobs = ["/opt//backup", "/opt/./backup", "/opt/../opt/backup"];
  const host = makeHost({
    "/etc/cron.d/x": jobs.map((job) => `5 * * * * root ${job}\n`).join(""),
    "/opt/backup": "#!/bin/sh\n",
  });
  expect(await targetsOf(host, "cron_job")).toEqual(jobs.map(() => ["/opt/backup", null]));
});

test("Linux ignores the set-user-ID bit of a script", async () => {
  const host = makeHost(
    { "/opt/script": "#!/bin/sh\n", "/opt/program": "\x7fELF" },
    { "/opt/script": { mode: 0o4755 }, "/opt/program": { mode: 0o4755 } },
  );
  const { rows } = await collectOf(pathPermissions, host);
  const own = rows.filter((row) => row.purpose === "setuid" && row.depth === 0);
  expect(pick(own, "target", "executed")).toEqual([
    { target: "/opt/program", executed: undefined },
    { target: "/opt/script", executed: 0 },
  ]);
});

test("a socket that accepts connections itself is what starts a template", async () => {
  const host = makeHost({
    "/etc/systemd/system/app.socket":
      "[Socket]\nListenStream=7000\nAccept=yes\n[Install]\nWantedBy=sockets.target\n",
    "/etc/systemd/system/sockets.target.wants/app.socket": "",
    "/etc/systemd/system/app@.service": "[Service]\nExecStart=/opt/app\n",
    "/etc/systemd/system/app.service": "[Service]\nExecStart=/opt/other\n",
  });
  const { rows } = await collectOf(pathPermissions, host);
  const own = rows.filter((row) => row.purpose === "unit_program" && row.depth === 0);
  expect(pick(own, "target", "detail", "enabled")).toEqual([
    { target: "/opt/other", detail: "app.service", enabled: 0 },
    { target: "/opt/app", detail: "app@.service", enabled: 1 },
  ]);
});

test("sockets of further container services", async () => {
  const host = makeHost({ "/run/crio/crio.sock": "", "/run/k3s/containerd/containerd.sock": "" });
  expect((await targetsOf(host, "docker_socket")).map(([target]) => target)).toEqual([
    "/var/run/docker.sock",
    "/run/k3s/containerd/containerd.sock",
    "/run/crio/crio.sock",
  ]);
});

test("sockets of engines that accounts run for themselves", async () => {
  const host = makeHost({
    "/etc/passwd": "root:x:0:0::/root:/bin/sh\nalice:x:1001:1001::/home/alice:/bin/sh\n",
    "/run/user/0/podman/podman.sock": "",
    "/run/user/1001/podman/podman.sock": "",
  });
  const { rows } = await collectOf(pathPermissions, host);
  const own = rows.filter((row) => row.purpose === "own_engine_socket" && row.depth === 0);
  expect(pick(own, "run_as", "detail", "target")).toEqual([
    { run_as: "alice", detail: "podman", target: "/run/user/1001/podman/podman.sock" },
  ]);
});

test("a script of an account's whose access list lets others write it but for its mask", async () => {
  const files = {
    "/etc/passwd": "root:x:0:0::/root:/bin/sh\nalice:x:1001:1001::/home/alice:/bin/bash\n",
    "/home/alice/.bashrc": "",
    "/home/alice/.profile": "",
    "/bin/bash": "",
  };
  const host = makeHost(files, { "/bin/bash": { mode: 0o755 } });
  const list = "user::rw-\nuser:1002:rw-\t#effective:r--\ngroup::r--\nmask::r--\nother::r--\n";
  const run = async (_tool: string, args: string[]) => ({
    exitCode: 0,
    stdout: args.includes("/home/alice/.bashrc") ? `# file: /home/alice/.bashrc\n${list}\n` : "",
    stderr: "",
  });
  expect(await targetsOf({ ...host, run } as typeof host, "account_script")).toEqual([
    ["/home/alice/.bashrc", "alice starts a shell"],
  ]);
});
