import type { DeliveryRecord, Kind, Records, SubscriptionRecord } from "../../store/records.ts";

type AnyRecord = Records[Kind];

/** A record with each of its encrypted secrets replaced; the same record if it has none. */
export function mapSecrets(
  kind: Kind,
  record: AnyRecord,
  replace: (sealed: string) => string,
): AnyRecord {
  if (kind === "subscription") {
    const { secrets } = record as SubscriptionRecord;
    const replaced = secrets.map((one) => ({ ...one, sealed: replace(one.sealed) }));
    return { ...(record as SubscriptionRecord), secrets: replaced };
  }
  if (kind === "delivery") {
    const delivery = record as DeliveryRecord;
    return { ...delivery, secrets: delivery.secrets.map(replace) };
  }
  return record;
}

/** The encrypted secrets of a record. */
export function secretsOf(kind: Kind, record: AnyRecord): string[] {
  const found: string[] = [];
  mapSecrets(kind, record, (sealed) => {
    found.push(sealed);
    return sealed;
  });
  return found;
}
