import { isoTime } from "../../core/clock.ts";
import { formatSeed, parseSeed } from "../../plan/key-seed.ts";
import type { SigningKey } from "../../plan/signing-key.ts";

/** A plan key with the seed it is made from, as its line has it. */
export interface StoredPlanKey {
  seed: string;
  key: SigningKey;
}

/** One that was replaced, and until when it signs, epoch ms. */
export interface ReplacedPlanKey extends StoredPlanKey {
  expiresAt: number;
}

/** What `plan.key` holds: a line with the current seed, then a line for each key replaced, newest first. */
export interface PlanKeyFile {
  current: StoredPlanKey;
  previous: ReplacedPlanKey[];
}

/** Null when that is not what `text` is: half a file must not pass for one without replaced keys. */
export function parsePlanKeyFile(text: string): PlanKeyFile | null {
  const [first = "", ...others] = text.trim().split(/\r?\n/);
  const current = keptKey(first);
  const previous = others.map(replacedKey);
  return current && previous.every((key) => key !== null) ? { current, previous } : null;
}

export function formatPlanKeyFile({ current, previous }: PlanKeyFile): string {
  const others = previous.map(({ seed, expiresAt }) => `${seed} ${isoTime(expiresAt)}\n`);
  return [`${current.seed}\n`, ...others].join("");
}

export function toStoredPlanKey({ seed, key }: { seed: Buffer; key: SigningKey }): StoredPlanKey {
  return { seed: formatSeed(seed).trim(), key };
}

function keptKey(line: string): StoredPlanKey | null {
  const key = parseSeed(line);
  return key && { seed: line.trim(), key };
}

function replacedKey(line: string): ReplacedPlanKey | null {
  const [seed = "", until = "", ...rest] = line.split(" ");
  const kept = keptKey(seed);
  const expiresAt = Date.parse(until);
  const isWhole = rest.length === 0 && /^\d{4}-.*Z$/.test(until) && !Number.isNaN(expiresAt);
  return kept && isWhole ? { ...kept, expiresAt } : null;
}
