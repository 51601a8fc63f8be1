import { X509Certificate } from "node:crypto";
import { agentIdFormat } from "../../contract/agent.ts";
import { curiosityIntervalFormat, curiosityIntervalMs } from "../../contract/curiosity.ts";
import { maxQueryLength, questionFormat } from "../../contract/investigation.ts";
import { snapshotIntervalFormat, snapshotIntervalMs } from "../../contract/tag-policy.ts";
import { webhookSecretFormat, webhookUrlFormat } from "../../contract/webhook.ts";
import { parseDuration } from "../../core/duration.ts";
import type { AppError, Issue } from "../../core/errors.ts";
import { isSecret } from "../../webhooks/signing/is-secret.ts";
import { apiError, notFound } from "./errors.ts";
import { isWebhookUrl } from "./is-webhook-url.ts";

/** One failure as the schema validator tells it (ajv's shape, with `verbose`). */
export interface SchemaFailure {
  keyword: string;
  instancePath: string;
  schemaPath: string;
  params: Record<string, unknown>;
  message?: string;
}

/** What Fastify throws when a part of a request doesn't match its schema. */
interface SchemaFailures {
  validation: SchemaFailure[];
  validationContext: string;
}

/** Name of the format of a certificate in PEM. */
export const certificateFormat = "certificate";

/** Formats of our own, by name. Lengths count code points, as the validator's own do. */
export const formats = {
  [questionFormat]: (text: string): boolean => {
    const { length } = [...text.trim()];
    return length >= 1 && length <= maxQueryLength;
  },
  [snapshotIntervalFormat]: (text: string): boolean => {
    const ms = parseDuration(text);
    return ms !== null && ms >= snapshotIntervalMs.least && ms <= snapshotIntervalMs.most;
  },
  [curiosityIntervalFormat]: (text: string): boolean => {
    const ms = parseDuration(text);
    return ms !== null && ms > 0 && ms <= curiosityIntervalMs.most;
  },
  // The id has to be a part of paths: half a surrogate pair has no percent-encoding.
  [agentIdFormat]: (text: string): boolean => !/^\.{1,2}$|\p{Surrogate}/u.test(text),
  [webhookUrlFormat]: isWebhookUrl,
  [webhookSecretFormat]: isSecret,
  [certificateFormat]: isCertificate,
};

const formatMessages: Record<string, string> = {
  [questionFormat]: `must have 1 to ${maxQueryLength} characters after trimming`,
  [curiosityIntervalFormat]: "must be digits and one of s m h d, and at most 365d",
  [snapshotIntervalFormat]: "must be from 1m to 7d",
  [agentIdFormat]: "must be text that can be a part of a URL, and not . or ..",
  [webhookUrlFormat]:
    "must be an https:// URL with a host, and without credentials, spaces or control characters",
  [webhookSecretFormat]: "must be whsec_ and standard base64 of 24 to 64 bytes",
  [certificateFormat]: "must be a certificate in PEM",
  "date-time": "must be an ISO-8601 time with an offset, such as 2026-01-31T08:00:00Z",
};

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).raw.length > 0;
  } catch {
    return false;
  }
}

/** Problems told of one request; a hostile body can have a hundred thousand. */
const maxIssues = 100;

export function isSchemaFailure(error: unknown): error is SchemaFailures {
  return error instanceof Error && "validation" in error && Array.isArray(error.validation);
}

/** The error of a request that doesn't match its schema; an id of the wrong shape is simply not there. */
export function schemaError({ validation, validationContext }: SchemaFailures): AppError {
  if (validationContext === "params") return notFound();
  const missing = validation.some(({ keyword }) => keyword === "required");
  const issues = validation
    // What exactly is wrong with a field's name is told by the failure of `propertyNames` itself.
    .filter(({ schemaPath }) => !schemaPath.includes("/propertyNames/"))
    .slice(0, maxIssues)
    .map(toIssue);
  return apiError(missing ? "missing_required_field" : "validation_error", { issues });
}

function toIssue(failure: SchemaFailure): Issue {
  return { path: pathOf(failure), message: messageOf(failure) };
}

/** JSON pointer (RFC 6901) to dotted path, ending in the field that is missing or unknown where it is one. */
function pathOf({ instancePath, params }: SchemaFailure): string {
  const field = params.missingProperty ?? params.additionalProperty ?? params.propertyName;
  const parts = instancePath
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  return [...parts, ...(typeof field === "string" ? [field] : [])].join(".");
}

function messageOf({ keyword, params, message }: SchemaFailure): string {
  if (keyword === "required") return "is required";
  if (keyword === "additionalProperties") return "is not a known field";
  if (keyword === "propertyNames") return "must have a name of 1 to 255 characters";
  if (keyword === "enum") return `must be one of ${(params.allowedValues as unknown[]).join(", ")}`;
  if (keyword === "const") return `must be ${String(params.allowedValue)}`;
  if (keyword === "format") return formatMessages[String(params.format)] ?? String(message);
  return message ?? "is not valid";
}
