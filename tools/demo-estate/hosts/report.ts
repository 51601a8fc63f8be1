import { addAccount, addGroup, join } from "../machine/accounts.ts";
import { daysAgo } from "../machine/clock.ts";
import {
  describeMachine,
  folder,
  type Machine,
  programContent,
  write,
} from "../machine/machine.ts";
import { addMount } from "../machine/mounts.ts";
import { addLogins } from "../machine/runtime-state.ts";
import { server } from "../machine/server.ts";
import { addProcess } from "../machine/services.ts";
import { addFlow, addListener } from "../machine/sockets.ts";
import { addSudoRules, keepKey } from "../machine/ssh-files.ts";
import { certificateOf, publicKeyOf } from "../machine/ssh-keys.ts";
import { loginsOf } from "../people.ts";
import { debian } from "../roles/debian.ts";
import { fleet } from "../roles/fleet.ts";
import { saltMinion } from "../roles/salt.ts";
import { docker } from "../roles/services.ts";
import { sshServer } from "../roles/ssh-server.ts";
import { trustAuthority } from "./data.ts";

const tags = { env: "prod", site: "fra", team: "sre" };

/** The log server. The log shipper's own folder is first in cron's PATH. */
export const log1 = () =>
  describeMachine(
    server({
      name: "log-1",
      tags: { ...tags, role: "logs" },
      addresses: ["10.20.0.22/24"],
      release: "ubuntu-22.04",
      memoryGiB: 32,
    }),
    debian,
    sshServer({ rootLogin: "prohibit-password", lines: [trustAuthority] }),
    fleet,
    loginsOf("judy", "karl"),
    saltMinion({ master: "monitor-1" }),
    addFormerCertificate,
    addArchive,
    (machine) => {
      write(machine, "/etc/ssh/user_ca.pub", { content: `${publicKeyOf("user authority")}\n` });
      addAccount(machine, { name: "logship", uid: 1114 });
      folder(machine, "/opt/logtools/bin", { owner: "logship", mode: 0o755 });
      const secure = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
      write(machine, "/etc/cron.d/log-archive", {
        content: `PATH=/opt/logtools/bin:${secure}\n40 2 * * * root tar -C /var/log -czf /srv/archive/logs.tgz .\n`,
      });
      keepKey(machine, "root", { key: "archive@log-1", file: "archive" });
      addFlow(machine, { to: "10.20.3.31", port: 22, process: "rsync", user: "root" });
      addLogins(machine, { user: "judy", from: "10.20.0.5", daysAgo: 5 });
    },
  );

/**
 * sudo leaves its PATH to those who pack the archive, everybody finds what its group may read, and lines of
 * devices go on to a collector elsewhere.
 */
function addArchive(machine: Machine): void {
  addAccount(machine, { name: "packer", uid: 1145 });
  addGroup(machine, "archive", 1510, ["packer"]);
  const pack = "/usr/local/sbin/pack-archive";
  write(machine, pack, { mode: 0o755, content: "#!/bin/sh\ngzip -r /srv/archive\n" });
  const rule = `packer ALL=(root) NOPASSWD: ${pack}`;
  addSudoRules(machine, "archive", "Defaults exempt_group=archive", rule);
  const find = { group: "archive", mode: 0o2755, content: programContent("/usr/local/bin/find") };
  write(machine, "/usr/local/bin/find", find);
  const command = "socat TCP-LISTEN:1514,fork TCP:10.20.0.200:514";
  const pid = addProcess(machine, { name: "socat", user: "nobody", command });
  addListener(machine, { port: 1514, process: "socat", user: "nobody", pid });
}

/** A certificate of an authority that is no longer trusted. */
function addFormerCertificate(machine: Machine): void {
  keepKey(machine, "judy", { key: "judy@log-1", passphrase: true });
  const content = certificateOf({
    key: "judy@log-1",
    authority: "former user authority",
    principals: ["judy"],
    validAfter: daysAgo(100),
    validBefore: daysAgo(-3650),
  });
  write(machine, "/home/judy/.ssh/id_ed25519-cert.pub", { owner: "judy", content });
}

/** The reporting server; the data team can change a program that runs as root. */
export const analytics1 = () =>
  describeMachine(
    server({
      name: "analytics-1",
      tags: { env: "prod", role: "analytics", site: "fra", team: "data" },
      addresses: ["10.20.2.41/24"],
      release: "ubuntu-22.04",
      cores: 32,
      memoryGiB: 128,
    }),
    debian,
    sshServer(),
    fleet,
    docker({ tcp: "127.0.0.1" }),
    loginsOf("alice", "nina"),
    mountHomes,
    (machine) => {
      addAccount(machine, { name: "jobtrace", uid: 1139 });
      const collect = "/opt/profiler/collect";
      write(machine, collect, { mode: 0o755, content: programContent(collect) });
      addSudoRules(machine, "jobtrace", `jobtrace ALL=(root) NOPASSWD:SETENV: ${collect}`);
      addGroup(machine, "data", 1504);
      join(machine, "data", "nina");
      write(machine, "/opt/reports/bin/render", {
        group: "data",
        mode: 0o4775,
        content: programContent("/opt/reports/bin/render"),
      });
      addAccount(machine, { name: "etl", uid: 1105 });
      keepKey(machine, "etl", { key: "etl@analytics-1" });
      keepKey(machine, "etl", { key: "migration@analytics-1", file: "migration" });
      addFlow(machine, { to: "10.20.3.12", port: 22, process: "ssh", user: "etl" });
      addFlow(machine, { to: "10.20.3.11", port: 22, process: "ssh", user: "etl" });
      addLogins(machine, { user: "nina", from: "10.20.1.5", daysAgo: 0.5, open: true });
    },
  );

/** Homes of the file server; only those of the payroll ask for Kerberos. */
function mountHomes(machine: Machine): void {
  for (const [name, flavour] of Object.entries({ homes: "sys", payroll: "krb5p" }))
    addMount(machine, {
      device: `files-1:/srv/${name}`,
      path: `/srv/${name}`,
      type: "nfs4",
      flags: `rw,relatime,vers=4.2,sec=${flavour},addr=10.20.3.41`,
      sizeGiB: 2000,
    });
  addFlow(machine, { to: "10.20.3.41", port: 22, process: "ssh", user: "root" });
}
