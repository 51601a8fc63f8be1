import { addAccount, addGroup } from "../machine/accounts.ts";
import { addContainer } from "../machine/containers.ts";
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
import { addFlow } from "../machine/sockets.ts";
import { addRootJob, addSudoRules, keepKey } from "../machine/ssh-files.ts";
import { publicKeyOf } from "../machine/ssh-keys.ts";
import { addPerson, authorize, loginsOf } from "../people.ts";
import { debian } from "../roles/debian.ts";
import { fleet } from "../roles/fleet.ts";
import { shopNode } from "../roles/kubernetes.ts";
import { docker, redis, shop } from "../roles/services.ts";
import { sshServer } from "../roles/ssh-server.ts";

const tags = { env: "prod", role: "app", site: "fra", team: "dev" };
const script = "#!/bin/sh\nset -e\n";

/** The first application server. Its deploy account can restart the shop with a script it owns. */
export const app1 = () =>
  describeMachine(
    server({ name: "app-1", tags, addresses: ["10.20.2.11/24"] }),
    debian,
    sshServer(),
    fleet,
    shop,
    loginsOf("alice", "frank"),
    toDatabase,
    (machine) => {
      addPerson(machine, "grace", { password: "set" });
      addSudoRules(machine, "10-dev", "grace ALL=(ALL) NOPASSWD: ALL");
      addSudoRules(machine, "90-policy", "grace ALL=(ALL) PASSWD: ALL");
      addAccount(machine, { name: "deploy", uid: 1100 });
      authorize(machine, "deploy", publicKeyOf("frank@app-2"), publicKeyOf("pull@docker-1"));
      const path = "/opt/shop/bin/restart.sh";
      write(machine, path, { owner: "deploy", mode: 0o755, content: script });
      addSudoRules(machine, "deploy", `deploy ALL=(root) NOPASSWD: ${path}`);
      const secret = "db-1:5432:shop:shop:not-a-password\n";
      write(machine, "/opt/shop/.pgpass", { owner: "shopapp", mode: 0o600, content: secret });
    },
  );

/** The second application server. Developers have accounts, and a Python binary has cap_setuid. */
export const app2 = () =>
  describeMachine(
    server({ name: "app-2", tags: { ...tags, site: "ams" }, addresses: ["10.20.2.12/24"] }),
    debian,
    sshServer({ rootLogin: "prohibit-password" }),
    fleet,
    shop,
    loginsOf("alice", "frank", "heidi"),
    toDatabase,
    (machine) => {
      keepKey(machine, "frank", { key: "frank@app-2" });
      keepKey(machine, "frank", { key: "oscar@migration", file: "oscar_migration" });
      addFlow(machine, { to: "10.20.3.12", port: 22, process: "ssh", user: "frank" });
      authorize(machine, "root", publicKeyOf("ops shared"));
      addGroup(machine, "profiling", 1500, ["heidi"]);
      authorize(machine, "heidi", publicKeyOf("heidi profiling"));
      write(machine, "/opt/profiler/bin/python3.11", {
        group: "profiling",
        mode: 0o750,
        content: programContent("/opt/profiler/bin/python3.11"),
        capabilities: "cap_setuid=ep",
      });
      folder(machine, "/home/heidi", { owner: "heidi", mode: 0o755 });
      write(machine, "/home/heidi/.bashrc", {
        owner: "heidi",
        mode: 0o664,
        content: "alias ll='ls -l'\n",
        acl: ["user:1007:rw-", "group::r--"],
      });
      write(machine, "/opt/shop/bin/rotate.sh", {
        mode: 0o755,
        content: script,
        acl: ["user:980:rwx", "group::r-x"],
      });
      addRootJob(machine, "shop-rotate", "0 3 * * * root /opt/shop/bin/rotate.sh");
      addLogins(machine, { user: "frank", from: "10.20.1.5", daysAgo: 0.2, open: true });
    },
  );

function toDatabase(machine: Machine): void {
  addFlow(machine, { to: "10.20.3.11", port: 5432, process: "java", user: "shopapp" });
  addFlow(machine, { to: "10.20.2.21", port: 6379, process: "java", user: "shopapp" });
}

/** Shared container host; one container is privileged. */
export const docker1 = () =>
  describeMachine(
    server({
      name: "docker-1",
      tags: { env: "prod", role: "docker", site: "fra", team: "platform" },
      addresses: ["10.20.2.31/24"],
    }),
    debian,
    sshServer(),
    fleet,
    docker(),
    shopNode,
    loginsOf("alice", "bob"),
    (machine) => {
      addContainerLogins(machine);
      addAccount(machine, { name: "buildbot", uid: 1102 });
      keepKey(machine, "root", { key: "pull@docker-1" });
      addContainer(machine, {
        name: "shop-search",
        image: "shop/search:4.2",
        command: "java -jar search.jar",
        user: "1000",
        ports: [{ port: 9200, host: 9200 }],
      });
      addContainer(machine, {
        name: "registry-mirror",
        image: "registry:2.8",
        command: "/entrypoint.sh /etc/registry.yml",
        privileged: true,
        ports: [{ port: 5000, host: 5000 }],
      });
      addContainer(machine, {
        name: "thumbnails",
        image: "shop/thumbnails:1.9",
        command: "node server.js",
        user: "node",
        mounts: ["/srv/images:/images:ro"],
      });
      addMount(machine, {
        device: "/dev/sdc1",
        path: "/mnt/tools",
        type: "ext4",
        flags: "ro,relatime",
        sizeGiB: 10,
      });
      write(machine, "/mnt/tools/bin/prune.sh", {
        owner: "buildbot",
        mode: 0o755,
        content: script,
      });
      folder(machine, "/srv/images");
      addRootJob(machine, "prune", "30 2 * * * root /mnt/tools/bin/prune.sh");
    },
  );

/** Each of these accounts may open a shell in one container; only one of them is privileged. */
function addContainerLogins(machine: Machine): void {
  const shells = { mirrorctl: "registry-mirror", thumbsctl: "thumbnails" };
  for (const [index, [name, container]] of Object.entries(shells).entries()) {
    addAccount(machine, { name, uid: 1122 + index });
    const command = `/usr/bin/docker exec -it ${container} sh`;
    addSudoRules(machine, name, `${name} ALL=(root) NOPASSWD: ${command}`);
  }
}

/** Redis for the shop; monitoring can restart it. */
export const cache1 = () =>
  describeMachine(
    server({
      name: "cache-1",
      tags: { env: "prod", role: "cache", site: "fra", team: "platform" },
      addresses: ["10.20.2.21/24"],
    }),
    debian,
    sshServer(),
    fleet,
    redis,
    loginsOf("alice"),
    (machine) => {
      admitOnly(
        machine,
        { ports: "6379", from: "10.20.2.0/24" },
        { ports: "22", from: "10.20.0.0/24" },
        { ports: "9100", from: "10.20.0.21" },
      );
      addAccount(machine, { name: "nagios", uid: 1103 });
      authorize(machine, "nagios", publicKeyOf("nagios@monitor-1"));
      addSudoRules(machine, "nagios", "nagios ALL=(root) NOPASSWD: /usr/bin/systemctl");
      addAccount(machine, { name: "redisadm", uid: 1104 });
      authorize(machine, "redisadm", publicKeyOf("cache flush"));
      addSudoRules(machine, "redisadm", "redisadm ALL=(root) NOPASSWD: ALL");
    },
  );
