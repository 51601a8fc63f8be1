import { daysAgo } from "./clock.ts";
import type { MachineFacts } from "./machine.ts";
import { stableNumber, stablePick } from "./stable-number.ts";

type ServerFacts = Pick<MachineFacts, "name" | "tags" | "addresses"> & Partial<MachineFacts>;

const kernels = {
  "debian-12": ["6.1.0-22-amd64", "6.1.0-25-amd64", "6.1.0-26-amd64"],
  "ubuntu-22.04": ["5.15.0-119-generic", "5.15.0-122-generic"],
  "ubuntu-24.04": ["6.8.0-45-generic"],
};

/** A virtual machine; kernel, size and uptime vary by name. */
export function server({ release = "debian-12", ...facts }: ServerFacts): MachineFacts {
  const { name } = facts;
  return {
    release,
    kernel: stablePick(`${name} kernel`, kernels[release]),
    bootedAt: daysAgo(6 + stableNumber(`${name} age`, 90)) - stableNumber(`${name} minute`, 86_400),
    cores: stablePick(`${name} cores`, [2, 4, 8]),
    memoryGiB: stablePick(`${name} memory`, [4, 8, 16]),
    hardware: { vendor: "QEMU", model: "Standard PC (Q35 + ICH9, 2009)" },
    ...facts,
  };
}
