import type { Collected, CollectedTable, Row } from "../model/table.ts";
import { linuxColumns } from "../osquery/linux-columns.ts";
import { type JsonObject, numberOf, objectOf, objectsOf, textOf } from "../parsers/json-values.ts";
import { containerIds } from "./engines/container-ids.ts";
import type { DockerApi } from "./engines/docker-api.ts";
import { fromContainers } from "./engines/from-engines.ts";

/** One row per running container. */
export const dockerContainerStats: CollectedTable = {
  name: "docker_container_stats",
  description: "Resource usage of running Docker containers.",
  platforms: ["linux"],
  columns: linuxColumns("docker_container_stats"),
  collect: (host) => fromContainers(host, ({ docker }) => readStats(docker)),
};

export async function readStats(docker: DockerApi): Promise<Collected> {
  const ids = await containerIds(docker, { running: true });
  const answers = await Promise.all(ids.map(async (id) => ({ id, stats: await docker.stats(id) })));
  const running = answers.filter(({ stats }) => stats !== undefined);
  return { rows: running.map(({ id, stats }) => rowOf(id, objectOf(stats))), gaps: [] };
}

function rowOf(id: string, stats: JsonObject): Row {
  const memory = objectOf(stats.memory_stats);
  const cache = objectOf(memory.stats);
  const [read, before] = [timeOf(stats.read), timeOf(stats.preread)];
  return {
    id,
    name: textOf(stats.name)?.replace(/^\//, "") ?? null,
    pids: numberOf(objectOf(stats.pids_stats).current),
    read: read && Math.floor(read / 1000),
    preread: before && Math.floor(before / 1000),
    interval: read && before && (read - before) * 1_000_000,
    disk_read: diskBytes(stats, "read"),
    disk_write: diskBytes(stats, "write"),
    num_procs: numberOf(stats.num_procs),
    ...cpuOf(objectOf(stats.cpu_stats), ""),
    ...cpuOf(objectOf(stats.precpu_stats), "pre_"),
    memory_usage: numberOf(memory.usage),
    memory_cached: numberOf(cache.cache),
    memory_inactive_file: numberOf(cache.inactive_file),
    memory_total_inactive_file: numberOf(cache.total_inactive_file),
    memory_max_usage: numberOf(memory.max_usage),
    memory_limit: numberOf(memory.limit),
    network_rx_bytes: networkBytes(stats, "rx_bytes"),
    network_tx_bytes: networkBytes(stats, "tx_bytes"),
  };
}

/** Epoch ms; null before the first sample, which Docker dates 0001-01-01. */
function timeOf(value: unknown): number | null {
  const time = Date.parse(textOf(value) ?? "");
  return time > 0 ? time : null;
}

function cpuOf(cpu: JsonObject, prefix: string): Row {
  const usage = objectOf(cpu.cpu_usage);
  return {
    [`${prefix}cpu_total_usage`]: numberOf(usage.total_usage),
    [`${prefix}cpu_kernelmode_usage`]: numberOf(usage.usage_in_kernelmode),
    [`${prefix}cpu_usermode_usage`]: numberOf(usage.usage_in_usermode),
    [prefix === "" ? "system_cpu_usage" : "pre_system_cpu_usage"]: numberOf(cpu.system_cpu_usage),
    [`${prefix}online_cpus`]: numberOf(cpu.online_cpus),
  };
}

const sum = (values: unknown[]) =>
  values.reduce<number>((total, value) => total + (numberOf(value) ?? 0), 0);

function diskBytes(stats: JsonObject, operation: string): number {
  const entries = objectsOf(objectOf(stats.blkio_stats).io_service_bytes_recursive);
  return sum(
    entries.filter(({ op }) => textOf(op)?.toLowerCase() === operation).map(({ value }) => value),
  );
}

const networkBytes = (stats: JsonObject, field: string) =>
  sum(Object.values(objectOf(stats.networks)).map((network) => objectOf(network)[field]));
