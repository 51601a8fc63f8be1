import type { AppError, Issue } from "../../core/errors.ts";
import { apiError, notFound } from "./errors.ts";
import { formatMessages } from "./formats.ts";

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
