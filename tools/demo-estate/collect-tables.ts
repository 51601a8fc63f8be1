import { file } from "../../src/tables/files/file.ts";
import { readEntrances } from "../../src/tables/firewall/firewall-verdicts/entrances.ts";
import { verdictRows } from "../../src/tables/firewall/firewall-verdicts/verdict-rows.ts";
import { TableUnavailable } from "../../src/tables/host/gap.ts";
import type { Host } from "../../src/tables/host/port.ts";
import type { CollectedTable, Row } from "../../src/tables/model/table.ts";
import type { FirewallRow } from "../../src/tables/parsers/firewall/rule.ts";
import { tables as known } from "../../src/tables/registry.ts";
import { writeAccountFiles } from "./machine/accounts.ts";
import { recordedAtMs } from "./machine/clock.ts";
import { type Machine, write } from "./machine/machine.ts";
import { mountTable, statfsOf } from "./machine/mounts.ts";
import { ipAddressOutput } from "./machine/network.ts";
import { systemctlOutput } from "./machine/services.ts";
import { writeSocketFiles } from "./machine/sockets.ts";
import { getcap, getfacl } from "./tree/tools.ts";
import { treeHost } from "./tree/tree-host.ts";

/** Tables that the agent's own collectors produce from files and tools of the machine. */
const collected = new Set([
  "apt_sources",
  "authorized_keys",
  "credential_files",
  "crontab",
  "dns_resolvers",
  "doas_grants",
  "ec2_instance_metadata",
  "etc_hosts",
  "file_capabilities",
  "groups",
  "interface_addresses",
  "known_hosts",
  "mounts",
  "os_version",
  "pam_refusals",
  "pam_rules",
  "path_permissions",
  "polkit_answers",
  "salt_links",
  "shadow",
  "shared_resources",
  "service_authentication",
  "ssh_agent_sockets",
  "ssh_authorities",
  "ssh_revoked_keys",
  "ssh_configs",
  "ssh_host_trust",
  "ssh_logins",
  "sshd_config",
  "su_access",
  "sudoers",
  "suid_bin",
  "system_controls",
  "systemd_sockets",
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
    nowMs: recordedAtMs,
    statfs: statfsOf(machine),
    tools: {
      getcap: getcap(tree),
      getfacl: getfacl(tree),
      ip: () => ipAddressOutput(machine),
      systemctl: () => systemctlOutput(machine),
    },
  });
  const own = known.filter(({ name }) => collected.has(name)) as CollectedTable[];
  const tables = await Promise.all(
    own.map(async (table) => [table.name, await rowsOf(table, host)] as const),
  );
  const all = {
    ...Object.fromEntries(tables),
    ...machine.rows,
    file: fileRows(machine, host),
    firewall_verdicts: await firewallRows(machine, host),
  };
  return Object.fromEntries(Object.entries(all).filter(([, rows]) => rows.length > 0));
}

async function firewallRows(machine: Machine, host: Host): Promise<Row[]> {
  const rows = (machine.rows.firewall_rules ?? []) as FirewallRow[];
  return verdictRows({ rows, sets: new Map() }, await readEntrances(host));
}

/** No rows if the software in question is not installed. */
async function rowsOf(table: CollectedTable, host: Host): Promise<Row[]> {
  try {
    return (await table.collect(host)).rows;
  } catch (error) {
    if (error instanceof TableUnavailable && error.reason === "table_missing") return [];
    throw error;
  }
}

/** Files that questions are likely to ask about: user data, services and configuration. */
const reportedPaths = /^\/(etc(?!\/systemd)|home|opt|root|srv|usr\/local|var\/(spool|www))\//;

/** Paths that detections check for Docker. */
const dockerPaths = ["/run/docker.sock", "/usr/sbin/dockerd", "/var/run/docker.sock"];

const fileColumns = "path directory filename uid gid mode size mtime type owner groupname".split(
  " ",
);

/** Rows of `file`, which is read path by path, for every path a statement may name. */
function fileRows({ tree }: Machine, host: Host): Row[] {
  const paths = tree
    .paths()
    .filter((path) => reportedPaths.test(path) && tree.get(path)!.type !== "link")
    .concat(dockerPaths.filter((path) => host.exists(path)));
  return paths.flatMap((path) =>
    [...file.scan(host, [{ column: "path", op: "=", value: path }], () => {})].map((row) =>
      Object.fromEntries(fileColumns.map((column) => [column, row[column]])),
    ),
  );
}
