import { addAccount, addSystemAccount } from "../machine/accounts.ts";
import { type Machine, write } from "../machine/machine.ts";
import { addPackages } from "../machine/packages.ts";
import { addService } from "../machine/services.ts";

/** The platform team's baseline: metrics, updates and the cloud-init account. */
export function fleet(machine: Machine): void {
  addNodeExporter(machine);
  addUpgrades(machine);
  addFirstAccount(machine);
}

function addNodeExporter(machine: Machine): void {
  addSystemAccount(machine, {
    name: "prometheus",
    uid: 110,
    gid: 118,
    directory: "/var/lib/prometheus",
  });
  addPackages(machine, "prometheus-node-exporter 1.5.0-1+b6");
  addService(machine, {
    name: "prometheus-node-exporter",
    description: "Prometheus exporter for machine metrics",
    exec: "/usr/bin/prometheus-node-exporter",
    user: "prometheus",
    restart: "on-failure",
    listens: [{ port: 9100 }],
  });
}

function addUpgrades(machine: Machine): void {
  addPackages(machine, "unattended-upgrades 2.9.1+nmu3");
  addService(machine, {
    name: "unattended-upgrades",
    description: "Unattended Upgrades Shutdown",
    exec: "/usr/share/unattended-upgrades/unattended-upgrade-shutdown --wait-for-signal",
  });
  addService(machine, {
    name: "apt-daily-upgrade",
    description: "Daily apt upgrade and clean activities",
    exec: "/usr/lib/apt/apt.systemd.daily install",
    type: "oneshot",
    timer: "*-*-* 6:00",
  });
}

/** The cloud-init account with its sudo rule still in place; its password is locked and it has no key. */
function addFirstAccount(machine: Machine): void {
  const isUbuntu = machine.release.startsWith("ubuntu");
  const name = isUbuntu ? "ubuntu" : "debian";
  addAccount(machine, { name, uid: 1000, description: "Cloud image account", password: "locked" });
  write(machine, "/etc/sudoers.d/90-cloud-init-users", {
    mode: 0o440,
    content: `${name} ALL=(ALL) ALL\n`,
  });
}
