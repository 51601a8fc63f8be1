import type { Tags } from "../../contract/common.ts";
import { maxOverlapMs } from "../../contract/rotation.ts";
import { parseDuration } from "../../core/duration.ts";
import { isLoopback } from "../../core/is-loopback.ts";
import { usageError } from "../errors/usage-error.ts";

/** Tags from `key=value` words; a bare `web` means `web=true`. */
export function parseTags(words: string[]): Tags {
  return Object.fromEntries(
    words.map((word) => {
      const [key = "", ...value] = word.split("=");
      if (key === "") throw usageError(`The tag "${word}" has no key.`, "Write it as key=value.");
      return [key, value.length > 0 ? value.join("=") : "true"];
    }),
  );
}

/** Milliseconds of `90s`, `15m`, `1h`, `7d`. */
export function parseSpan(text: string): number {
  const ms = parseDuration(text);
  if (ms === null) {
    throw usageError(`"${text}" is not a duration.`, "Write it like 90s, 15m, 1h or 7d.");
  }
  return ms;
}

/** Milliseconds during which a replaced plan key keeps signing. */
export function parseOverlap(text: string): number {
  const ms = parseSpan(text);
  if (ms <= maxOverlapMs) return ms;
  throw usageError(
    "The overlap can be at most 365d.",
    "Distribute the new key to the agents before it ends.",
  );
}

/** ISO time of an ISO-8601 time or of an age such as `15m`. */
export function parseTime(text: string, nowMs: number): string {
  const age = parseDuration(text);
  const ms = age === null ? Date.parse(text) : nowMs - age;
  if (Number.isNaN(ms) || (age === null && !startsWithDay(text))) {
    throw usageError(`"${text}" is not a time.`, "Write 2026-01-31T08:00:00Z, or an age like 15m.");
  }
  return new Date(ms).toISOString();
}

/** ISO time of an ISO-8601 time or of a span from now such as `2h`. */
export function parseTimeAhead(text: string, nowMs: number): string {
  const span = parseDuration(text);
  return span === null ? parseTime(text, nowMs) : new Date(nowMs + span).toISOString();
}

/**
 * Whether the text starts with an existing ISO-8601 date:
 * Date.parse also accepts other formats, and takes 30 February for a day in March.
 */
function startsWithDay(text: string): boolean {
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(text) ?? [];
  const ms = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day!);
}

/** An https address without its trailing slash, or an http one of this machine. */
export function parseServerUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const example = "Write it like https://inquest.example.com.";
  if (!url || !["http:", "https:"].includes(url.protocol)) {
    throw usageError(`"${text}" is not a server address.`, example);
  }
  if (url.username || url.password || /[?#]/.test(text)) {
    throw usageError("A server address can't have a user name, query or fragment.", example);
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw usageError(
      `${text} would send the API key over the network unencrypted.`,
      "Use https; http is only allowed for a server on this machine.",
    );
  }
  return text.replace(/\/+$/, "");
}

/** An API key can only be checked for characters that a header can carry. */
export function parseApiKey(text: string): string {
  const key = text.trim();
  if (/^[\x21-\x7e]{1,512}$/.test(key)) return key;
  throw usageError(
    "That is not an API key: it is empty, too long, or has a space or a non-ASCII character.",
    "Copy the key exactly as the server showed it.",
  );
}
