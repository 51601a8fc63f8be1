import { isoTime } from "../../core/clock.ts";
import { formatSeed, parseSeed } from "../../plan/key-seed.ts";
import type { SigningKey } from "../../plan/signing-key.ts";

/** A plan key and its seed, as stored on a line. */
export interface StoredPlanKey {
  seed: string;
  key: SigningKey;
}

/** A replaced plan key. */
export interface ReplacedPlanKey extends StoredPlanKey {
  /** Epoch ms until which it signs. */
  expiresAt: number;
}

/** The content of `plan.key`: a line with the current seed, then one per replaced key, newest first. */
export interface PlanKeyFile {
  current: StoredPlanKey;
  previous: ReplacedPlanKey[];
}

/** Null when `text` is invalid: a truncated file must not pass as one without replaced keys. */
export function parsePlanKeyFile(text: string): PlanKeyFile | null {
  const [first = "", ...others] = text.trim().split(/\r?\n/);
  const current = parseKey(first);
  const previous = others.map(parseReplacedKey);
  return current && previous.every((key) => key !== null) ? { current, previous } : null;
}

export function formatPlanKeyFile({ current, previous }: PlanKeyFile): string {
  const others = previous.map(({ seed, expiresAt }) => `${seed} ${isoTime(expiresAt)}\n`);
  return [`${current.seed}\n`, ...others].join("");
}

export function toStoredPlanKey({ seed, key }: { seed: Buffer; key: SigningKey }): StoredPlanKey {
  return { seed: formatSeed(seed).trim(), key };
}

function parseKey(line: string): StoredPlanKey | null {
  const key = parseSeed(line);
  return key && { seed: line.trim(), key };
}

function parseReplacedKey(line: string): ReplacedPlanKey | null {
  const [seed = "", until = "", ...rest] = line.split(" ");
  const key = parseKey(seed);
  const expiresAt = Date.parse(until);
  const isValid = rest.length === 0 && /^\d{4}-.*Z$/.test(until) && !Number.isNaN(expiresAt);
  return key && isValid ? { ...key, expiresAt } : null;
}
