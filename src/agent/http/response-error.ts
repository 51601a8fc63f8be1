import { BrainUnavailable, type UnavailableReason } from "../brain-port.ts";
import type { HttpResponse } from "./send-request.ts";

/** Turns a response with an error status into the agent's error. */
export function toBrainUnavailable(
  { status, headers, body }: HttpResponse,
  { url, nowMs }: { url: URL; nowMs: number },
): BrainUnavailable {
  const error = parseError(body);
  const retryAfterMs = parseRetryAfter(headers["retry-after"], nowMs);
  const { reason, message } = classify(status, error, {
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
  const detail = message === "" ? "." : `: ${message}`;
  if (status === 401)
    return { reason: "refused", message: "The server rejected the API key (401). Check api_key." };
  if (code === "insufficient_scope")
    return {
      reason: "refused",
      message: "The API key lacks the scope agents:connect (403). Use a key that has it.",
    };
  if (status === 403)
    return { reason: "refused", message: `The server denied access (403)${detail}` };
  if (status === 404 && code === "not_found")
    return { reason: "unknown_agent", message: "The server does not know this agent (404)." };
  if (status === 429)
    return { reason: "busy", message: "The server is rate limiting this agent (429)." };
  if (status >= 300 && status < 400)
    return {
      reason: "unreachable",
      message: `${host} redirects (${status}) to ${printable(location ?? "nowhere")}; redirects are not followed. Check brain_url.`,
    };
  if (status === 404)
    return {
      reason: "unreachable",
      message: `${host} is not an inquest server (404); check brain_url.`,
    };
  if (status >= 400 && status < 500 && status !== 408)
    return {
      reason: "rejected",
      message: `The server rejected the request (${status})${detail}`,
    };
  return { reason: "unreachable", message: `The server failed (${status})${detail}` };
}

/** The contract's error body; empty strings if the response has none. */
function parseError(body: Buffer): ErrorBody {
  try {
    const { error, message, issues } = JSON.parse(body.toString("utf8")) as Record<string, unknown>;
    const [issue] = Array.isArray(issues)
      ? (issues as { path?: unknown; message?: unknown }[])
      : [];
    const where = issue ? ` (${issue.path}: ${issue.message})` : "";
    return { code: String(error ?? ""), message: printable(`${message ?? ""}${where}`) };
  } catch {
    return { code: "", message: "" };
  }
}

/** The text is untrusted and may reach a terminal: strips control characters and limits the length. */
const printable = (text: string) => text.replace(/\p{C}+/gu, " ").slice(0, 300);

/** Seconds or an HTTP date (RFC 9110, 10.2.3). */
export function parseRetryAfter(value: string | undefined, nowMs: number): number | null {
  if (value === undefined) return null;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}
