/** How the check of one signature header came out. */
export interface SignatureCheck {
  header: "X-Service-Signature" | "webhook-signature";
  ok: boolean;
  /** What is wrong; null when nothing is. */
  reason:
    | "header_malformed"
    | "no_matching_signature"
    | "body_changed"
    | "headers_changed"
    | "timestamp_too_old"
    | "timestamp_in_future"
    | null;
  /** What is wrong, in words; null when nothing is. */
  message: string | null;
  /** By the header's own word; null when it can't be read. */
  signed_at: string | null;
  /** Seconds from then to now; negative when it lies ahead. */
  age_seconds: number | null;
  /** Which of the secrets given signed it, counted from 1; null when none did. */
  secret: number | null;
}

/** Every signature of one captured delivery, checked. */
export interface WebhookVerification {
  /** All of them are right and in time. */
  ok: boolean;
  checks: SignatureCheck[];
  /** Of the body, signed or not; null when it is no event. */
  event_id: string | null;
  event_type: string | null;
}
