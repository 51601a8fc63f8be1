import { addAccount, addGroup, addSystemAccount, join } from "../machine/accounts.ts";
import { daysAgo } from "../machine/clock.ts";
import { describeMachine, folder, programContent, write } from "../machine/machine.ts";
import { addPackages } from "../machine/packages.ts";
import { addLogins } from "../machine/runtime-state.ts";
import { server } from "../machine/server.ts";
import { addService } from "../machine/services.ts";
import { addFlow } from "../machine/sockets.ts";
import { keepKey, knowHosts } from "../machine/ssh-files.ts";
import { certificateOf, privateKeyOf, publicKeyOf } from "../machine/ssh-keys.ts";
import { loginsOf } from "../people.ts";
import { debian } from "../roles/debian.ts";
import { fleet } from "../roles/fleet.ts";
import { docker } from "../roles/services.ts";
import { sshServer } from "../roles/ssh-server.ts";
import { trustAuthority } from "./data.ts";

const tags = { env: "prod", site: "fra", team: "sre" };

/** The SRE jump host, which reaches everything and also signs user certificates. */
export const jump1 = () =>
  describeMachine(
    server({ name: "jump-1", tags: { ...tags, role: "jump" }, addresses: ["10.20.0.5/24"] }),
    debian,
    sshServer(),
    fleet,
    loginsOf("alice", "judy", "karl"),
    (machine) => {
      addGroup(machine, "ca-operators", 1503, ["karl"]);
      const key = { group: "ca-operators", mode: 0o640, content: privateKeyOf("user authority") };
      write(machine, "/etc/ssh/user_ca", key);
      write(machine, "/etc/ssh/user_ca.pub", { content: `${publicKeyOf("user authority")}\n` });
      addAccount(machine, { name: "jasper", uid: 1113 });
      keepKey(machine, "jasper", { key: "jasper@jump-1" });
      const certificate = certificateOf({
        key: "jasper@jump-1",
        authority: "user authority",
        principals: ["reports"],
        validAfter: daysAgo(100),
        validBefore: daysAgo(-3650),
      });
      const path = "/home/jasper/.ssh/id_ed25519-cert.pub";
      write(machine, path, { owner: "jasper", content: certificate });
      knowHosts(machine, "karl", { "db-2": "10.20.3.12", "log-1": "10.20.0.22" });
      for (const to of ["10.20.3.11", "10.20.3.12", "10.20.2.21"])
        addFlow(machine, { to, port: 22, process: "ssh", user: "karl" });
      addLogins(machine, { user: "karl", from: "10.20.1.5", daysAgo: 0.4, open: true });
    },
  );

/** Prometheus and the monitoring checks, which log in to a few hosts. */
export const monitor1 = () =>
  describeMachine(
    server({
      name: "monitor-1",
      tags: { ...tags, role: "monitoring" },
      addresses: ["10.20.0.21/24"],
      memoryGiB: 32,
    }),
    debian,
    sshServer(),
    fleet,
    loginsOf("judy", "grace"),
    (machine) => {
      addPackages(machine, "prometheus 2.42.0+ds-5+b5\n grafana 11.2.0");
      addService(machine, {
        name: "prometheus",
        description: "Monitoring system and time series database",
        exec: "/usr/bin/prometheus --config.file=/etc/prometheus/prometheus.yml",
        user: "prometheus",
        restart: "always",
        listens: [{ port: 9090 }],
      });
      addSystemAccount(machine, {
        name: "grafana",
        uid: 116,
        gid: 124,
        directory: "/usr/share/grafana",
      });
      addService(machine, {
        name: "grafana-server",
        description: "Grafana instance",
        exec: "/usr/share/grafana/bin/grafana server",
        user: "grafana",
        restart: "on-failure",
        listens: [{ port: 3000 }],
      });
      addAccount(machine, { name: "nagios", uid: 1103 });
      keepKey(machine, "nagios", { key: "nagios@monitor-1" });
      keepKey(machine, "nagios", { key: "pgcheck@monitor-1", file: "pgcheck" });
      addFlow(machine, { to: "10.20.2.21", port: 22, process: "ssh", user: "nagios" });
      addFlow(machine, { to: "10.20.3.11", port: 22, process: "ssh", user: "nagios" });
      for (const to of ["10.20.1.11", "10.20.1.12", "10.20.2.11", "10.20.4.21"])
        addFlow(machine, { to, port: 9100, process: "prometheus", user: "prometheus" });
      addGroup(machine, "docker", 995, ["grace"]);
      addService(machine, {
        name: "docker",
        description: "Docker Application Container Engine",
        exec: "/usr/sbin/dockerd -H fd://",
        state: "masked",
      });
    },
  );

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
    (machine) => {
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
