import { localFolders } from "../files/local-files.ts";
import { type Gap, TableUnavailable } from "../host/gap.ts";
import { gapReader } from "../host/gap-reader.ts";
import { once } from "../host/once.ts";
import type { Host } from "../host/port.ts";
import type { Collected, CollectedTable } from "../model/table.ts";

/** One file with capabilities a row, as `getcap` finds them: Node can't read extended attributes. */
export const fileCapabilities: CollectedTable = {
  name: "file_capabilities",
  description: "Programs that carry Linux capabilities of their own.",
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
    throw new TableUnavailable("error", `getcap ended with ${exitCode}`);
  return { rows: parseGetcap(stdout), gaps: read.gaps };
}

const closedFolders: Gap = {
  reason: "denied",
  detail: "folders closed to the agent's account were not searched",
};

/** getcap passes over what it can't enter: only a process that may read every folder (capabilities(7)) sees all. */
function seesEverything(host: Host): boolean {
  const status = gapReader(host).text("/proc/self/status") ?? "";
  const effective = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? "0"}`);
  return (effective & dacCapabilities) !== 0n;
}

/** CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH. */
const dacCapabilities = 0b110n;

/** "/usr/bin/ping cap_net_raw=ep", before libcap 2.41 "/usr/bin/ping = cap_net_raw+ep"; a path may have blanks. */
export function parseGetcap(text: string) {
  return text.split("\n").flatMap((line) => {
    const match =
      /^(\/.*?) (?:= )?(\S*cap_\S*|=\S+)[=+]([eip]+)$/.exec(line) ??
      /^(\/.*?) ()=([eip]+)$/.exec(line);
    if (!match) return [];
    return [{ path: match[1]!, capabilities: match[2] || "all", flags: match[3]! }];
  });
}
