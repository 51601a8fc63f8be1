import { parseColonLines } from "../key-values.ts";

/** What /proc/cpuinfo says of one logical processor. */
export type Processor = Map<string, string>;

/** Blocks without a processor number (the "Hardware" block of ARM) are none. */
export function parseCpuinfo(text: string): Processor[] {
  return text
    .split(/\n\s*\n/)
    .map(parseColonLines)
    .filter((block) => block.has("processor"));
}

/** Processors by socket; where the architecture names no socket they are all on one. */
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
