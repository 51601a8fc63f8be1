import type { Collected, CollectedTable } from "../model/table.ts";
import { linuxColumns } from "../osquery/linux-columns.ts";
import { flagOf, numberOf, objectOf, textOf } from "../parsers/json-values.ts";
import type { DockerApi } from "./engines/docker-api.ts";
import { fromEngines } from "./engines/from-engines.ts";

/** One row: the state of the daemon. */
export const dockerInfo: CollectedTable = {
  name: "docker_info",
  description: "State and settings of the Docker daemon.",
  platforms: ["linux"],
  columns: linuxColumns("docker_info"),
  collect: (host) => fromEngines(host, ({ docker }) => readInfo(docker)),
};

export async function readInfo(docker: DockerApi): Promise<Collected> {
  const info = objectOf(await docker.info());
  const text = (name: string) => textOf(info[name]);
  const number = (name: string) => numberOf(info[name]);
  const flag = (name: string) => flagOf(info[name]);
  const row = {
    id: text("ID"),
    containers: number("Containers"),
    containers_running: number("ContainersRunning"),
    containers_paused: number("ContainersPaused"),
    containers_stopped: number("ContainersStopped"),
    images: number("Images"),
    storage_driver: text("Driver"),
    memory_limit: flag("MemoryLimit"),
    swap_limit: flag("SwapLimit"),
    kernel_memory: flag("KernelMemory"),
    cpu_cfs_period: flag("CpuCfsPeriod"),
    cpu_cfs_quota: flag("CpuCfsQuota"),
    cpu_shares: flag("CPUShares"),
    cpu_set: flag("CPUSet"),
    ipv4_forwarding: flag("IPv4Forwarding"),
    bridge_nf_iptables: flag("BridgeNfIptables"),
    bridge_nf_ip6tables: flag("BridgeNfIp6tables"),
    oom_kill_disable: flag("OomKillDisable"),
    logging_driver: text("LoggingDriver"),
    cgroup_driver: text("CgroupDriver"),
    kernel_version: text("KernelVersion"),
    os: text("OperatingSystem"),
    os_type: text("OSType"),
    architecture: text("Architecture"),
    cpus: number("NCPU"),
    memory: number("MemTotal"),
    http_proxy: withoutPassword(text("HttpProxy")),
    https_proxy: withoutPassword(text("HttpsProxy")),
    no_proxy: text("NoProxy"),
    name: text("Name"),
    server_version: text("ServerVersion"),
    root_dir: text("DockerRootDir"),
  };
  return { rows: [row], gaps: [] };
}

/** A proxy's address may have a password, which no row shows. */
const withoutPassword = (url: string | null) => url?.replace(/\/\/[^/@]*@/, "//") ?? null;
