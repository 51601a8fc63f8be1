import { randomBytes } from "node:crypto";
import { AppError } from "../../core/errors.ts";
import { createSecretBox } from "../../webhooks/signing/secret-box.ts";
import { keyFingerprint, type SecretKey, webhookSecretKey } from "../keys/secret-key.ts";

/** Encrypts secrets of one key with another. */
export interface SecretExchange {
  /** Whether the keys differ. If not, secrets are copied as they are. */
  reencrypts: boolean;
  /** The secret in the original; equal to that in the copy. */
  openOriginal(sealed: string): string;
  openCopy(sealed: string): string;
  /** The secret as it is stored in the copy. */
  reseal(sealed: string): string;
}

export function createSecretExchange(original: SecretKey, copy: SecretKey): SecretExchange {
  if (keyFingerprint(original) === keyFingerprint(copy)) {
    const same = (sealed: string) => sealed;
    return { reencrypts: false, openOriginal: same, openCopy: same, reseal: same };
  }
  const from = createSecretBox(webhookSecretKey(original), randomBytes);
  const to = createSecretBox(webhookSecretKey(copy), randomBytes);
  const openOriginal = (sealed: string) => {
    try {
      return from.open(sealed);
    } catch (cause) {
      throw undecryptable(cause);
    }
  };
  // A subscription's secret is repeated in each of its waiting deliveries.
  const resealed = new Map<string, string>();
  return {
    reencrypts: true,
    openOriginal,
    openCopy: (sealed) => to.open(sealed),
    reseal(sealed) {
      const known = resealed.get(sealed) ?? to.seal(openOriginal(sealed));
      resealed.set(sealed, known);
      return known;
    },
  };
}

function undecryptable(cause: unknown): AppError {
  return new AppError(
    "secret_not_decryptable",
    "A webhook secret can't be decrypted with the secret.key that belongs to the records.",
    {
      hint: "Rotate the subscription's secret with `inquest webhooks rotate`, wait until its deliveries have ended, then try again.",
      cause,
    },
  );
}
