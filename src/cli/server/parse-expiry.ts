import { usageError } from "../errors/usage-error.ts";
import { parseSpan } from "../flags/parse-values.ts";

const maxMs = 3_650 * 86_400_000;

/** When a key of this lifetime expires, ISO-8601. */
export function parseExpiry(text: string, nowMs: number): string {
  const ms = parseSpan(text);
  if (ms > 0 && ms <= maxMs) return new Date(nowMs + ms).toISOString();
  throw usageError(
    "A key expires after 1s to 3650d.",
    "Leave --expires out for one that never does.",
  );
}
