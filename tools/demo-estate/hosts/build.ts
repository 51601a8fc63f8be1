import { addAccount, addSystemAccount, join } from "../machine/accounts.ts";
import { addContainer } from "../machine/containers.ts";
import { admitOnly } from "../machine/firewall.ts";
import { describeMachine, folder, type Machine, write } from "../machine/machine.ts";
import { addPackages } from "../machine/packages.ts";
import { addLogins } from "../machine/runtime-state.ts";
import { server } from "../machine/server.ts";
import { addService } from "../machine/services.ts";
import { addFlow } from "../machine/sockets.ts";
import { addRootJob, addSudoRules, keepKey, knowHosts } from "../machine/ssh-files.ts";
import { publicKeyOf } from "../machine/ssh-keys.ts";
import { authorize, loginsOf } from "../people.ts";
import { debian } from "../roles/debian.ts";
import { ec2 } from "../roles/ec2.ts";
import { fleet } from "../roles/fleet.ts";
import { keepKubeconfig, loneCluster, shopCluster } from "../roles/kubernetes.ts";
import { docker } from "../roles/services.ts";
import { sshServer } from "../roles/ssh-server.ts";

const tags = { env: "build", site: "fra", team: "dev" };

/** The CI server. Jobs run in containers, so its account is in the docker group. */
export const ci1 = () =>
  describeMachine(
    server({ name: "ci-1", tags: { ...tags, role: "ci" }, addresses: ["10.20.4.11/24"], cores: 8 }),
    debian,
    sshServer(),
    fleet,
    docker(),
    loginsOf("alice", "erin", "grace"),
    addDeployers,
    addToolchain,
    (machine) => {
      addSystemAccount(machine, {
        name: "gitlab-runner",
        uid: 997,
        directory: "/var/lib/gitlab-runner",
        shell: "/bin/bash",
      });
      join(machine, "docker", "gitlab-runner");
      addPackages(machine, "gitlab-runner 17.3.1-1");
      addService(machine, {
        name: "gitlab-runner",
        description: "GitLab Runner",
        exec: "/usr/bin/gitlab-runner run",
        user: "gitlab-runner",
        restart: "always",
      });
      keepKey(machine, "root", { key: "git admin@ci-1", file: "git_admin" });
      knowHosts(machine, "root", { "git-1": "10.20.4.21" });
      addContainer(machine, {
        name: "build-cache",
        image: "minio/minio:2024",
        command: "minio server /data",
        user: "1000",
      });
      addFlow(machine, {
        to: "10.20.4.21",
        port: 443,
        process: "gitlab-runner",
        user: "gitlab-runner",
      });
      addLogins(machine, { user: "grace", from: "10.20.1.5", daysAgo: 1 });
    },
  );

/** Two accounts administer the shop's cluster from here; the certificate of one has expired. */
function addDeployers(machine: Machine): void {
  addAccount(machine, { name: "helm", uid: 1119 });
  keepKubeconfig(machine, "helm", { until: "2036-01-01" });
  addFlow(machine, { to: shopCluster.address, port: 6443, process: "helm", user: "helm" });
  addAccount(machine, { name: "helm-old", uid: 1120 });
  keepKubeconfig(machine, "helm-old", { until: "2024-01-01" });
}

/** Compilers for the jobs, in a folder that a nightly service of root's looks in first. */
function addToolchain(machine: Machine): void {
  addAccount(machine, { name: "toolsmith", uid: 1121 });
  folder(machine, "/opt/toolchain", { owner: "toolsmith" });
  write(machine, "/etc/profile.d/toolchain.sh", { owner: "toolsmith" });
  addService(machine, {
    name: "cache-prune",
    description: "Clean-up of the build cache",
    exec: "/usr/bin/sh -c prune-cache",
    environment: "PATH=/opt/toolchain:/usr/bin",
    type: "oneshot",
    timer: "daily",
  });
}

/** A build worker in the cloud whose Docker API is open to the whole build network, as is its cluster's etcd. */
export const runner1 = () =>
  describeMachine(
    server({
      name: "runner-1",
      tags: { ...tags, role: "runner" },
      addresses: ["10.20.4.12/24"],
      cores: 8,
      hardware: { vendor: "Amazon EC2", model: "m6i.2xlarge" },
    }),
    debian,
    sshServer(),
    fleet,
    docker({ tcp: "0.0.0.0" }),
    ec2({ id: "i-0a1b2c3d4e5f60718", profile: "build-worker" }),
    loneCluster,
    loginsOf("alice"),
    (machine) => {
      addContainer(machine, {
        name: "job-88213",
        image: "node:20",
        command: "npm test",
        user: "node",
      });
    },
  );

/** The Git server. AllowUsers lists the logins; root only from CI. */
export const git1 = () =>
  describeMachine(
    server({
      name: "git-1",
      tags: { env: "prod", role: "git", site: "fra", team: "dev", tier: "crown" },
      addresses: ["10.20.4.21/24"],
      release: "ubuntu-22.04",
      memoryGiB: 32,
    }),
    debian,
    sshServer({
      rootLogin: "prohibit-password",
      lines: ["AllowUsers git root mirror alice bob"],
    }),
    fleet,
    loginsOf("alice", "bob"),
    (machine) => {
      admitOnly(
        machine,
        { ports: "22,443", from: "10.20.0.0/16" },
        { ports: "9100", from: "10.20.0.21" },
      );
      addAccount(machine, { name: "git", uid: 1109 });
      addService(machine, {
        name: "gitea",
        description: "Gitea (Git with a cup of tea)",
        exec: "/usr/local/bin/gitea web",
        user: "git",
        restart: "always",
        listens: [{ port: 443 }],
      });
      authorize(machine, "root", `from="10.20.4.11" ${publicKeyOf("git admin@ci-1")}`);
      addAccount(machine, { name: "mirror", uid: 1110, shell: "/usr/sbin/nologin" });
      authorize(machine, "mirror", publicKeyOf("backup@laptop-2"));
      addAccount(machine, { name: "ops", uid: 1111 });
      authorize(machine, "ops", publicKeyOf("ops shared"));
      addSudoRules(
        machine,
        "ops",
        "ops ALL=(root) NOPASSWD: ALL",
        "mirror ALL=(root) NOPASSWD: ALL",
      );
      write(machine, "/home/git/bin/gc.sh", { owner: "git", mode: 0o755, content: "#!/bin/sh\n" });
      addRootJob(machine, "gc.disabled", "0 4 * * 0 root /home/git/bin/gc.sh");
    },
  );
