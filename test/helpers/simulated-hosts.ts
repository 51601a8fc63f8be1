import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./temporary-folder.ts";

/** The fields of a host file that a test may replace. */
export type HostFile = { agent_id: string } & Record<string, unknown>;

const osVersion = { name: "Debian GNU/Linux", version: "12", major: 12, platform: "debian" };
const root = { uid: 0, gid: 0, username: "root", directory: "/root", shell: "/bin/bash" };

/** A folder for `--estate` with one file per host: Linux with a root account, unless given otherwise. */
export function simulatedHosts(
  hosts: HostFile[],
  whenDone?: Parameters<typeof temporaryFolder>[0],
): string {
  const folder = join(temporaryFolder(whenDone), "estate");
  mkdirSync(folder);
  for (const host of hosts) writeHost(folder, host);
  return folder;
}

export function writeHost(folder: string, over: HostFile): void {
  const host = {
    ...{ hostname: over.agent_id, os: "linux", os_version: "12", arch: "x64" },
    ...{ tags: [], addresses: [], denied: [] },
    tables: { os_version: [osVersion], users: [root] },
    ...over,
  };
  writeFileSync(join(folder, `${over.agent_id}.json`), JSON.stringify(host));
}

/**
 * Server flags for simulated hosts, by default web-1 alone, in place of this machine's own agent,
 * whose snapshots take seconds of processor time.
 */
export const withHosts = (
  hosts: HostFile[] = [{ agent_id: "web-1" }],
  whenDone?: Parameters<typeof temporaryFolder>[0],
): string[] => ["--no-local-agent", "--estate", simulatedHosts(hosts, whenDone)];

/** Rows of `processes` that the detection zombie_processes finds. */
export const zombies = Array.from({ length: 12 }, (_, at) => ({
  ...{ pid: 101 + at, parent: 100, name: "sleep", parent_name: "bash", state: "Z" },
}));
