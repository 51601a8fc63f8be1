import { createHash } from "node:crypto";

/** An integer from 0 to `limit` - 1 derived from a name, so that generated values never change. */
export function stableNumber(name: string, limit: number): number {
  return createHash("sha256").update(name).digest().readUInt32BE(0) % limit;
}

export function stablePick<T>(name: string, from: readonly T[]): T {
  return from[stableNumber(name, from.length)]!;
}
