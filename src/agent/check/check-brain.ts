import { decodeBase64 } from "../../plan/decode-base64.ts";
import { fingerprintOf } from "../../plan/signing-key.ts";
import { type BrainAddress, type BrainResponse, reasonOf, requestBrain } from "./request-brain.ts";
import { type Check, failed, ok, skipped, warning } from "./types.ts";

/** Fetches the brain's plan key; checks the key, and this machine's clock against the response. */
export async function checkPlanKeyAndClock(
  brain: BrainAddress,
  { publicKey, now }: { publicKey: Buffer | null; now: () => number },
): Promise<Check[]> {
  const sent = now();
  try {
    const response = await requestBrain(brain, { method: "GET", path: "/v1/plan-key" });
    return [checkPlanKey(response, publicKey), checkClock(response, { sent, received: now() })];
  } catch (error) {
    return [noResponse("plan_key", error), skipped("clock", "plan_key")];
  }
}

/** In TLS 1.3 a client learns only after the handshake that its certificate was rejected. */
const rejectedCertificate =
  /ALERT_(UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_(EXPIRED|UNKNOWN|REVOKED|REQUIRED)|ACCESS_DENIED)/;

function noResponse(name: "plan_key" | "api_key", error: unknown): Check {
  const reason = reasonOf(error);
  if (rejectedCertificate.test(reason))
    return failed(
      name,
      `The server rejected the client certificate (${reason}).`,
      "Set client_cert_path to a certificate signed by the server's --client-ca.",
    );
  const isClosed = reason === "ECONNRESET" || reason === "EPIPE";
  return failed(
    name,
    `The server does not answer (${reason}).`,
    isClosed
      ? "If it requires client certificates, it rejected this one; otherwise see the server's log."
      : "See the server's log.",
  );
}

interface PlanKeyBody {
  public_key: string;
  previous?: { public_key: string; expires_at: string }[];
}

function checkPlanKey({ status, body }: BrainResponse, pinned: Buffer | null): Check {
  const { public_key, previous = [] } = (body ?? {}) as Partial<PlanKeyBody>;
  const current = typeof public_key === "string" ? decodeBase64(public_key) : null;
  if (status !== 200 || !current)
    return failed(
      "plan_key",
      `brain_url does not lead to an inquest server (GET /v1/plan-key returned ${status}).`,
      "Check brain_url and any proxy in between.",
    );
  const fingerprint = fingerprintOf(current);
  if (pinned === null)
    return warning(
      "plan_key",
      `No plan key is pinned: anyone with the API key can send plans. The server's key is ${fingerprint}.`,
      "Pin it: save the response of GET /v1/plan-key to a file and set verify_key_path to it.",
    );
  if (pinned.equals(current))
    return ok("plan_key", `The pinned key is the server's key, ${fingerprint}.`);
  const old = previous.find(({ public_key }) => decodeBase64(public_key)?.equals(pinned));
  if (old)
    return warning(
      "plan_key",
      `The pinned key was replaced by ${fingerprint}, and is valid until ${old.expires_at}.`,
      "Pin the new key before then.",
    );
  return failed(
    "plan_key",
    `The pinned key ${fingerprintOf(pinned)} is not the server's key, ${fingerprint}.`,
    "Compare the server's key with the one that inquest server prints at startup, then pin it.",
  );
}

const warnSkewMs = 30_000;
/** Beyond this plans are refused. */
const maxSkewMs = 60_000;

/** The Date header has whole seconds, and was written at some time between request and response. */
function checkClock(
  { dateMs }: BrainResponse,
  { sent, received }: { sent: number; received: number },
): Check {
  if (dateMs === null)
    return warning(
      "clock",
      "The server's answer has no Date header, so the clocks can't be compared.",
      "Check for a proxy that removes it.",
    );
  const ahead = Math.max(0, sent - (dateMs + 1_000));
  const behind = Math.max(0, dateMs - received);
  const skewMs = Math.max(ahead, behind);
  if (skewMs <= warnSkewMs)
    return ok(
      "clock",
      `This machine's clock is within ${Math.ceil(skewMs / 1000)} s of the server's.`,
    );
  const message = `This machine's clock is ${Math.round(skewMs / 1000)} s ${ahead > 0 ? "ahead of" : "behind"} the server's`;
  const hint = "Synchronise it with NTP (timedatectl set-ntp true).";
  return skewMs > maxSkewMs
    ? failed("clock", `${message}: plans will be refused.`, hint)
    : warning("clock", `${message}; plans are refused from ${maxSkewMs / 1000} s.`, hint);
}

/**
 * Whether the API key may connect an agent. It sends an empty registration, which gets a 400 once
 * the key is accepted and changes nothing.
 */
export async function checkApiKey(brain: BrainAddress, apiKey: string): Promise<Check> {
  let response: BrainResponse;
  try {
    const request = { method: "POST", path: "/v1/agents/register", apiKey, body: {} } as const;
    response = await requestBrain(brain, request);
  } catch (error) {
    return noResponse("api_key", error);
  }
  const { status } = response;
  const { error, message, missing_scope } = (response.body ?? {}) as Record<string, unknown>;
  if (status === 400)
    return ok("api_key", "The server accepts the API key, and it may connect agents.");
  if (error === "client_certificate_required")
    return failed(
      "api_key",
      `The server requires a client certificate: ${String(message)}`,
      "Set client_cert_path and client_key_path to a certificate signed by the server's --client-ca.",
    );
  if (status === 401)
    return failed(
      "api_key",
      "The server does not accept the API key.",
      "Copy the key again, or create a new one.",
    );
  if (status === 403)
    return failed(
      "api_key",
      `The API key may not connect agents: it lacks ${String(missing_scope ?? "agents:connect")}.`,
      "Create one with inquest server keys create --scopes agents:connect.",
    );
  if (status === 429)
    return warning("api_key", "The server is rate limiting (429).", "Try again in a minute.");
  return failed(
    "api_key",
    `The server returned ${status} for a registration.`,
    "Check the server's version and log.",
  );
}
