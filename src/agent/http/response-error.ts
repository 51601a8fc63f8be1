import { BrainUnavailable, type UnavailableReason } from "../brain-port.ts";
import type { HttpResponse } from "./send-request.ts";

/** An answer that is no success, as what it means to an agent. */
export function toBrainUnavailable(
  { status, headers, body }: HttpResponse,
  { url, nowMs }: { url: URL; nowMs: number },
): BrainUnavailable {
  const said = parseError(body);
  const retryAfterMs = parseRetryAfter(headers["retry-after"], nowMs);
  const { reason, message } = classify(status, said, {
    host: url.host,
    location: headers.location,
  });
  return new BrainUnavailable(reason, message, { retryAfterMs });
}

interface ErrorBody {
  code: string;
  message: string;
}

function classify(
  status: number,
  { code, message }: ErrorBody,
  { host, location }: { host: string; location: string | undefined },
): { reason: UnavailableReason; message: string } {
  const told = message === "" ? "" : `: ${message}`;
  if (status === 401)
    return { reason: "refused", message: "The brain refuses this API key (401). Check api_key." };
  if (code === "insufficient_scope")
    return {
      reason: "refused",
      message: "The API key lacks the scope agents:connect (403). Use one that has it.",
    };
  if (status === 403) return { reason: "refused", message: `The brain refuses (403)${told}` };
  if (status === 404 && code === "not_found")
    return { reason: "unknown_agent", message: "The brain does not know this agent (yet)." };
  if (status === 429) return { reason: "busy", message: "The brain asks for a pause (429)." };
  if (status >= 300 && status < 400)
    return {
      reason: "unreachable",
      message: `${host} answers with a redirect (${status}) to ${printable(location ?? "nowhere")}, which is not followed; check brain_url.`,
    };
  if (status === 404)
    return {
      reason: "unreachable",
      message: `What answers at ${host} is no inquest server (404); check brain_url.`,
    };
  if (status >= 400 && status < 500 && status !== 408)
    return {
      reason: "rejected",
      message: `The brain does not take what it was sent (${status})${told}`,
    };
  return { reason: "unreachable", message: `The brain had an error (${status})${told}` };
}

/** The error of the contract; empty words where the answer is somebody else's. */
function parseError(body: Buffer): ErrorBody {
  try {
    const { error, message, issues } = JSON.parse(body.toString("utf8")) as Record<string, unknown>;
    const [issue] = Array.isArray(issues)
      ? (issues as { path?: unknown; message?: unknown }[])
      : [];
    const about = issue ? ` (${issue.path}: ${issue.message})` : "";
    return { code: String(error ?? ""), message: printable(`${message ?? ""}${about}`) };
  } catch {
    return { code: "", message: "" };
  }
}

/** What somebody else wrote may go to a terminal: no control characters, not too much of it. */
const printable = (text: string) => text.replace(/\p{C}+/gu, " ").slice(0, 300);

/** Seconds or an HTTP date (RFC 9110, 10.2.3). */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | null {
  if (value === undefined) return null;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}
