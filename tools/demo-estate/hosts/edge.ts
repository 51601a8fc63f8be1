import { addAccount, addGroup, addSystemAccount } from "../machine/accounts.ts";
import { admitOnly } from "../machine/firewall.ts";
import {
  describeMachine,
  folder,
  type Machine,
  programContent,
  write,
} from "../machine/machine.ts";
import { addPackages } from "../machine/packages.ts";
import { addLogins } from "../machine/runtime-state.ts";
import { server } from "../machine/server.ts";
import { addProcess, addService } from "../machine/services.ts";
import { addFlow } from "../machine/sockets.ts";
import { addSudoRules, keepKey, knowHosts } from "../machine/ssh-files.ts";
import { publicKeyOf } from "../machine/ssh-keys.ts";
import { addPerson, authorize, loginsOf } from "../people.ts";
import { debian } from "../roles/debian.ts";
import { fleet } from "../roles/fleet.ts";
import { hostBased, signsForHost, trustHost } from "../roles/host-based.ts";
import { nginx, phpFpm } from "../roles/services.ts";
import { sshServer } from "../roles/ssh-server.ts";

const tags = { env: "prod", site: "fra", team: "platform" };

/** The bastion for staff; the operators' shared key was left on it. */
export const bastion1 = () =>
  describeMachine(
    server({
      name: "bastion-1",
      tags: { ...tags, role: "bastion" },
      addresses: ["10.20.1.5/24", "203.0.113.5/28"],
    }),
    debian,
    sshServer({ lines: ["MaxAuthTries 3", "AllowAgentForwarding no"] }),
    fleet,
    loginsOf("alice", "bob", "judy", "karl", "dana", "erin", "frank", "grace", "nina"),
    addRelay,
    (machine) => {
      admitOnly(machine, { ports: "22" }, { ports: "9100", from: "10.20.0.21" });
      addAccount(machine, { name: "vpnsync", uid: 1112 });
      authorize(machine, "vpnsync", publicKeyOf("vpn sync"));
      addAccount(machine, { name: "ops", uid: 1111 });
      keepKey(machine, "ops", { key: "ops shared" });
      knowHosts(machine, "ops", {
        "web-2": "10.20.1.12",
        "app-2": "10.20.2.12",
        "files-1": "10.20.3.41",
      });
      for (const to of ["10.20.2.12", "10.20.3.41", "10.20.4.21"])
        addFlow(machine, { to, port: 22, process: "ssh", user: "ops" });
      addLogins(
        machine,
        { user: "dana", from: "203.0.113.77", daysAgo: 0.3, open: true },
        { user: "frank", from: "10.20.5.12", daysAgo: 0.2, open: true },
        { user: "erin", from: "10.20.5.12", daysAgo: 3 },
      );
    },
  );

/**
 * Connections of others go on from here as an account without a shell. The sync of the staff's accounts
 * may write the file that lists them.
 */
function addRelay(machine: Machine): void {
  addAccount(machine, { name: "proxy", uid: 1128, shell: "/usr/sbin/nologin" });
  const keys = [publicKeyOf("webpress@files-1"), `restrict ${publicKeyOf("fax@files-1")}`];
  authorize(machine, "proxy", ...keys);
  addAccount(machine, { name: "edge", uid: 1129 });
  signsForHost(machine);
  addAccount(machine, { name: "staffsync", uid: 1130 });
  write(machine, "/etc/passwd", { mode: 0o664, acl: ["user:1130:rw-", "group::r--"] });
}

/** Renewals of certificates, from the bastion. */
function addRenewals(machine: Machine, by: "address" | "name"): void {
  addAccount(machine, { name: "edge", uid: 1129 });
  trustHost(machine, { host: "bastion-1", address: "10.20.1.5", by });
}

/** The VPN gateway. Support can log in with a password and change a library that every program loads. */
export const vpn1 = () =>
  describeMachine(
    server({
      name: "vpn-1",
      tags: { ...tags, role: "vpn" },
      addresses: ["10.20.1.6/24", "203.0.113.6/28"],
    }),
    debian,
    sshServer({ passwords: true, lines: [hostBased] }),
    fleet,
    loginsOf("alice"),
    (machine) => {
      addRenewals(machine, "address");
      addSudoRules(machine, "edge", "edge ALL=(root) NOPASSWD: /usr/bin/systemctl");
      addNetops(machine);
      addLogReaders(machine);
      admitOnly(
        machine,
        { ports: "1194", protocol: "udp" },
        { ports: "22" },
        { ports: "9100", from: "10.20.0.21" },
      );
      addPerson(machine, "peggy", { password: "set" });
      addGroup(machine, "vpn-plugins", 1502, ["peggy"]);
      addPackages(machine, "openvpn 2.6.3-1+deb12u2");
      addService(machine, {
        name: "openvpn",
        description: "OpenVPN service",
        exec: "/usr/sbin/openvpn --config /etc/openvpn/server.conf",
        restart: "on-failure",
        listens: [{ port: 1194, protocol: "udp" }],
      });
      folder(machine, "/opt/vpn/lib", { group: "vpn-plugins", mode: 0o775 });
      write(machine, "/opt/vpn/lib/libtrace.so", {
        group: "vpn-plugins",
        mode: 0o664,
        content: programContent("/opt/vpn/lib/libtrace.so"),
      });
      write(machine, "/etc/ld.so.preload", { content: "/opt/vpn/lib/libtrace.so\n" });
      keepKey(machine, "root", { key: "vpn sync" });
      addLogins(machine, { user: "peggy", from: "10.20.5.16", daysAgo: 0.1, open: true });
    },
  );

/** su asks the network's operators for no password, and apt runs their script. Guests of the VPN only pass through. */
function addNetops(machine: Machine): void {
  addAccount(machine, { name: "netops", uid: 1131 });
  addGroup(machine, "wheel", 1506, ["netops"]);
  const su = machine.tree.get("/etc/pam.d/su")!.content.toString();
  const trust = "auth sufficient pam_wheel.so trust group=wheel\n";
  write(machine, "/etc/pam.d/su", { content: trust + su });
  const path = "/opt/vpn/upgraded";
  write(machine, path, { owner: "netops", mode: 0o755, content: "#!/bin/sh\n" });
  write(machine, "/usr/bin/apt-get", { mode: 0o755 });
  write(machine, "/etc/apt/apt.conf.d/90vpn", { content: `DPkg::Post-Invoke {"${path}";};\n` });
  addAccount(machine, { name: "tunnel", uid: 1132, shell: "/usr/sbin/nologin", password: "set" });
}

/** Who looks at logs: by a rule whose wildcard shows any file, and by one that only shows one, which two names have. */
function addLogReaders(machine: Machine): void {
  addAccount(machine, { name: "logwatch", uid: 1137, groups: ["shadow"] });
  addAccount(machine, { name: "logread", uid: 1138 });
  addAccount(machine, { name: "logview", uid: 1138, directory: "/home/logread" });
  addSudoRules(
    machine,
    "logs",
    "logwatch ALL=(root) NOPASSWD: /usr/bin/cat /var/log/*",
    "logread ALL=(root) NOPASSWD: /usr/bin/cat /var/log/syslog",
  );
}

/** Mail server with a web front end. The mail account can change a program that an hourly report runs. */
export const mail1 = () =>
  describeMachine(
    server({
      name: "mail-1",
      tags: { ...tags, role: "mail" },
      addresses: ["10.20.1.25/24", "203.0.113.25/28"],
    }),
    debian,
    sshServer({ lines: [hostBased] }),
    fleet,
    nginx,
    phpFpm,
    loginsOf("alice", "judy"),
    (machine) => {
      addSystemAccount(machine, {
        name: "postfix",
        uid: 112,
        gid: 120,
        directory: "/var/spool/postfix",
      });
      addSystemAccount(machine, { name: "vmail", uid: 5000, directory: "/var/vmail" });
      addPackages(machine, "postfix 3.7.11-0+deb12u1\n dovecot-core 1:2.3.19.1+dfsg1-2.1+deb12u1");
      addService(machine, {
        name: "postfix",
        description: "Postfix Mail Transport Agent",
        exec: "/usr/lib/postfix/sbin/master -w",
        process: "master",
        restart: "always",
        listens: [{ port: 25 }, { port: 587 }],
      });
      addService(machine, {
        name: "dovecot",
        description: "Dovecot IMAP/POP3 email server",
        exec: "/usr/sbin/dovecot -F",
        restart: "on-failure",
        listens: [{ port: 993 }],
      });
      addProcess(machine, {
        name: "imap",
        user: "vmail",
        command: "dovecot/imap",
        path: "/usr/lib/dovecot/imap",
      });
      addService(machine, {
        name: "mail-report",
        description: "Hourly mail report",
        exec: "/usr/local/sbin/mail-report",
        type: "oneshot",
        timer: "hourly",
        unitFile: { folder: "/etc/systemd/system" },
        program: { group: "vmail", mode: 0o775, content: "#!/bin/sh\n" },
      });
      addService(machine, {
        name: "roundcube-sync",
        description: "Address book synchronisation",
        exec: "/var/www/roundcube/bin/sync.sh",
        state: "masked",
        program: { owner: "www-data", mode: 0o755, content: "#!/bin/sh\n" },
      });
      keepKey(machine, "root", { key: "cert sync", file: "cert_sync" });
      keepKey(machine, "root", { key: "backup push", file: "backup_push" });
      addFlow(machine, { to: "10.20.3.31", port: 22, process: "ssh", user: "root" });
      addDoas(machine);
      addRenewals(machine, "name");
    },
  );

/** The mail filter may run everything as root; who archives mail may no more. */
function addDoas(machine: Machine): void {
  addAccount(machine, { name: "maildrop", uid: 1116 });
  addAccount(machine, { name: "archive", uid: 1117 });
  addPackages(machine, "opendoas 6.8.2-1");
  write(machine, "/usr/bin/doas", { mode: 0o4755, content: programContent("/usr/bin/doas") });
  write(machine, "/var/lib/dpkg/info/opendoas.list", { content: "/usr/bin/doas\n" });
  write(machine, "/etc/doas.conf", {
    mode: 0o600,
    content: "permit nopass maildrop as root\npermit nopass archive as root\ndeny archive\n",
  });
}
