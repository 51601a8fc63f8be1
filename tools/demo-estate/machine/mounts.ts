import type { StatsFs } from "node:fs";
import type { Machine } from "./machine.ts";
import { stableNumber } from "./stable-number.ts";

export interface Mount {
  device: string;
  path: string;
  type: string;
  flags: string;
  /** 0 for kernel threads. */
  sizeGiB: number;
}

export function addMount(machine: Machine, mount: Mount): void {
  machine.mounts.push(mount);
}

export const mountTable = ({ mounts }: Machine): string =>
  mounts
    .map(({ device, path, type, flags }) => `${device} ${path} ${type} ${flags} 0 0\n`)
    .join("");

/** statfs results, between 20% and 90% full. */
export function statfsOf({ name, mounts }: Machine): (path: string) => StatsFs {
  return (path) => {
    const sizeGiB = mounts.find((mount) => mount.path === path)?.sizeGiB ?? 0;
    const blocks = sizeGiB * 262_144;
    const bfree = Math.floor((blocks * (100 - (20 + stableNumber(`${name}${path}`, 60)))) / 100);
    const files = blocks / 4;
    return {
      type: 0,
      bsize: 4096,
      blocks,
      bfree,
      bavail: bfree,
      files,
      ffree: files / 2,
    } as StatsFs;
  };
}
