import type { Host } from "../../host/port.ts";
import { readRequired } from "../../host/read-required.ts";

/** Converts a process's ticks and bytes to dates and shares. */
export interface MachineClock {
  /** Epoch seconds. */
  bootTime: number | undefined;
  uptimeSeconds: number | undefined;
  /** Bytes. */
  totalMemory: number | undefined;
}

export function readMachineClock(host: Host): MachineClock {
  const memory = numberAfter(readRequired(host, "/proc/meminfo"), /^MemTotal:\s+(\d+) kB/m);
  return {
    bootTime: bootTimeOf(readRequired(host, "/proc/stat")),
    uptimeSeconds: numberAfter(readRequired(host, "/proc/uptime"), /^([\d.]+)/),
    totalMemory: memory === undefined ? undefined : memory * 1024,
  };
}

/** From /proc/stat, epoch seconds. */
export const bootTimeOf = (stat: string) => numberAfter(stat, /^btime (\d+)/m);

function numberAfter(text: string, pattern: RegExp): number | undefined {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}
