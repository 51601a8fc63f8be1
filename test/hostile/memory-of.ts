import { readFileSync } from "node:fs";

/** A process's memory now and at its highest, in MiB. */
export function memoryOf(pid: number): { now: number; highest: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const mebibytes = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)![1]) / 1024);
  return { now: mebibytes("VmRSS"), highest: mebibytes("VmHWM") };
}
