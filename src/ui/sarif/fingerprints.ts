import { createHash } from "node:crypto";

/** A short stable name, derived from these strings. */
export function fingerprint(...words: string[]): string {
  return createHash("sha256").update(JSON.stringify(words)).digest("hex").slice(0, 32);
}

/** Under our own name, and under the name by which GitHub matches alerts. */
export function partialFingerprints(...words: string[]): Record<string, string> {
  const hash = fingerprint(...words);
  return { "inquest/v1": hash, primaryLocationLineHash: `${hash}:1` };
}
