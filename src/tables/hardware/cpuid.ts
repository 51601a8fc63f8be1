import { readRequired } from "../host/read-required.ts";
import type { CollectedTable, Row } from "../model/table.ts";

/** Flags of /proc/cpuinfo and the bit of the CPUID leaf that each comes from (Intel SDM, volume 2). */
const leaves: { eax: string; register: string; bits: Record<number, string> }[] = [
  {
    eax: "1",
    register: "edx",
    bits: {
      0: "fpu",
      4: "tsc",
      5: "msr",
      6: "pae",
      8: "cx8",
      9: "apic",
      12: "mtrr",
      15: "cmov",
      19: "clflush",
      23: "mmx",
      25: "sse",
      26: "sse2",
      28: "ht",
    },
  },
  {
    eax: "1",
    register: "ecx",
    bits: {
      0: "sse3",
      1: "pclmulqdq",
      3: "monitor",
      5: "vmx",
      6: "smx",
      9: "ssse3",
      12: "fma",
      13: "cx16",
      19: "sse4_1",
      20: "sse4_2",
      22: "movbe",
      23: "popcnt",
      25: "aes",
      26: "xsave",
      28: "avx",
      29: "f16c",
      30: "rdrand",
      31: "hypervisor",
    },
  },
  {
    eax: "7",
    register: "ebx",
    bits: {
      2: "sgx",
      3: "bmi1",
      5: "avx2",
      7: "smep",
      8: "bmi2",
      16: "avx512f",
      18: "rdseed",
      20: "smap",
      29: "sha_ni",
    },
  },
];

/** The kernel's own names for what the manual calls otherwise. */
const kernelNames: Record<string, string> = { sse3: "pni" };

/** One row per feature of the processor, as far as the kernel reports it. */
export const cpuid: CollectedTable = {
  name: "cpuid",
  description: "Features of the processor, as the kernel reports them.",
  platforms: ["linux"],
  columns: {
    feature: "TEXT",
    value: "TEXT",
    output_register: "TEXT",
    output_bit: "INTEGER",
    input_eax: "TEXT",
  },
  collect: (host) => ({ rows: parseFeatures(readRequired(host, "/proc/cpuinfo")), gaps: [] }),
};

export function parseFeatures(cpuinfo: string): Row[] {
  const field = (name: string) =>
    new RegExp(`^${name}\\s*: (.*)$`, "m").exec(cpuinfo)?.[1]?.trim() ?? null;
  const flags = field("flags")?.split(/\s+/);
  // Other processors than x86 have no CPUID.
  if (!flags) return [];
  const vendor = { feature: "vendor", value: field("vendor_id"), output_register: "ebx,edx,ecx" };
  const family = { feature: "family", value: field("cpu family"), output_register: "eax" };
  const features = leaves.flatMap(({ eax, register, bits }) =>
    Object.entries(bits).map(([bit, feature]) => ({
      feature,
      value: flags.includes(kernelNames[feature] ?? feature) ? "1" : "0",
      output_register: register,
      output_bit: Number(bit),
      input_eax: eax,
    })),
  );
  return [
    { ...vendor, output_bit: 0, input_eax: "0" },
    { ...family, output_bit: 0, input_eax: "1" },
    ...features,
  ];
}
