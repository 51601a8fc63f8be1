import { setTimeout as sleep } from "node:timers/promises";
import { type GapReader, gapReader } from "../host/gap-reader.ts";
import { readRequired } from "../host/read-required.ts";
import type { CollectedTable } from "../model/table.ts";
import {
  countCores,
  groupBySocket,
  type Processor,
  parseCpuinfo,
} from "../parsers/proc/cpuinfo.ts";

const sampleMs = 100;

/** One row per processor socket, from /proc/cpuinfo; the load is measured over 100 ms. */
export const cpuInfo: CollectedTable = {
  name: "cpu_info",
  description: "Processors by socket: model, cores, clock speed and load.",
  platforms: ["linux"],
  columns: {
    device_id: "TEXT",
    model: "TEXT",
    manufacturer: "TEXT",
    processor_type: "TEXT",
    cpu_status: "INTEGER",
    number_of_cores: "TEXT",
    logical_processors: "INTEGER",
    address_width: "TEXT",
    current_clock_speed: "INTEGER",
    max_clock_speed: "INTEGER",
    socket_designation: "TEXT",
    percent_used: "DOUBLE",
  },
  async collect(host) {
    const read = gapReader(host);
    const processors = parseCpuinfo(readRequired(host, "/proc/cpuinfo"));
    const percent_used = await measureBusy(read);
    const rows = [...groupBySocket(processors)].map(([id, members]) => ({
      ...describeSocket(id, members),
      max_clock_speed: maxClockMhz(read, members),
      percent_used,
    }));
    return { rows, gaps: read.gaps };
  },
};

function describeSocket(id: string, processors: Processor[]) {
  const first = processors[0]!;
  const clock = Math.round(Number(first.get("cpu MHz")));
  return {
    device_id: `CPU${id}`,
    model: first.get("model name") ?? first.get("Processor") ?? null,
    manufacturer: first.get("vendor_id") ?? null,
    number_of_cores: String(countCores(processors)),
    logical_processors: processors.length,
    address_width: / lm( |$)/.test(first.get("flags") ?? "") ? "64" : null,
    current_clock_speed: Number.isFinite(clock) ? clock : null,
    socket_designation: id,
  };
}

function maxClockMhz(read: GapReader, processors: Processor[]): number | null {
  const cpu = `/sys/devices/system/cpu/cpu${Number(processors[0]!.get("processor"))}`;
  const kilohertz = read.text(`${cpu}/cpufreq/cpuinfo_max_freq`);
  return kilohertz ? Math.round(Number(kilohertz) / 1000) : null;
}

async function measureBusy(read: GapReader): Promise<number | null> {
  const before = read.text("/proc/stat");
  if (before === undefined) return null;
  await sleep(sampleMs);
  return busyBetween(before, read.text("/proc/stat") ?? before);
}

/**
 * Share of time between two samples of /proc/stat that was neither idle nor waiting for I/O, in
 * percent.
 */
export function busyBetween(before: string, after: string): number | null {
  const [first, second] = [jiffies(before), jiffies(after)];
  const total = second.total - first.total;
  if (!(total > 0)) return null;
  return Math.round((1 - (second.idle - first.idle) / total) * 1000) / 10;
}

function jiffies(stat: string) {
  const counts = (/^cpu +(.*)$/m.exec(stat)?.[1] ?? "").split(" ").map(Number);
  // user and nice already include fields 9 and 10 (guest).
  const total = counts.slice(0, 8).reduce((sum, count) => sum + count, 0);
  return { total, idle: (counts[3] ?? 0) + (counts[4] ?? 0) };
}
