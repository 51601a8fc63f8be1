import { createHash } from "node:crypto";

/** A short name for something that stays what it is from run to run, told by these words. */
export function fingerprint(...words: string[]): string {
  return createHash("sha256").update(JSON.stringify(words)).digest("hex").slice(0, 32);
}

/** Under our own name, and under the one name that GitHub compares alerts by. */
export function partialFingerprints(...words: string[]): Record<string, string> {
  const hash = fingerprint(...words);
  return { "inquest/v1": hash, primaryLocationLineHash: `${hash}:1` };
}
