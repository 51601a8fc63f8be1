import { addAccount } from "../machine/accounts.ts";
import { admitOnly } from "../machine/firewall.ts";
import { describeMachine, folder, type Machine, write } from "../machine/machine.ts";
import { addLogins } from "../machine/runtime-state.ts";
import { server } from "../machine/server.ts";
import { addFlow } from "../machine/sockets.ts";
import { addRootJob, addSudoRules, keepKey, knowHosts } from "../machine/ssh-files.ts";
import { publicKeyOf } from "../machine/ssh-keys.ts";
import { serveSession } from "../machine/ssh-sessions.ts";
import { authorize, loginsOf } from "../people.ts";
import { debian } from "../roles/debian.ts";
import { fleet } from "../roles/fleet.ts";
import { nginx, phpFpm } from "../roles/services.ts";
import { sshServer } from "../roles/ssh-server.ts";

const tags = { env: "prod", role: "web", site: "fra", team: "platform" };
const base = [debian, sshServer({ rootLogin: "prohibit-password" }), fleet, nginx, phpFpm];

const script = "#!/bin/sh\nset -e\n";

/** The first front end. Root's clean-up job runs a script owned by the web server account. */
export const web1 = () =>
  describeMachine(
    server({ name: "web-1", tags, addresses: ["10.20.1.11/24", "203.0.113.11/28"] }),
    ...base,
    loginsOf("alice", "bob"),
    frontEnd,
    addFeed,
    (machine) => {
      folder(machine, "/var/www/shop/bin", { owner: "www-data" });
      const path = "/var/www/shop/bin/cleanup.sh";
      write(machine, path, { owner: "www-data", mode: 0o755, content: script });
      addRootJob(machine, "shop-cleanup", `*/15 * * * * root ${path} --older 7d`);
      keepKey(machine, "root", { key: "deploy@web-1", file: "deploy_ed25519" });
      knowHosts(machine, "root", { "db-1": "10.20.3.11", "git-1": "10.20.4.21" });
      addFlow(machine, { to: "10.20.3.11", port: 22, process: "ssh", user: "root" });
      addLogins(machine, { user: "alice", from: "10.20.1.5", daysAgo: 2 });
    },
  );

/** A partner's account owns the import that runs as the web server's account. */
function addFeed(machine: Machine): void {
  addAccount(machine, { name: "feed", uid: 1127 });
  write(machine, "/srv/feed/import.sh", { owner: "feed", mode: 0o755, content: script });
  write(machine, "/etc/cron.d/shop-feed", { content: "20 * * * * www-data /srv/feed/import.sh\n" });
}

/** The second front end. Its deploy account has an old key, and a sudo rule for web-1 only. */
export const web2 = () =>
  describeMachine(
    server({ name: "web-2", tags, addresses: ["10.20.1.12/24", "203.0.113.12/28"] }),
    ...base,
    loginsOf("alice", "bob"),
    frontEnd,
    (machine) => {
      addAccount(machine, { name: "deploy", uid: 1100 });
      keepKey(machine, "deploy", { key: "deploy@web-2", file: "deploy_old" });
      addFlow(machine, { to: "10.20.3.11", port: 22, process: "ssh", user: "deploy" });
      addSudoRules(
        machine,
        "deploy",
        "Host_Alias FIRST = web-1",
        "deploy FIRST=(root) NOPASSWD: ALL",
      );
      authorize(machine, "root", publicKeyOf("ops shared"));
      addPublishers(machine);
      addLogins(machine, { user: "bob", from: "10.20.1.5", daysAgo: 0.1, open: true });
    },
  );

/** Who publishes from the file server, and the rollouts, whose connection from jump-1 is open. */
function addPublishers(machine: Machine): void {
  addAccount(machine, { name: "webpress", uid: 1124 });
  authorize(machine, "webpress", publicKeyOf("webpress@files-1"), publicKeyOf("fax@files-1"));
  addSudoRules(machine, "webpress", "webpress ALL=(root) NOPASSWD: ALL");
  addAccount(machine, { name: "rollout", uid: 1133 });
  addSudoRules(machine, "rollout", "rollout ALL=(root) NOPASSWD: ALL");
  serveSession(machine, { user: "rollout", from: "10.20.0.5" });
}

/** The third front end, at the other site; mail-1 copies TLS certificates to it. */
export const web3 = () =>
  describeMachine(
    server({
      name: "web-3",
      tags: { ...tags, site: "ams" },
      addresses: ["10.20.1.13/24", "203.0.113.13/28"],
      release: "ubuntu-22.04",
    }),
    ...base,
    loginsOf("alice", "bob"),
    frontEnd,
    (machine) => {
      addAccount(machine, { name: "acme", uid: 1101 });
      authorize(machine, "acme", publicKeyOf("cert sync"));
      addSudoRules(machine, "acme", "acme ALL=(root) NOPASSWD: ALL");
      keepKey(machine, "acme", { key: "cache flush", file: "cache_flush" });
      folder(machine, "/var/spool/reports", { mode: 0o1777 });
      write(machine, "/var/spool/reports/build.sh", { mode: 0o755, content: script });
      addRootJob(machine, "reports", "5 * * * * root /var/spool/reports/build.sh");
      addLogins(machine, { user: "alice", from: "10.20.1.5", daysAgo: 9 });
    },
  );

/** The shop is public; everything else is open only to internal networks. */
function frontEnd(machine: Machine): void {
  admitOnly(
    machine,
    { ports: "80,443" },
    { ports: "22", from: "10.20.0.0/24,10.20.1.0/24" },
    { ports: "9100", from: "10.20.0.21" },
  );
  addFlow(machine, { to: "10.20.2.11", port: 8080, process: "nginx", user: "www-data" });
  addFlow(machine, { to: "10.20.0.22", port: 514, process: "rsyslogd", user: "root" });
}
