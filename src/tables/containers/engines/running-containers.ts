import { gapReader } from "../../host/gap-reader.ts";
import { once } from "../../host/once.ts";
import type { Host } from "../../host/port.ts";
import { listPids } from "../../processes/proc/pids.ts";

/** A container as the process that watches it names it. */
export interface RunningContainer {
  id: string;
  /** Podman, Docker, Kubernetes…, for messages. */
  engine: string;
}

/** The running containers of every engine that uses conmon or a shim of containerd. */
export const findRunningContainers = (host: Host): RunningContainer[] => once(host, runningOf);

function runningOf(host: Host): RunningContainer[] {
  const pids = listPids(gapReader(host));
  const found = pids.flatMap((pid) => containerOf(readArguments(host, pid)) ?? []);
  return [...new Map(found.map((one) => [one.id, one])).values()];
}

/** The container that a process watches, by its arguments. */
export function containerOf(argv: string[]): RunningContainer | undefined {
  const program = argv[0]?.split("/").at(-1) ?? "";
  const after = (option: string) => {
    const at = argv.indexOf(option);
    return at < 0 ? undefined : argv[at + 1];
  };
  if (program === "conmon") {
    const id = after("-c");
    const isPodman = argv.some((one) => one.endsWith("/podman"));
    return id === undefined ? undefined : { id, engine: isPodman ? "Podman" : "CRI-O" };
  }
  if (!program.startsWith("containerd-shim")) return undefined;
  // Before version 2, shims had the id in their working folder only.
  const id = after("-id") ?? after("-workdir")?.split("/").at(-1);
  const namespace = after("-namespace") ?? "";
  return id === undefined ? undefined : { id, engine: namespaces[namespace] ?? "containerd" };
}

const namespaces: Record<string, string> = { moby: "Docker", "k8s.io": "Kubernetes" };

/** None for a process that has ended. */
export function readArguments(host: Host, pid: number): string[] {
  try {
    return host.read(`/proc/${pid}/cmdline`).split("\0");
  } catch {
    return [];
  }
}
