import { AppError } from "../../core/errors.ts";
import { defaultSchedule, type Schedule } from "../../webhooks/dispatch/next-attempt.ts";
import { parseCidr } from "../../webhooks/sender/cidr.ts";
import { readCaFile } from "../keys/read-pem-file.ts";

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
    const message = `--webhook-allow: "${text}" is not an address range.`;
    throw new AppError("usage", message, { hint, kind: "usage" });
  }
  if (caPath === undefined) return options;
  const hint = "Pass the PEM certificate of the CA that signs the receivers' certificates.";
  const { pem } = readCaFile({ flag: "--webhook-ca", path: caPath }, hint);
  return { ...options, ca: pem };
}
