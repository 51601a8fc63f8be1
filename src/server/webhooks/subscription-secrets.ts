import { isoTime } from "../../core/clock.ts";
import type { SealedSecret } from "../../store/records.ts";
import { generateSecret } from "../../webhooks/signing/generate-secret.ts";
import type { SubscriptionServices } from "./services.ts";

type SecretServices = Pick<SubscriptionServices, "clock" | "random"> & {
  webhooks: Pick<SubscriptionServices["webhooks"], "secrets" | "secretOverlapMs">;
};

/** Every secret in force signs every delivery, so their number is limited. */
const maxSecrets = 5;

/** The secret that a request sets: the given one, a generated one for `rotate_secret`, or none. */
export function requestedSecret(
  { random }: Pick<SubscriptionServices, "random">,
  { secret, rotate_secret }: { secret?: string; rotate_secret?: true },
): string | undefined {
  return secret ?? (rotate_secret && generateSecret(random));
}

/** The secrets of a new subscription. */
export function initialSecrets({ webhooks }: SecretServices, secret: string): SealedSecret[] {
  return [{ sealed: webhooks.secrets.seal(secret), until: null }];
}

/**
 * The secrets after a change that may set `secret`. The previous one keeps signing for the overlap,
 * expired ones are removed, and setting the current secret again changes nothing.
 */
export function replaceSecret(
  { clock, webhooks }: SecretServices,
  before: SealedSecret[],
  secret: string | undefined,
): SealedSecret[] {
  const { secrets, secretOverlapMs } = webhooks;
  const nowMs = clock.now();
  const unexpired = before.filter(({ until }) => until === null || Date.parse(until) > nowMs);
  const current = unexpired.find(({ until }) => until === null);
  if (secret === undefined || (current && secrets.open(current.sealed) === secret))
    return unexpired;
  const replaced = unexpired
    .filter(({ sealed }) => secretOverlapMs > 0 && secrets.open(sealed) !== secret)
    .map(({ sealed, until }) => ({ sealed, until: until ?? isoTime(nowMs + secretOverlapMs) }));
  return [{ sealed: secrets.seal(secret), until: null }, ...replaced].slice(0, maxSecrets);
}
