import { file } from "../../../src/agent/tables/file.ts";
import type { Host } from "../../../src/agent/tables/host.ts";
import { tables as known } from "../../../src/agent/tables/registry.ts";
import {
  type CollectedTable,
  type Row,
  TableUnavailable,
} from "../../../src/agent/tables/table.ts";
import { writeAccountFiles } from "./machine/accounts.ts";
import { lookedAtMs } from "./machine/clock.ts";
import { type Machine, write } from "./machine/machine.ts";
import { mountTable, statfsOf } from "./machine/mounts.ts";
import { shownAddresses } from "./machine/network.ts";
import { shownUnits } from "./machine/services.ts";
import { writeSocketFiles } from "./machine/sockets.ts";
import { getcap, getfacl } from "./tree/tools.ts";
import { treeHost } from "./tree/tree-host.ts";

/** What the agent's own collectors read from the files and tools of a machine. */
const collected = new Set([
  "apt_sources",
  "authorized_keys",
  "credential_files",
  "crontab",
  "dns_resolvers",
  "etc_hosts",
  "file_capabilities",
  "groups",
  "interface_addresses",
  "known_hosts",
  "mounts",
  "os_version",
  "path_permissions",
  "shadow",
  "shared_resources",
  "ssh_agent_sockets",
  "ssh_authorities",
  "ssh_configs",
  "ssh_logins",
  "sshd_config",
  "sudoers",
  "suid_bin",
  "system_controls",
  "systemd_timers",
  "systemd_units",
  "user_groups",
  "user_ssh_keys",
  "users",
]);

/** Every table of a machine that has rows, by name. */
export async function tablesOf(machine: Machine): Promise<Record<string, Row[]>> {
  const { tree } = machine;
  writeAccountFiles(machine);
  writeSocketFiles(machine);
  write(machine, "/proc/1/mounts", { content: mountTable(machine) });
  write(machine, "/proc/self/status", { content: "CapEff:\t000001ffffffffff\n" });
  const host = treeHost(tree, {
    nowMs: lookedAtMs,
    statfs: statfsOf(machine),
    tools: {
      getcap: getcap(tree),
      getfacl: getfacl(tree),
      ip: () => shownAddresses(machine),
      systemctl: () => shownUnits(machine),
    },
  });
  const own = known.filter(({ name }) => collected.has(name)) as CollectedTable[];
  const tables = await Promise.all(
    own.map(async (table) => [table.name, await rowsOf(table, host)] as const),
  );
  const all = { ...Object.fromEntries(tables), ...machine.rows, file: fileRows(machine, host) };
  return Object.fromEntries(Object.entries(all).filter(([, rows]) => rows.length > 0));
}

/** What a laptop without the software in question has is nothing. */
async function rowsOf(table: CollectedTable, host: Host): Promise<Row[]> {
  try {
    return (await table.collect(host)).rows;
  } catch (error) {
    if (error instanceof TableUnavailable && error.reason === "table_missing") return [];
    throw error;
  }
}

/** Files that are worth a question: those of people, services and the configuration. */
const worthTelling = /^\/(etc(?!\/systemd)|home|opt|root|srv|usr\/local|var\/(spool|www))\//;

/** Where detections look whether Docker is there. */
const ofDocker = ["/run/docker.sock", "/usr/sbin/dockerd", "/var/run/docker.sock"];

const told = "path directory filename uid gid mode size mtime type owner groupname".split(" ");

/** `file` is read path by path; here stand the paths that a statement may name. */
function fileRows({ tree }: Machine, host: Host): Row[] {
  const paths = tree
    .paths()
    .filter((path) => worthTelling.test(path) && tree.get(path)!.type !== "link")
    .concat(ofDocker.filter((path) => host.exists(path)));
  return paths.flatMap((path) =>
    [...file.scan(host, [{ column: "path", op: "=", value: path }], () => {})].map((row) =>
      Object.fromEntries(told.map((column) => [column, row[column]])),
    ),
  );
}
