/** The result of checking one signature header. */
export interface SignatureCheck {
  header: "X-Service-Signature" | "webhook-signature";
  ok: boolean;
  /** The problem; null when the signature is valid. */
  reason:
    | "header_malformed"
    | "no_matching_signature"
    | "body_changed"
    | "headers_changed"
    | "timestamp_too_old"
    | "timestamp_in_future"
    | null;
  /** The problem as a sentence; null when the signature is valid. */
  message: string | null;
  /** Time in the header; null when it can't be parsed. */
  signed_at: string | null;
  /** Seconds since then; negative when it is in the future. */
  age_seconds: number | null;
  /** Number of the given secret that signed it, counted from 1; null when none did. */
  secret: number | null;
}

/** The checks of all signatures of one captured delivery. */
export interface WebhookVerification {
  /** All signatures are valid and recent. */
  ok: boolean;
  checks: SignatureCheck[];
  /** From the body, whether signed or not; null when it is not an event. */
  event_id: string | null;
  event_type: string | null;
}
