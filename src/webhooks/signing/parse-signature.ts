import { type Refusal, refuse } from "./refusal.ts";
import { type RawBody, serviceSignature, standardSignature } from "./signatures.ts";

/** The content of the headers of one signature scheme, not verified yet. */
export interface SignatureClaim {
  ok: true;
  /** Unix time. */
  seconds: number;
  signatures: string[];
  /** The signature of the body with `secret` at that time. */
  expected(secret: string, body: RawBody): string;
}

/** Room for dozens of signatures; longer headers are rejected unread. */
const maxLength = 4_096;
const unixSeconds = /^(?:0|[1-9]\d{0,11})$/;

/** The syntax of a signature header. */
interface HeaderFormat {
  header: string;
  /** Between parts. */
  separator: string;
  /** Between the key and the value of a part. */
  between: string;
  signature: RegExp;
  signatureText: string;
}

const service: HeaderFormat = {
  header: "X-Service-Signature",
  separator: ",",
  between: "=",
  signature: /^[0-9a-f]{64}$/,
  signatureText: "64 lower-case hex digits",
};
const standard: HeaderFormat = {
  header: "webhook-signature",
  separator: " ",
  between: ",",
  signature: /^[A-Za-z0-9+/]{43}=$/,
  signatureText: "base64 of 32 bytes",
};

/** Reads `t=<unix seconds>,v1=<hex>[,v1=<hex>]`; schemes other than v1 are ignored. */
export function parseServiceSignature(value: string): SignatureClaim | Refusal {
  const read = readParts(value, service);
  if (!read.ok) return read;
  const [time, ...more] = read.valuesOf("t");
  if (time === undefined) return read.missing("t");
  if (more.length > 0) return malformed("X-Service-Signature has more than one t=.");
  if (!unixSeconds.test(time))
    return malformed("X-Service-Signature: t is not a Unix time in seconds.");
  const seconds = Number(time);
  return toClaim(read, seconds, (secret, body) => serviceSignature(secret, { seconds }, body));
}

/** The three headers of Standard Webhooks. */
export interface StandardHeaders {
  id: string;
  timestamp: string;
  signature: string;
}

/** Reads Standard Webhooks' headers; signatures of versions other than v1 are ignored. */
export function parseStandardSignature(headers: StandardHeaders): SignatureClaim | Refusal {
  const { id, timestamp, signature } = headers;
  const read = readParts(signature, standard);
  if (!read.ok) return read;
  // The signed text is separated by dots, so the id must not contain one.
  if (!/^[^\s.]{1,256}$/.test(id)) return malformed("webhook-id is not an event id.");
  if (!unixSeconds.test(timestamp))
    return malformed("webhook-timestamp is not a Unix time in seconds.");
  const seconds = Number(timestamp);
  return toClaim(read, seconds, (secret, body) => standardSignature(secret, { id, seconds }, body));
}

function malformed(message: string): Refusal {
  return refuse("header_malformed", message);
}

interface Parts {
  ok: true;
  form: HeaderFormat;
  valuesOf(key: string): string[];
  /** The refusal for a missing key, which may be present in a wrong form. */
  missing(key: string): Refusal;
}

function readParts(value: string, form: HeaderFormat): Parts | Refusal {
  const { header, separator, between } = form;
  if (value.length > maxLength)
    return malformed(`${header} is longer than ${maxLength} characters.`);
  const parts = value.split(separator).map((part) => {
    const end = part.indexOf(between);
    return { key: part.slice(0, Math.max(0, end)), value: part.slice(end + 1) };
  });
  const invalid = parts.findIndex(({ key }) => key === "");
  if (invalid >= 0)
    return malformed(`${header}: part ${invalid + 1} is not of the form key${between}value.`);
  const valuesOf = (wanted: string) =>
    parts.filter(({ key }) => key === wanted).map((part) => part.value);
  const lacks = (wanted: string) =>
    malformed(
      parts.some(({ key }) => key.trim() === wanted)
        ? `${header} has a space at its ${wanted}${between}, which is not allowed.`
        : `${header} has no ${wanted}${between}.`,
    );
  return { ok: true, form, valuesOf, missing: lacks };
}

function toClaim(
  { form, valuesOf, missing: lacks }: Parts,
  seconds: number,
  expected: SignatureClaim["expected"],
): SignatureClaim | Refusal {
  const { header, signature, signatureText } = form;
  const signatures = valuesOf("v1");
  if (signatures.length === 0) return lacks("v1");
  const wrong = signatures.findIndex((text) => !signature.test(text));
  if (wrong >= 0) return malformed(`${header}: v1 number ${wrong + 1} is not ${signatureText}.`);
  return { ok: true, seconds, signatures, expected };
}
