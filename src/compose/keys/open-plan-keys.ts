import { join } from "node:path";
import { AppError } from "../../core/errors.ts";
import { readOrCreateSecret } from "../../core/secret-file.ts";
import { writeDurablySync } from "../../core/write-durably.ts";
import { createSigningKey } from "../../plan/key-seed.ts";
import type { PlanKeys } from "../../server/agents/plan-keys.ts";
import {
  formatPlanKeyFile,
  type PlanKeyFile,
  parsePlanKeyFile,
  toStoredPlanKey,
} from "./plan-key-file.ts";

/** The keys in `plan.key` of a data folder; the first is created at the folder's first start. */
export function openPlanKeys(dataDir: string): PlanKeys {
  const path = join(dataDir, "plan.key");
  let keys = readPlanKeyFile(path);
  return {
    get current() {
      return keys.current.key;
    },
    keyFor(pinnedKeyId, nowMs) {
      const pinned = keys.previous.find(({ key }) => key.keyId === pinnedKeyId);
      return pinned && nowMs < pinned.expiresAt ? pinned.key : keys.current.key;
    },
    publicKeys: (nowMs) => ({
      current: publicPart(keys.current),
      previous: unexpired(keys, nowMs).map((replaced) => ({
        ...publicPart(replaced),
        expiresAt: replaced.expiresAt,
      })),
    }),
    rotate(overlapMs, nowMs) {
      const next = rotated(keys, { untilMs: nowMs + overlapMs, nowMs });
      writeDurablySync(path, formatPlanKeyFile(next), { temporaryPath: `${path}.tmp` });
      keys = next;
    },
  };
}

/**
 * Keys replaced earlier expire no later than the one replaced now: a short overlap after a theft
 * applies to all previous keys. Expired keys are removed here and not at a start, when the clock
 * may be wrong.
 */
function rotated(
  keys: PlanKeyFile,
  { untilMs, nowMs }: { untilMs: number; nowMs: number },
): PlanKeyFile {
  const before = unexpired(keys, nowMs).map((replaced) => ({
    ...replaced,
    expiresAt: Math.min(replaced.expiresAt, untilMs),
  }));
  const current = toStoredPlanKey(createSigningKey());
  const previous = [{ ...keys.current, expiresAt: untilMs }, ...before];
  return { current, previous: unexpired({ current, previous }, nowMs) };
}

function unexpired({ previous }: PlanKeyFile, nowMs: number): PlanKeyFile["previous"] {
  return previous.filter(({ expiresAt }) => nowMs < expiresAt);
}

function publicPart({ key }: PlanKeyFile["current"]) {
  return { keyId: key.keyId, publicKey: key.publicKey };
}

function readPlanKeyFile(path: string): PlanKeyFile {
  const create = () => {
    const current = toStoredPlanKey(createSigningKey());
    return Buffer.from(formatPlanKeyFile({ current, previous: [] }));
  };
  const keys = parsePlanKeyFile(readOrCreateSecret(path, create).toString("utf8"));
  if (keys) return keys;
  throw new AppError("store_damaged", "plan.key in the data folder is not a valid key file.", {
    hint: "Restore it from a backup. Agents that pin the key refuse plans signed with another one.",
  });
}
