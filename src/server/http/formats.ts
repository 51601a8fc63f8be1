import { X509Certificate } from "node:crypto";
import { agentIdFormat } from "../../contract/agent.ts";
import {
  curiosityIntervalFormat,
  curiosityIntervalMs,
  timeOfDayFormat,
  timeZoneFormat,
} from "../../contract/curiosity.ts";
import { maxQueryLength, maxSqlBytes, questionFormat } from "../../contract/investigation.ts";
import { snapshotIntervalFormat, snapshotIntervalMs } from "../../contract/tag-policy.ts";
import { webhookSecretFormat, webhookUrlFormat } from "../../contract/webhook.ts";
import { checkOneSelect } from "../../core/check-one-select.ts";
import { parseDuration } from "../../core/duration.ts";
import { isTimeZone } from "../../core/time-zone.ts";
import { isSecret } from "../../webhooks/signing/is-secret.ts";
import { isWebhookUrl } from "./is-webhook-url.ts";

/** Name of the format of a PEM certificate. */
export const certificateFormat = "certificate";

/** Custom schema formats by name. Lengths count code points, as the validator's own do. */
export const formats = {
  [questionFormat]: isQuestion,
  [snapshotIntervalFormat]: (text: string): boolean => {
    const ms = parseDuration(text);
    return ms !== null && ms >= snapshotIntervalMs.least && ms <= snapshotIntervalMs.most;
  },
  [curiosityIntervalFormat]: (text: string): boolean => {
    const ms = parseDuration(text);
    return ms !== null && ms > 0 && ms <= curiosityIntervalMs.most;
  },
  [timeOfDayFormat]: (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text),
  [timeZoneFormat]: isTimeZone,
  // The id must fit into a URL path: an unpaired surrogate has no percent-encoding.
  [agentIdFormat]: (text: string): boolean => !/^\.{1,2}$|\p{Surrogate}/u.test(text),
  [webhookUrlFormat]: isWebhookUrl,
  [webhookSecretFormat]: isSecret,
  [certificateFormat]: isCertificate,
};

export const formatMessages: Record<string, string> = {
  [questionFormat]: `must have 1 to ${maxQueryLength} characters after trimming, or be one SELECT or WITH statement of up to ${maxSqlBytes} bytes`,
  [curiosityIntervalFormat]: "must be a number and one of s m h d, such as 6h, and at most 365d",
  [timeOfDayFormat]: "must be a time of day such as 06:00",
  [timeZoneFormat]: "must be an IANA time zone such as Europe/Berlin",
  [snapshotIntervalFormat]: "must be between 1m and 7d",
  [agentIdFormat]: "must be text that fits into a URL path, and not . or ..",
  [webhookUrlFormat]:
    "must be an https:// URL with a host and without credentials, port 0, spaces or control characters",
  [webhookSecretFormat]: "must be whsec_ followed by 24 to 64 bytes in standard base64",
  [certificateFormat]: "must be a PEM certificate",
  "date-time": "must be an ISO-8601 time with an offset, such as 2026-01-31T08:00:00Z",
};

function isQuestion(text: string): boolean {
  const question = text.trim();
  const { length } = [...question];
  if (length <= maxQueryLength) return length >= 1;
  return Buffer.byteLength(question) <= maxSqlBytes && checkOneSelect(question).ok;
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).raw.length > 0;
  } catch {
    return false;
  }
}
