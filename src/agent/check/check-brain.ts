import { decodeBase64 } from "../../plan/decode-base64.ts";
import { fingerprintOf } from "../../plan/signing-key.ts";
import { requestBrain, type BrainAddress, type BrainResponse, reasonOf } from "./request-brain.ts";
import { type Check, failed, ok, skipped, warning } from "./types.ts";

/** What the brain says when it is asked for its plan key, and what that tells. */
export async function checkPlanKeyAndClock(
  brain: BrainAddress,
  { publicKey, now }: { publicKey: Buffer | null; now: () => number },
): Promise<Check[]> {
  const sent = now();
  try {
    const answer = await requestBrain(brain, { method: "GET", path: "/v1/plan-key" });
    return [checkPlanKey(answer, publicKey), checkClock(answer, { sent, received: now() })];
  } catch (error) {
    return [noResponse("plan_key", error), skipped("clock", "plan_key")];
  }
}

/** TLS 1.3 tells a client only after the handshake that its certificate was refused. */
const refusedCertificate =
  /ALERT_(UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_(EXPIRED|UNKNOWN|REVOKED|REQUIRED)|ACCESS_DENIED)/;

function noResponse(name: "plan_key" | "api_key", error: unknown): Check {
  const why = reasonOf(error);
  if (refusedCertificate.test(why))
    return failed(
      name,
      `The brain refuses the client certificate (${why}).`,
      "Name one in client_cert_path that the server's --client-ca has signed.",
    );
  const isCut = why === "ECONNRESET" || why === "EPIPE";
  return failed(
    name,
    `The brain doesn't answer (${why}).`,
    isCut
      ? "If it asks for client certificates, it has refused this one; else see its log."
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
      `What answers at brain_url is no inquest server (GET /v1/plan-key gave ${status}).`,
      "Check brain_url, and what stands between.",
    );
  const fingerprint = fingerprintOf(current);
  if (pinned === null)
    return warning(
      "plan_key",
      `No plan key is pinned: whoever holds the API key can send plans. The brain's is ${fingerprint}.`,
      "Pin it: save GET /v1/plan-key to a file and name that in verify_key_path.",
    );
  if (pinned.equals(current))
    return ok("plan_key", `The pinned key is the brain's, ${fingerprint}.`);
  const old = previous.find(({ public_key }) => decodeBase64(public_key)?.equals(pinned));
  if (old)
    return warning(
      "plan_key",
      `The pinned key was replaced by ${fingerprint}, and counts until ${old.expires_at}.`,
      "Pin the new one before then.",
    );
  return failed(
    "plan_key",
    `The pinned key ${fingerprintOf(pinned)} is not the brain's, which is ${fingerprint}.`,
    "Compare the latter with what inquest server shows at its start, then pin it.",
  );
}

const warnSkewMs = 30_000;
/** Plans are refused beyond it. */
const maxSkewMs = 60_000;

/** The header has whole seconds, and was made at some time while the answer was waited for. */
function checkClock(
  { dateMs }: BrainResponse,
  { sent, received }: { sent: number; received: number },
): Check {
  if (dateMs === null)
    return warning(
      "clock",
      "The brain's answer has no Date header, so the clocks can't be compared.",
      "See what stands between.",
    );
  const ahead = Math.max(0, sent - (dateMs + 1_000));
  const behind = Math.max(0, dateMs - received);
  const skewMs = Math.max(ahead, behind);
  if (skewMs <= warnSkewMs)
    return ok("clock", `It is within ${Math.ceil(skewMs / 1000)} s of the brain's.`);
  const message = `This machine's clock is ${Math.round(skewMs / 1000)} s ${ahead > 0 ? "ahead of" : "behind"} the brain's`;
  const hint = "Set it by NTP (timedatectl set-ntp true).";
  return skewMs > maxSkewMs
    ? failed("clock", `${message}: plans will be refused.`, hint)
    : warning("clock", `${message}; from ${maxSkewMs / 1000} s on plans are refused.`, hint);
}

/**
 * Whether the key may connect an agent. A registration without its fields is asked for: it is
 * refused with 400 once the key has been accepted, and changes nothing.
 */
export async function checkApiKey(brain: BrainAddress, apiKey: string): Promise<Check> {
  let answer: BrainResponse;
  try {
    const question = { method: "POST", path: "/v1/agents/register", apiKey, body: {} } as const;
    answer = await requestBrain(brain, question);
  } catch (error) {
    return noResponse("api_key", error);
  }
  const { status } = answer;
  const { error, message, missing_scope } = (answer.body ?? {}) as Record<string, unknown>;
  if (status === 400) return ok("api_key", "The brain accepts it, and it may connect agents.");
  if (error === "client_certificate_required")
    return failed(
      "api_key",
      `The brain wants a client certificate: ${String(message)}`,
      "Name one in client_cert_path and client_key_path that the server's --client-ca has signed.",
    );
  if (status === 401)
    return failed(
      "api_key",
      "The brain doesn't know the API key.",
      "Copy it anew, or make another one.",
    );
  if (status === 403)
    return failed(
      "api_key",
      `The API key may not connect agents: it lacks ${String(missing_scope ?? "agents:connect")}.`,
      "Make one with inquest server keys create --scopes agents:connect.",
    );
  if (status === 429)
    return warning("api_key", "The brain asks for a pause (429).", "Try again in a minute.");
  return failed(
    "api_key",
    `The brain answered ${status} to a registration.`,
    "Check its version, and its log.",
  );
}
