import { addAccount, addGroup } from "../machine/accounts.ts";
import { daysAgo, shadowDay } from "../machine/clock.ts";
import { admitOnly } from "../machine/firewall.ts";
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
import { addService } from "../machine/services.ts";
import { addFlow, addListener } from "../machine/sockets.ts";
import { addRootJob, addSudoRules, keepKey } from "../machine/ssh-files.ts";
import { publicKeyOf } from "../machine/ssh-keys.ts";
import { addPerson, authorize, loginsOf } from "../people.ts";
import { debian } from "../roles/debian.ts";
import { fleet } from "../roles/fleet.ts";
import { postgres } from "../roles/services.ts";
import { sshServer } from "../roles/ssh-server.ts";

const tags = { env: "prod", role: "database", site: "fra", team: "dba", tier: "crown" };
const script = "#!/bin/sh\nset -e\n";

/** Where user certificates are trusted: the authority's key lies on jump-1. */
export const trustAuthority = "TrustedUserCAKeys /etc/ssh/user_ca.pub";

/** The primary database. Its maintenance script belongs to postgres, who can run it as root. */
export const db1 = () =>
  describeMachine(
    server({ name: "db-1", tags, addresses: ["10.20.3.11/24"], cores: 16, memoryGiB: 64 }),
    debian,
    sshServer({ rootLogin: "prohibit-password" }),
    fleet,
    postgres,
    loginsOf("alice", "dana"),
    (machine) => {
      admitOnly(
        machine,
        { ports: "5432", from: "10.20.1.0/24,10.20.2.0/24,10.20.3.0/24" },
        { ports: "22", from: "10.20.0.0/24,10.20.1.0/24,10.20.2.0/24,10.20.5.0/24" },
        { ports: "9100", from: "10.20.0.21" },
      );
      authorize(
        machine,
        "postgres",
        publicKeyOf("deploy@web-1"),
        `from="10.20.4.0/24" ${publicKeyOf("deploy@web-2")}`,
      );
      authorize(
        machine,
        "root",
        `command="/usr/local/bin/pgcheck",restrict ${publicKeyOf("pgcheck@monitor-1")}`,
        `expiry-time="20260401" ${publicKeyOf("migration@analytics-1")}`,
        publicKeyOf("breakglass alice"),
      );
      const path = "/usr/local/bin/pg-maintenance";
      write(machine, path, { owner: "postgres", mode: 0o755, content: script });
      write(machine, "/usr/local/bin/pgcheck", { mode: 0o755, content: script });
      addSudoRules(
        machine,
        "dba",
        `postgres ALL=(root) NOPASSWD: ${path}`,
        "dana ALL=(postgres) NOPASSWD: ALL",
      );
      addLogins(machine, { user: "dana", from: "10.20.1.5", daysAgo: 0.3, open: true });
    },
  );

/** The standby database, which also trusts user certificates. */
export const db2 = () =>
  describeMachine(
    server({
      name: "db-2",
      tags: { ...tags, site: "ams" },
      addresses: ["10.20.3.12/24"],
      cores: 16,
      memoryGiB: 64,
    }),
    debian,
    sshServer({ rootLogin: "prohibit-password", lines: [trustAuthority] }),
    fleet,
    postgres,
    loginsOf("alice", "dana"),
    (machine) => {
      write(machine, "/etc/ssh/user_ca.pub", { content: `${publicKeyOf("user authority")}\n` });
      admitOnly(
        machine,
        { ports: "5432", from: "10.20.2.0/24,10.20.3.0/24" },
        { ports: "22", from: "10.20.0.0/24,10.20.2.0/24" },
        { ports: "9100", from: "10.20.0.21" },
      );
      addAccount(machine, { name: "etl", uid: 1105 });
      authorize(machine, "etl", publicKeyOf("etl@analytics-1"));
      addPerson(machine, "oscar", { expires: String(shadowDay(daysAgo(190))) });
      addSudoRules(machine, "migration", "oscar ALL=(ALL) NOPASSWD: ALL");
      addFlow(machine, { to: "10.20.3.11", port: 5432, process: "postgres", user: "postgres" });
    },
  );

/** The backup server; the accounts that deliver backups can change a script that root runs. */
export const backup1 = () =>
  describeMachine(
    server({
      name: "backup-1",
      tags: { env: "prod", role: "backup", site: "ams", team: "platform", tier: "crown" },
      addresses: ["10.20.3.31/24"],
      memoryGiB: 32,
    }),
    debian,
    sshServer({
      matches: ["Match Address 10.20.0.0/24,10.20.3.0/24", "  PermitRootLogin prohibit-password"],
    }),
    fleet,
    loginsOf("alice"),
    (machine) => {
      admitOnly(
        machine,
        { ports: "22", from: "10.20.0.0/16" },
        { ports: "9100", from: "10.20.0.21" },
      );
      addMount(machine, {
        device: "/dev/sdb1",
        path: "/srv/backup",
        type: "xfs",
        flags: "rw,nosuid,nodev,relatime",
        sizeGiB: 8000,
      });
      addGroup(machine, "backup-ops", 1501);
      addAccount(machine, { name: "backup", uid: 1106, groups: ["backup-ops"] });
      addAccount(machine, { name: "archive", uid: 1107, groups: ["backup-ops"] });
      authorize(machine, "backup", publicKeyOf("backup@laptop-2"));
      authorize(machine, "archive", publicKeyOf("archive@log-1"));
      authorize(machine, "root", publicKeyOf("backup push"));
      folder(machine, "/srv/backup/bin", { group: "backup-ops", mode: 0o775 });
      write(machine, "/srv/backup/bin/rotate.sh", { mode: 0o755, content: script });
      addRootJob(machine, "backup-rotate", "10 1 * * * root /srv/backup/bin/rotate.sh");
    },
  );

/** NFS server for the office, exported with no_root_squash, and for homes. */
export const files1 = () =>
  describeMachine(
    server({
      name: "files-1",
      tags: { env: "prod", role: "files", site: "fra", team: "support" },
      addresses: ["10.20.3.41/24", "10.20.5.41/24"],
      release: "ubuntu-22.04",
    }),
    debian,
    sshServer({
      rootLogin: "prohibit-password",
      lines: ["StrictModes no", "AuthorizedKeysFile .ssh/authorized_keys"],
    }),
    fleet,
    loginsOf("alice", "peggy"),
    addHomes,
    (machine) => {
      addMount(machine, {
        device: "/dev/sdb1",
        path: "/srv/share",
        type: "ext4",
        flags: "rw,nosuid,nodev,relatime",
        sizeGiB: 2000,
      });
      addService(machine, {
        name: "nfs-server",
        description: "NFS server and services",
        exec: "/usr/sbin/rpc.nfsd 8",
        type: "oneshot",
      });
      addListener(machine, { port: 2049, process: null, user: null, pid: -1 });
      write(machine, "/etc/exports", {
        content:
          "/srv/share 10.20.5.0/24(rw,sync,no_root_squash)\n/srv/images 10.20.2.0/24(ro,sync,root_squash)\n/srv/homes 10.20.2.0/24(rw,sync,root_squash)\n/srv/payroll 10.20.2.0/24(rw,sync,root_squash,sec=krb5p)\n",
      });
      authorize(machine, "root", publicKeyOf("ops shared"));
      addAccount(machine, { name: "scan", uid: 1108 });
      write(machine, "/srv/share/tools/index", {
        group: "scan",
        mode: 0o4775,
        content: programContent("/srv/share/tools/index"),
      });
    },
  );

/** Homes on exports. Two accounts publish over the bastion, where the key of one may not forward. */
function addHomes(machine: Machine): void {
  const homes = { webpress: "/srv/homes", fax: "/srv/homes", hr: "/srv/payroll" };
  for (const [index, [name, place]] of Object.entries(homes).entries()) {
    const directory = `${place}/${name}`;
    addAccount(machine, { name, uid: 1124 + index, directory });
    folder(machine, directory, { owner: name, mode: 0o750 });
  }
  for (const name of ["webpress", "fax"]) keepKey(machine, name, { key: `${name}@files-1` });
  addFlow(machine, { to: "10.20.1.5", port: 22, process: "ssh", user: "webpress" });
  addGroup(machine, "helpdesk", 1505, ["peggy"]);
  authorize(machine, "webpress", publicKeyOf("webpress@token"));
  folder(machine, "/srv/homes/webpress", { owner: "webpress", mode: 0o755 });
  folder(machine, "/srv/homes/webpress/.ssh", { owner: "webpress", mode: 0o755 });
  const keys = "/srv/homes/webpress/.ssh/authorized_keys";
  const { content } = machine.tree.get(keys)!;
  write(machine, keys, { owner: "webpress", group: "helpdesk", mode: 0o664, content });
}
