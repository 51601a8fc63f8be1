import { accountOf, addRows, type Machine } from "./machine.ts";
import { addProcess } from "./services.ts";
import { addFlow } from "./sockets.ts";

/** A connection of an account's ssh that its later sessions share (ControlMaster). */
export function shareConnection(
  machine: Machine,
  { user, to, path, localPort }: { user: string; to: string; path: string; localPort: number },
): void {
  const pid = addProcess(machine, {
    name: "ssh",
    user,
    command: `ssh: ${path} [mux]`,
    path: "/usr/bin/ssh",
  });
  const { local_address } = addFlow(machine, {
    ...{ to, port: 22, process: "ssh", user, pid, localPort },
  });
  const ends = { local_address, local_port: localPort, remote_address: to, remote_port: 22 };
  const { uid } = accountOf(machine, user);
  addRows(machine, "ssh_control_sockets", { path, username: user, uid, pid, ...ends });
}

/** The process of sshd that serves an account's connection from an address. */
export function serveSession(machine: Machine, { user, from }: { user: string; from: string }) {
  const pid = addProcess(machine, {
    name: "sshd",
    user,
    command: `sshd: ${user}@pts/0`,
    path: "/usr/sbin/sshd",
  });
  machine.sessions.push({ user, from, pid });
}

/** The agent that an account's client forwards over its open session. */
export function forwardAgent(machine: Machine, { user, from }: { user: string; from: string }) {
  const { uid } = accountOf(machine, user);
  const path = `/tmp/ssh-${user}/agent.${40_000 + uid}`;
  addRows(machine, "ssh_agent_sockets", {
    ...{ path, username: user, uid, pid: 40_000 + uid, forwarded: 1, address: from },
  });
}
