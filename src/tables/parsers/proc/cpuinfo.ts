import { parseColonLines } from "../key-values.ts";

/** A logical processor in /proc/cpuinfo. */
export type Processor = Map<string, string>;

/** Skips blocks without a processor number (ARM's "Hardware" block). */
export function parseCpuinfo(text: string): Processor[] {
  return text
    .split(/\n\s*\n/)
    .map(parseColonLines)
    .filter((block) => block.has("processor"));
}

/** Processors by socket; one socket where the architecture doesn't report them. */
export function groupBySocket(processors: Processor[]): Map<string, Processor[]> {
  const sockets = new Map<string, Processor[]>();
  for (const processor of processors) {
    const id = processor.get("physical id") ?? "0";
    sockets.set(id, [...(sockets.get(id) ?? []), processor]);
  }
  return sockets;
}

/** Cores of one socket: distinct core ids, or the logical processors where there are none. */
export function countCores(processors: Processor[]): number {
  const ids = new Set(processors.map((processor) => processor.get("core id")));
  return ids.has(undefined) ? processors.length : ids.size;
}
