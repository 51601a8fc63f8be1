import { accountOf, folder, type Machine, write } from "./machine.ts";
import { privateKeyOf, publicKeyOf } from "./ssh-keys.ts";

/** Puts a private key, with its public half beside it, into an account's ~/.ssh. */
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

/** Hosts that an account has been to, by name and address, with the key each showed. */
export function knowHosts(machine: Machine, owner: string, hosts: Record<string, string>): void {
  const place = `${accountOf(machine, owner).directory}/.ssh`;
  const lines = Object.entries(hosts).map(([host, address]) => {
    const [type, key] = publicKeyOf(`host ${host}`).split(" ");
    return `${host},${address} ${type} ${key}\n`;
  });
  folder(machine, place, { owner, mode: 0o700 });
  write(machine, `${place}/known_hosts`, { owner, mode: 0o600, content: lines.join("") });
}

/** A file of /etc/sudoers.d. */
export function addSudoRules(machine: Machine, name: string, ...lines: string[]): void {
  write(machine, `/etc/sudoers.d/${name}`, { mode: 0o440, content: `${lines.join("\n")}\n` });
}

/** A file of /etc/cron.d with a job of root's. */
export function addRootJob(machine: Machine, name: string, line: string): void {
  write(machine, `/etc/cron.d/${name}`, { content: `${line}\n` });
}
