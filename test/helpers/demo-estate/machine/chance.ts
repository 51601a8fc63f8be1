import { createHash } from "node:crypto";

/** A whole number from 0 to below `limit` that a name always gives: noise that stays what it was. */
export function numberOf(name: string, limit: number): number {
  return createHash("sha256").update(name).digest().readUInt32BE(0) % limit;
}

export function pickOf<T>(name: string, from: readonly T[]): T {
  return from[numberOf(name, from.length)]!;
}
