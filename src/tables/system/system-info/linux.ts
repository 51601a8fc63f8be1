import { readDmi } from "../../hardware/dmi.ts";
import { parseMeminfo } from "../../hardware/memory-info.ts";
import { detectVirtualization } from "../../hardware/virtualization.ts";
import { type GapReader, gapReader } from "../../host/gap-reader.ts";
import type { Host } from "../../host/port.ts";
import { readRequired } from "../../host/read-required.ts";
import type { Collected } from "../../model/table.ts";
import { countCores, groupBySocket, parseCpuinfo } from "../../parsers/proc/cpuinfo.ts";
import { readArchitecture } from "../architecture.ts";

export async function collectLinux(host: Host): Promise<Collected> {
  const read = gapReader(host);
  const hostname = readRequired(host, "/proc/sys/kernel/hostname").trim();
  const cpuinfo = read.text("/proc/cpuinfo") ?? "";
  const meminfo = read.text("/proc/meminfo") ?? "";
  const row = {
    hostname,
    computer_name: hostname,
    local_hostname: hostname,
    cpu_type: await readArchitecture(read),
    ...describeProcessors(cpuinfo),
    physical_memory: parseMeminfo(meminfo).memory_total,
    ...describeHardware(read),
    virtualization: detectVirtualization(read, cpuinfo),
  };
  return { rows: [row], gaps: read.gaps };
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

function describeHardware(read: GapReader) {
  return {
    uuid: readDmi(read, "product_uuid", "uuid"),
    hardware_vendor: readDmi(read, "sys_vendor", "hardware_vendor"),
    hardware_model: readDmi(read, "product_name", "hardware_model"),
    hardware_version: readDmi(read, "product_version", "hardware_version"),
    hardware_serial: readDmi(read, "product_serial", "hardware_serial"),
    board_vendor: readDmi(read, "board_vendor", "board_vendor"),
    board_model: readDmi(read, "board_name", "board_model"),
    board_version: readDmi(read, "board_version", "board_version"),
    board_serial: readDmi(read, "board_serial", "board_serial"),
  };
}
