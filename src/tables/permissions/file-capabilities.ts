import { TableUnavailable } from "../host/gap.ts";
import { once } from "../host/once.ts";
import type { Host } from "../host/port.ts";
import type { Collected, CollectedTable } from "../model/table.ts";
import { surveyLocalFiles } from "./survey-local-files.ts";

/** One row per file with capabilities, from `getcap`: Node can't read extended attributes. */
export const fileCapabilities: CollectedTable = {
  name: "file_capabilities",
  description: "Programs with Linux file capabilities.",
  platforms: ["linux"],
  columns: { path: "TEXT", capabilities: "TEXT", flags: "TEXT" },
  collect: (host) => once(host, findCapabilities),
};

/**
 * Of programs alone: a capability takes effect when its file is executed, and reading the
 * attributes of every file takes several times as long as the walk.
 */
export async function findCapabilities(host: Host): Promise<Collected> {
  const { executables, gaps } = await once(host, surveyLocalFiles);
  const rows = [];
  for (const paths of batchesOf(executables)) {
    const { stdout, exitCode } = await host.run("getcap", paths);
    if (exitCode !== 0 && stdout === "")
      throw new TableUnavailable("error", `getcap exited with code ${exitCode}`);
    rows.push(...parseGetcap(stdout));
  }
  return { rows, gaps };
}

/** Far below the 2 MiB that Linux allows for all arguments by default. */
const maxArgumentBytes = 256 << 10;

function* batchesOf(paths: string[]): Generator<string[]> {
  let batch: string[] = [];
  let bytes = 0;
  for (const path of paths) {
    const size = Buffer.byteLength(path) + 1;
    if (batch.length > 0 && bytes + size > maxArgumentBytes) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(path);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

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
