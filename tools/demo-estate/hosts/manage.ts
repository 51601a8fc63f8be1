import { addAccount, addGroup, addSystemAccount } from "../machine/accounts.ts";
import { daysAgo } from "../machine/clock.ts";
import { describeMachine, type Machine, write } from "../machine/machine.ts";
import { addPackages } from "../machine/packages.ts";
import { addLogins } from "../machine/runtime-state.ts";
import { server } from "../machine/server.ts";
import { addService } from "../machine/services.ts";
import { addFlow } from "../machine/sockets.ts";
import { addSudoRules, keepKey, knowHosts } from "../machine/ssh-files.ts";
import { certificateOf, privateKeyOf, publicKeyOf } from "../machine/ssh-keys.ts";
import { forwardAgent, shareConnection } from "../machine/ssh-sessions.ts";
import { loginsOf } from "../people.ts";
import { debian } from "../roles/debian.ts";
import { fleet } from "../roles/fleet.ts";
import { saltMaster, saltMinion } from "../roles/salt.ts";
import { sshServer } from "../roles/ssh-server.ts";

const tags = { env: "prod", site: "fra", team: "sre" };

/** The SRE jump host, which reaches everything and also signs user certificates. */
export const jump1 = () =>
  describeMachine(
    server({ name: "jump-1", tags: { ...tags, role: "jump" }, addresses: ["10.20.0.5/24"] }),
    debian,
    sshServer(),
    fleet,
    loginsOf("alice", "judy", "karl"),
    saltMinion({ master: "monitor-1", isRunning: false }),
    addRollout,
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

/** Its connection to a front end stays open for later sessions. It may start services by polkit. */
function addRollout(machine: Machine): void {
  addAccount(machine, { name: "rollout", uid: 1133 });
  shareConnection(machine, {
    ...{ user: "rollout", to: "10.20.1.12", localPort: 40_022 },
    path: "/home/rollout/.ssh/cm",
  });
  write(machine, "/usr/lib/polkit-1/polkitd", { mode: 0o755 });
  write(machine, "/etc/polkit-1/rules.d/50-rollout.rules", {
    content:
      'polkit.addRule(function(action, subject) {\n  if (action.id == "org.freedesktop.systemd1.manage-units" && subject.user == "rollout") {\n    return polkit.Result.YES;\n  }\n});\n',
  });
  forwardAgent(machine, { user: "karl", from: "10.20.1.5" });
}

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
    saltMaster({ minions: ["jump-1", "log-1"], senders: ["saltops"] }),
    addChecks,
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

/** Programs that run as root belong to the accounts of who wrote them. */
function addChecks(machine: Machine): void {
  addAccount(machine, { name: "saltops", uid: 1134 });
  addAccount(machine, { name: "checks", uid: 1135 });
  addService(machine, {
    name: "check-agent",
    description: "Results of local checks",
    exec: "/opt/checks/agent",
    type: "oneshot",
    socket: "/run/check-agent.socket",
    program: { owner: "checks", mode: 0o755, content: "#!/bin/sh\n" },
  });
  addAccount(machine, { name: "plotsync", uid: 1136 });
  addService(machine, {
    name: "plots",
    description: "Plots for the dashboards",
    exec: "/opt/plots/serve",
    program: { owner: "plotsync", mode: 0o755, content: "#!/bin/sh\n" },
  });
  const restart = "/usr/bin/systemctl restart plots.service";
  addSudoRules(machine, "plotsync", `plotsync ALL=(root) NOPASSWD: ${restart}`);
}
