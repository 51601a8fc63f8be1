import { type Machine, programContent, write } from "../machine/machine.ts";
import { publicKeyOf } from "../machine/ssh-keys.ts";
import { hostKeyOf } from "./ssh-server.ts";

/** What a server of this kind has in its sshd_config. */
export const hostBased = "HostbasedAuthentication yes";

/** Every account's ssh may have the key of this host sign its name. */
export function signsForHost(machine: Machine): void {
  const path = "/usr/lib/openssh/ssh-keysign";
  write(machine, "/etc/ssh/ssh_config", { content: "Host *\n  EnableSSHKeysign yes\n" });
  write(machine, path, { mode: 0o4755, content: programContent(path) });
  write(machine, "/var/lib/dpkg/info/openssh-client.list", { content: `${path}\n` });
}

/** Trusts the accounts of a host, which is listed by its address or by its name. */
export function trustHost(
  machine: Machine,
  { host, address, by }: { host: string; address: string; by: "address" | "name" },
): void {
  const [type, key] = publicKeyOf(hostKeyOf(host)).split(" ");
  const listed = by === "address" ? address : host;
  write(machine, "/etc/ssh/shosts.equiv", { content: `${listed}\n` });
  write(machine, "/etc/ssh/ssh_known_hosts", { content: `${host},${address} ${type} ${key}\n` });
}
