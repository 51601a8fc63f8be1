import { gapReader } from "../host/gap-reader.ts";
import { readRequired } from "../host/read-required.ts";
import type { CollectedTable } from "../model/table.ts";

/** The running kernel and how it was started. */
export const kernelInfo: CollectedTable = {
  name: "kernel_info",
  description: "The running kernel, its arguments and its boot image.",
  platforms: ["linux"],
  columns: {
    version: "TEXT",
    /** `uname -v`; distributions write the version of their package into it. */
    build: "TEXT",
    arguments: "TEXT",
    path: "TEXT",
    device: "TEXT",
  },
  collect(host) {
    const read = gapReader(host);
    const version = readRequired(host, "/proc/sys/kernel/osrelease").trim();
    const build = read.forColumns(["build"]).text("/proc/sys/kernel/version")?.trim() ?? null;
    const commandLine = read.text("/proc/cmdline") ?? "";
    return { rows: [{ version, build, ...parseCommandLine(commandLine) }], gaps: read.gaps };
  },
};

/** The image and the root device have their own columns; the rest are the arguments. */
function parseCommandLine(text: string) {
  const words = text.trim().split(/\s+/).filter(Boolean);
  const find = (key: string) =>
    words.find((word) => word.startsWith(`${key}=`))?.slice(key.length + 1) ?? null;
  const rest = words.filter((word) => !/^(BOOT_IMAGE|root)=/.test(word));
  return { arguments: rest.join(" "), path: find("BOOT_IMAGE"), device: find("root") };
}
