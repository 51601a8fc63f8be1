import { createHash } from "node:crypto";
import { folder, type Machine, type Role, write } from "../machine/machine.ts";
import { addPackages } from "../machine/packages.ts";
import { addService } from "../machine/services.ts";
import { stableNumber } from "../machine/stable-number.ts";

const keyOf = (name: string) =>
  `-----BEGIN PUBLIC KEY-----\n${stableNumber(`salt ${name}`, 2 ** 31)}\n-----END PUBLIC KEY-----\n`;

/** How chains name what a master may have a minion do. */
export const saltLink = (master: string, minion: string): string =>
  `salt ${hashOf(master)} ${hashOf(minion)}`;

const hashOf = (name: string) =>
  createHash("sha256").update(keyOf(name).replace(/\s+/g, "")).digest("hex");

/** A master with these minions; `senders` may run every function on all of them. */
export function saltMaster({ minions, senders }: { minions: string[]; senders: string[] }): Role {
  return (machine) => {
    const pki = "/etc/salt/pki/master";
    const list = senders.map((name) => `  ${name}: ['.*']\n`).join("");
    folder(machine, "/etc/salt/pki", { mode: 0o700 });
    write(machine, "/etc/salt/master", { content: `publisher_acl:\n${list}` });
    write(machine, `${pki}/master.pub`, { content: keyOf(machine.name) });
    for (const name of minions) write(machine, `${pki}/minions/${name}`, { content: keyOf(name) });
    addSalt(machine, "master", { isRunning: true });
  };
}

export function saltMinion({ master, isRunning = true }: { master: string; isRunning?: boolean }) {
  return (machine: Machine): void => {
    const pki = "/etc/salt/pki/minion";
    folder(machine, "/etc/salt/pki", { mode: 0o700 });
    write(machine, "/etc/salt/minion", { content: `master: ${master}\nid: ${machine.name}\n` });
    write(machine, `${pki}/minion_master.pub`, { content: keyOf(master) });
    write(machine, `${pki}/minion.pub`, { content: keyOf(machine.name) });
    addSalt(machine, "minion", { isRunning });
  };
}

function addSalt(machine: Machine, role: string, { isRunning }: { isRunning: boolean }): void {
  addPackages(machine, `salt-${role} 3006.9`);
  addService(machine, {
    name: `salt-${role}`,
    description: `The Salt ${role}`,
    exec: `/usr/bin/salt-${role}`,
    state: isRunning ? "running" : "stopped",
  });
}
