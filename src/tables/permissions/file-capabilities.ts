import { localFolders } from "../files/local-files.ts";
import { type Gap, TableUnavailable } from "../host/gap.ts";
import { gapReader } from "../host/gap-reader.ts";
import { once } from "../host/once.ts";
import type { Host } from "../host/port.ts";
import type { Collected, CollectedTable } from "../model/table.ts";

/** One row per file with capabilities, from `getcap`: Node can't read extended attributes. */
export const fileCapabilities: CollectedTable = {
  name: "file_capabilities",
  description: "Programs with Linux file capabilities.",
  platforms: ["linux"],
  columns: { path: "TEXT", capabilities: "TEXT", flags: "TEXT" },
  collect: (host) => once(host, findCapabilities),
};

export async function findCapabilities(host: Host): Promise<Collected> {
  const read = gapReader(host);
  if (!seesEverything(host)) read.report(closedFolders);
  const folders = localFolders(read);
  const { stdout, exitCode } = await host.run("getcap", ["-r", ...folders]);
  if (exitCode !== 0 && stdout === "")
    throw new TableUnavailable("error", `getcap exited with code ${exitCode}`);
  return { rows: parseGetcap(stdout), gaps: read.gaps };
}

const closedFolders: Gap = {
  reason: "denied",
  detail: "folders that the agent's account can't read were not searched",
};

/**
 * getcap silently skips folders it can't enter: only a process with these capabilities
 * (capabilities(7)) sees all files.
 */
function seesEverything(host: Host): boolean {
  const status = gapReader(host).text("/proc/self/status") ?? "";
  const effective = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? "0"}`);
  return (effective & dacCapabilities) !== 0n;
}

/** CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH. */
const dacCapabilities = 0b110n;

/**
 * "/usr/bin/ping cap_net_raw=ep", before libcap 2.41 "/usr/bin/ping = cap_net_raw+ep"; paths may
 * contain blanks.
 */
export function parseGetcap(text: string) {
  return text.split("\n").flatMap((line) => {
    const match =
      /^(\/.*?) (?:= )?(\S*cap_\S*|=\S+)[=+]([eip]+)$/.exec(line) ??
      /^(\/.*?) ()=([eip]+)$/.exec(line);
    if (!match) return [];
    return [{ path: match[1]!, capabilities: match[2] || "all", flags: match[3]! }];
  });
}
