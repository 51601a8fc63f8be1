import type { Machine, Role } from "../machine/machine.ts";
import { write } from "../machine/machine.ts";
import { addPackages } from "../machine/packages.ts";
import { addService } from "../machine/services.ts";
import { privateKeyOf, publicKeyOf } from "../machine/ssh-keys.ts";

const pam =
  "auth required pam_unix.so\naccount required pam_nologin.so\naccount required pam_unix.so\n";

export interface SshServerFacts {
  /** Lines in front of the distribution's own. */
  lines?: string[];
  /** Match blocks, at the end of the file. */
  matches?: string[];
  rootLogin?: "no" | "prohibit-password";
  passwords?: boolean;
}

/** sshd as everywhere in the demo: keys alone, root by key where somebody needs it. */
export function sshServer(facts: SshServerFacts = {}): Role {
  return (machine) => {
    const { lines = [], matches = [], rootLogin = "no", passwords = false } = facts;
    const config = [
      "Include /etc/ssh/sshd_config.d/*.conf",
      ...lines,
      `PermitRootLogin ${rootLogin}`,
      `PasswordAuthentication ${passwords ? "yes" : "no"}`,
      "KbdInteractiveAuthentication no",
      "UsePAM yes",
      "X11Forwarding no",
      "PrintMotd no",
      "AcceptEnv LANG LC_*",
      "Subsystem sftp /usr/lib/openssh/sftp-server",
      ...matches,
    ];
    write(machine, "/etc/ssh/sshd_config", { content: `${config.join("\n")}\n` });
    write(machine, "/etc/pam.d/sshd", { content: pam });
    addHostKey(machine);
    addServer(machine);
  };
}

/** Name of a host key. */
export const hostKeyOf = (host: string): string => `host ${host}`;

function addHostKey(machine: Machine): void {
  const key = hostKeyOf(machine.name);
  const path = "/etc/ssh/ssh_host_ed25519_key";
  write(machine, path, { mode: 0o600, content: privateKeyOf(key) });
  write(machine, `${path}.pub`, { content: `${publicKeyOf(key)}\n` });
}

function addServer(machine: Machine): void {
  const version = machine.release === "debian-12" ? "1:9.2p1-2+deb12u3" : "1:8.9p1-3ubuntu0.10";
  addPackages(machine, `openssh-server ${version}`);
  addService(machine, {
    name: "ssh",
    description: "OpenBSD Secure Shell server",
    exec: "/usr/sbin/sshd -D",
    restart: "on-failure",
    listens: [{ port: 22 }, { port: 22, address: "::" }],
  });
}
