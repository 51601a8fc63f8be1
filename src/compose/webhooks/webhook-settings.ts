import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { AppError } from "../../core/errors.ts";
import { exitCodes } from "../../core/exit-codes.ts";
import { defaultSchedule, type Schedule } from "../../webhooks/dispatch/next-attempt.ts";
import { parseCidr } from "../../webhooks/sender/cidr.ts";

/** How deliveries are sent, as the flags of a server say it. */
export interface WebhookOptions {
  /** Ranges of addresses that may be connected to in spite of what they are. */
  allow: string[];
  caPath?: string;
  schedule: Schedule;
  timeoutMs: number;
  secretOverlapMs: number;
}

/** The same with what its file holds. */
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

/** The settings, once it is sure that they can be used. */
export function readWebhookSettings({ caPath, ...options }: WebhookOptions): WebhookSettings {
  for (const text of options.allow) {
    if (parseCidr(text)) continue;
    const hint = "Write it like 10.0.0.0/8, fd00::/8 or 10.1.2.3.";
    throw usage(`--webhook-allow: "${text}" is no range of addresses.`, hint);
  }
  return caPath === undefined ? options : { ...options, ca: readCa(caPath) };
}

/** Node takes any text for a CA's and then trusts nobody, so every certificate is looked at here. */
function readCa(path: string): string {
  const text = readPem(path);
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const hint = "Give the PEM certificate of the CA that signs the receivers' certificates.";
  if (blocks.length === 0) throw usage(`--webhook-ca: ${path} holds no certificate.`, hint);
  try {
    for (const block of blocks) new X509Certificate(block);
  } catch (cause) {
    throw usage(`--webhook-ca: ${path} holds a certificate that can't be read.`, hint, cause);
  }
  return text;
}

function readPem(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    const hint = "Give the path of a PEM file that this user may read.";
    throw usage(`--webhook-ca: ${path} can't be read.`, hint, cause);
  }
}

function usage(message: string, hint: string, cause?: unknown): AppError {
  return new AppError("usage", message, { hint, exit: exitCodes.usage, cause });
}
