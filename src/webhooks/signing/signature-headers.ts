import {
  parseServiceSignature,
  parseStandardSignature,
  type SignatureClaim,
  type StandardHeaders,
} from "./parse-signature.ts";
import { type Refusal, refuse } from "./refusal.ts";

/** The headers of a request: from node:http, a `Headers` object, or a record with names in any case. */
export type ReceivedHeaders =
  | { get(name: string): string | null }
  | Record<string, string | string[] | undefined>;

/** One signature scheme in the headers of a delivery. */
export interface Claim {
  header: "X-Service-Signature" | "webhook-signature";
  parsed: SignatureClaim | Refusal;
}

const standardNames = {
  id: "webhook-id",
  timestamp: "webhook-timestamp",
  signature: "webhook-signature",
} as const;

/** Every signature scheme in the headers, X-Service-Signature first. */
export function signatureClaims(headers: ReceivedHeaders): Claim[] {
  const service = valuesOf(headers, "x-service-signature");
  const standard = Object.values(standardNames).map((name) => valuesOf(headers, name));
  return [
    ...(service.length > 0
      ? [{ header: "X-Service-Signature" as const, parsed: readService(service) }]
      : []),
    ...(standard.some((values) => values.length > 0)
      ? [{ header: "webhook-signature" as const, parsed: readStandard(standard) }]
      : []),
  ];
}

function readService([value, ...more]: string[]): SignatureClaim | Refusal {
  if (more.length > 0)
    return refuse("header_malformed", "X-Service-Signature is present more than once.");
  return parseServiceSignature(value!);
}

function readStandard(values: string[][]): SignatureClaim | Refusal {
  const names = Object.values(standardNames);
  const missing = values.findIndex(({ length }) => length === 0);
  if (missing >= 0) return refuse("header_malformed", `${names[missing]} is missing.`);
  const repeated = values.findIndex(({ length }) => length > 1);
  if (repeated >= 0)
    return refuse("header_malformed", `${names[repeated]} is present more than once.`);
  const [id, timestamp, signature] = values.flat() as [string, string, string];
  return parseStandardSignature({ id, timestamp, signature } satisfies StandardHeaders);
}

/** Every value of a header; `name` is in lower case. */
export function valuesOf(headers: ReceivedHeaders, name: string): string[] {
  if (typeof headers.get === "function") {
    const value = headers.get(name);
    return typeof value === "string" ? [value] : [];
  }
  return Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value)
    .filter((value) => typeof value === "string");
}
