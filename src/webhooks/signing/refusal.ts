/** Why a delivery isn't accepted. */
export type RefusalReason =
  /** The body was parsed or is otherwise not what came over the wire. */
  | "body_not_raw"
  /** The receiver's own secret is none. */
  | "secret_malformed"
  | "header_missing"
  | "header_malformed"
  /** The body was changed, or another secret signed it. */
  | "no_matching_signature"
  | "timestamp_too_old"
  | "timestamp_in_future"
  /** Signed, but no event of this service. */
  | "body_not_an_event";

export interface Refusal<R extends RefusalReason = RefusalReason> {
  ok: false;
  reason: R;
  /** One sentence that repeats nothing of what was received. */
  message: string;
}

export function refuse<R extends RefusalReason>(reason: R, message: string): Refusal<R> {
  return { ok: false, reason, message };
}
