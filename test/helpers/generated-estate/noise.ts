import { addRow, type Machine, ordinary } from "./machine.ts";
import { addPath } from "./paths.ts";
import type { Random } from "./random.ts";

/** Rows on every machine that surely open nothing. */
export function addNoise(random: Random, machine: Machine): void {
  for (const add of random.some(noises, 2)) add(machine, random.pick(ordinary(machine)));
}

type Noise = (machine: Machine, account: string) => void;

const treeOf = (target: string) => ({ target, entries: new Map(), mountFlags: "rw,relatime" });

const noises: Noise[] = [
  (machine) => {
    addRow(machine, "crontab", {
      path: "/etc/cron.d/popcon",
      username: "root",
      job_command: "/usr/sbin/popcon",
    });
    const use = { purpose: "cron_job", source: "/etc/cron.d/popcon", detail: "/usr/sbin/popcon" };
    addPath(machine, use, {
      ...treeOf("/usr/sbin/popcon"),
      entries: new Map([["/usr/sbin/popcon", { type: "regular", mode: "0755" }]]),
    });
  },
  (machine) => {
    const entries = new Map([["/usr/bin/passwd", { type: "regular" as const, mode: "4755" }]]);
    addPath(machine, { purpose: "setuid" }, { ...treeOf("/usr/bin/passwd"), entries });
  },
  (machine) => {
    addRow(machine, "file_capabilities", {
      path: "/usr/bin/ping",
      capabilities: "cap_net_raw",
      flags: "ep",
    });
    const entries = new Map([["/usr/bin/ping", { type: "regular" as const, mode: "0755" }]]);
    addPath(
      machine,
      { purpose: "capability", detail: "cap_net_raw" },
      { ...treeOf("/usr/bin/ping"), entries },
    );
  },
  (machine) =>
    addPath(
      machine,
      { purpose: "path_folder", source: "/etc/crontab", detail: "/usr/sbin:/usr/bin" },
      treeOf("/usr/sbin"),
    ),
  (machine) => addPath(machine, { purpose: "unit", detail: "" }, treeOf("/etc/systemd/system")),
  (machine, account) =>
    addRow(machine, "ssh_agent_sockets", {
      path: "/tmp/ssh-x/agent.1",
      username: account,
      uid: 1001,
      pid: 9,
      forwarded: 1,
      address: "10.4.1.10",
    }),
  (machine, account) => {
    const path = `/home/${account}/.pgpass`;
    addRow(machine, "credential_files", {
      path,
      username: account,
      uid: 1001,
      kind: "pgpass",
      encrypted: 0,
      target_host: "db-1",
      target_port: 5432,
      target_user: "app",
    });
    addPath(
      machine,
      { purpose: "credential", detail: "pgpass" },
      { ...treeOf(path), entries: new Map([[path, { type: "regular", mode: "0644" }]]) },
    );
  },
];
