import { isoTime } from "../../core/clock.ts";
import type { SealedSecret } from "../../store/records.ts";
import { generateSecret } from "../../webhooks/signing/generate-secret.ts";
import type { SubscriptionServices } from "./services.ts";

type SecretServices = Pick<SubscriptionServices, "clock" | "random"> & {
  webhooks: Pick<SubscriptionServices["webhooks"], "secrets" | "secretOverlapMs">;
};

/** Each signs every delivery, so there must be an end to them. */
const maxSecrets = 5;

/** The secret that a request sets: the given one, a new one where one is asked for, or none. */
export function secretToSet(
  { random }: Pick<SubscriptionServices, "random">,
  { secret, rotate_secret }: { secret?: string; rotate_secret?: true },
): string | undefined {
  return secret ?? (rotate_secret && generateSecret(random));
}

/** A subscription's secrets from its creation on. */
export function firstSecret({ webhooks }: SecretServices, secret: string): SealedSecret[] {
  return [{ sealed: webhooks.secrets.seal(secret), until: null }];
}

/**
 * The secrets after a change that sets `secret`, if any: the one before signs on for the overlap,
 * and those whose time is over go. The secret that is in force already replaces nothing.
 */
export function nextSecrets(
  { clock, webhooks }: SecretServices,
  before: SealedSecret[],
  secret: string | undefined,
): SealedSecret[] {
  const { secrets, secretOverlapMs } = webhooks;
  const nowMs = clock.now();
  const living = before.filter(({ until }) => until === null || Date.parse(until) > nowMs);
  const current = living.find(({ until }) => until === null);
  if (secret === undefined || (current && secrets.open(current.sealed) === secret)) return living;
  const replaced = living
    .filter(({ sealed }) => secretOverlapMs > 0 && secrets.open(sealed) !== secret)
    .map(({ sealed, until }) => ({ sealed, until: until ?? isoTime(nowMs + secretOverlapMs) }));
  return [{ sealed: secrets.seal(secret), until: null }, ...replaced].slice(0, maxSecrets);
}
