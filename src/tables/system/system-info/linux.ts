import { readDmi } from "../../hardware/dmi.ts";
import { parseMeminfo } from "../../hardware/memory-info.ts";
import { detectVirtualization } from "../../hardware/virtualization.ts";
import type { Gap } from "../../host/gap.ts";
import type { Host } from "../../host/port.ts";
import { readOptional, readRequired } from "../../host/read-optional.ts";
import type { Collected } from "../../model/table.ts";
import { countCores, groupBySocket, parseCpuinfo } from "../../parsers/proc/cpuinfo.ts";
import { readArchitecture } from "../architecture.ts";

export async function collectLinux(host: Host): Promise<Collected> {
  const gaps: Gap[] = [];
  const hostname = readRequired(host, "/proc/sys/kernel/hostname").trim();
  const cpuinfo = readOptional(host, "/proc/cpuinfo", gaps) ?? "";
  const meminfo = readOptional(host, "/proc/meminfo", gaps) ?? "";
  const row = {
    hostname,
    computer_name: hostname,
    local_hostname: hostname,
    cpu_type: await readArchitecture(host, gaps),
    ...describeProcessors(cpuinfo),
    physical_memory: parseMeminfo(meminfo).memory_total,
    ...describeHardware(host, gaps),
    virtualization: detectVirtualization(host, cpuinfo, gaps),
  };
  return { rows: [row], gaps };
}

function describeProcessors(cpuinfo: string) {
  const processors = parseCpuinfo(cpuinfo);
  const sockets = [...groupBySocket(processors).values()];
  const first = processors[0];
  return {
    cpu_subtype: first?.get("model") ?? null,
    cpu_brand: first?.get("model name") ?? null,
    cpu_physical_cores: sockets.reduce((sum, members) => sum + countCores(members), 0) || null,
    cpu_logical_cores: processors.length || null,
    cpu_sockets: sockets.length || null,
    cpu_microcode: first?.get("microcode") ?? null,
  };
}

function describeHardware(host: Host, gaps: Gap[]) {
  return {
    uuid: readDmi(host, "product_uuid", { gaps, column: "uuid" }),
    hardware_vendor: readDmi(host, "sys_vendor", { gaps, column: "hardware_vendor" }),
    hardware_model: readDmi(host, "product_name", { gaps, column: "hardware_model" }),
    hardware_version: readDmi(host, "product_version", { gaps, column: "hardware_version" }),
    hardware_serial: readDmi(host, "product_serial", { gaps, column: "hardware_serial" }),
    board_vendor: readDmi(host, "board_vendor", { gaps, column: "board_vendor" }),
    board_model: readDmi(host, "board_name", { gaps, column: "board_model" }),
    board_version: readDmi(host, "board_version", { gaps, column: "board_version" }),
    board_serial: readDmi(host, "board_serial", { gaps, column: "board_serial" }),
  };
}
