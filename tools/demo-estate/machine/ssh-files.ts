import { accountOf, folder, type Machine, write } from "./machine.ts";
import { privateKeyOf, publicKeyOf } from "./ssh-keys.ts";

/** Writes a private key and its .pub file into an account's ~/.ssh. */
export function keepKey(
  machine: Machine,
  owner: string,
  {
    key,
    file = "id_ed25519",
    passphrase = false,
  }: { key: string; file?: string; passphrase?: boolean },
): void {
  const place = `${accountOf(machine, owner).directory}/.ssh`;
  folder(machine, place, { owner, mode: 0o700 });
  const content = privateKeyOf(key, { passphrase });
  write(machine, `${place}/${file}`, { owner, mode: 0o600, content });
  write(machine, `${place}/${file}.pub`, { owner, content: `${publicKeyOf(key)}\n` });
}

/** An account's known_hosts: names and addresses with their host keys. */
export function knowHosts(machine: Machine, owner: string, hosts: Record<string, string>): void {
  const place = `${accountOf(machine, owner).directory}/.ssh`;
  const lines = Object.entries(hosts).map(([host, address]) => {
    const [type, key] = publicKeyOf(`host ${host}`).split(" ");
    return `${host},${address} ${type} ${key}\n`;
  });
  folder(machine, place, { owner, mode: 0o700 });
  write(machine, `${place}/known_hosts`, { owner, mode: 0o600, content: lines.join("") });
}

/** A file in /etc/sudoers.d. */
export function addSudoRules(machine: Machine, name: string, ...lines: string[]): void {
  write(machine, `/etc/sudoers.d/${name}`, { mode: 0o440, content: `${lines.join("\n")}\n` });
}

/** A file in /etc/cron.d with a job that runs as root. */
export function addRootJob(machine: Machine, name: string, line: string): void {
  write(machine, `/etc/cron.d/${name}`, { content: `${line}\n` });
}
