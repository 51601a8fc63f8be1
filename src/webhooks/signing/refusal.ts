/** Why a delivery is rejected. */
export type RefusalReason =
  /** The body was parsed, or is not the raw body for another reason. */
  | "body_not_raw"
  /** The receiver's secret is invalid. */
  | "secret_malformed"
  | "header_missing"
  | "header_malformed"
  /** The body was changed, or signed with another secret. */
  | "no_matching_signature"
  | "timestamp_too_old"
  | "timestamp_in_future"
  /** Signed, but not an event of this service. */
  | "body_not_an_event";

export interface Refusal<R extends RefusalReason = RefusalReason> {
  ok: false;
  reason: R;
  /** One sentence without any of the received data. */
  message: string;
}

export function refuse<R extends RefusalReason>(reason: R, message: string): Refusal<R> {
  return { ok: false, reason, message };
}
