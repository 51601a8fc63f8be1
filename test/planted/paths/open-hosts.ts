import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { type NamespacedRoot, openRoot, type RootOptions } from "../root/open-root.ts";

const exec = promisify(execFile);

/** Planted roots by their names, in order. */
export interface PlantedHosts {
  roots: Map<string, NamespacedRoot>;
  close(): Promise<void>;
}

/**
 * Opens a root for each host. Several are joined by a network of their own, in which the first is
 * 10.20.0.5, the second 10.20.0.6 and so on.
 */
export async function openHosts(names: string[], options: RootOptions): Promise<PlantedHosts> {
  const roots = new Map<string, NamespacedRoot>();
  for (const name of names) roots.set(name, await openRoot(options));
  const network = names.length > 1 ? await joinRoots([...roots.values()]) : null;
  return {
    roots,
    async close() {
      for (const root of roots.values()) await root.close();
      await network?.close();
    },
  };
}

/** A network namespace with a bridge, to which each root has an interface eth0. */
async function joinRoots(roots: NamespacedRoot[]): Promise<{ close(): Promise<void> }> {
  const holder = spawn("unshare", ["--net", "sh", "-c", "echo ready; exec sleep infinity"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(holder, "exit");
  await once(holder.stdout, "data");
  const lines = roots.map(
    ({ pid }, at) =>
      `ip link add port${at} type veth peer name eth0 netns ${pid}; ip link set port${at} master join up`,
  );
  const script = ["ip link add join type bridge; ip link set join up", ...lines].join("\n");
  await exec("nsenter", ["-t", String(holder.pid), "--net", "sh", "-ec", script]);
  for (const [at, root] of roots.entries())
    await root.run(`ip addr add 10.20.0.${5 + at}/24 dev eth0; ip link set eth0 up`);
  return {
    async close() {
      holder.kill("SIGKILL");
      await ended;
    },
  };
}
