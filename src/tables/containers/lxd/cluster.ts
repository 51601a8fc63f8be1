import type { Row } from "../../model/table.ts";
import { flagOf, objectOf, objectsOf, textOf } from "../../parsers/json-values.ts";
import { type AskLxd, lxdTable } from "./lxd-table.ts";

/** One row per setting that a member of the cluster has of its own; one row without any. */
export const lxdCluster = lxdTable("lxd_cluster", "The cluster that LXD belongs to.", readCluster);

export async function readCluster(ask: AskLxd): Promise<Row[]> {
  const cluster = objectOf(await ask("/1.0/cluster"));
  const server = { server_name: textOf(cluster.server_name), enabled: flagOf(cluster.enabled) };
  const settings = objectsOf(cluster.member_config).map((one) => ({
    ...server,
    member_config_entity: textOf(one.entity),
    member_config_name: textOf(one.name),
    member_config_key: textOf(one.key),
    member_config_value: textOf(one.value),
    member_config_description: textOf(one.description),
  }));
  return settings.length > 0 ? settings : [server];
}

/** One row per member of the cluster. */
export const lxdClusterMembers = lxdTable(
  "lxd_cluster_members",
  "Members of LXD's cluster.",
  readClusterMembers,
);

export async function readClusterMembers(ask: AskLxd): Promise<Row[]> {
  return objectsOf(await ask("/1.0/cluster/members?recursion=1")).map((member) => ({
    server_name: textOf(member.server_name),
    url: textOf(member.url),
    database: flagOf(member.database),
    status: textOf(member.status),
    message: textOf(member.message),
  }));
}
