import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { AppError } from "../../core/errors.ts";
import { exitCodes } from "../../core/exit-codes.ts";
import { defaultSchedule, type Schedule } from "../../webhooks/dispatch/next-attempt.ts";
import { parseCidr } from "../../webhooks/sender/cidr.ts";

/** The webhook flags of the server. */
export interface WebhookOptions {
  /** Address ranges that deliveries may connect to although they are not public. */
  allow: string[];
  caPath?: string;
  schedule: Schedule;
  timeoutMs: number;
  secretOverlapMs: number;
}

/** The webhook options with the content of the CA file. */
export interface WebhookSettings extends Omit<WebhookOptions, "caPath"> {
  /** PEM. */
  ca?: string;
}

export const defaultWebhookSettings: WebhookSettings = {
  allow: [],
  schedule: defaultSchedule,
  timeoutMs: 10_000,
  secretOverlapMs: 86_400_000,
};

/** Validates the options and reads the CA file. */
export function readWebhookSettings({ caPath, ...options }: WebhookOptions): WebhookSettings {
  for (const text of options.allow) {
    if (parseCidr(text)) continue;
    const hint = "Use a form like 10.0.0.0/8, fd00::/8 or 10.1.2.3.";
    throw usage(`--webhook-allow: "${text}" is not an address range.`, hint);
  }
  return caPath === undefined ? options : { ...options, ca: readCa(caPath) };
}

/** Node accepts any text as a CA and then trusts nobody, so every certificate is checked here. */
function readCa(path: string): string {
  const text = readPem(path);
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const hint = "Pass the PEM certificate of the CA that signs the receivers' certificates.";
  if (blocks.length === 0) throw usage(`--webhook-ca: ${path} contains no certificate.`, hint);
  try {
    for (const block of blocks) new X509Certificate(block);
  } catch (cause) {
    throw usage(`--webhook-ca: ${path} contains a certificate that can't be read.`, hint, cause);
  }
  return text;
}

function readPem(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    const hint = "Pass the path of a PEM file that this user can read.";
    throw usage(`--webhook-ca: ${path} can't be read.`, hint, cause);
  }
}

function usage(message: string, hint: string, cause?: unknown): AppError {
  return new AppError("usage", message, { hint, exit: exitCodes.usage, cause });
}
