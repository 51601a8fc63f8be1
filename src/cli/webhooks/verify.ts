import type { WebhookVerification } from "../../contract/webhook-verification.ts";
import { usageError } from "../errors/usage-error.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface VerifyFlags {
  secret?: string[];
  header: string[];
  /** Milliseconds; the contract's when absent. */
  tolerance?: number;
}

/** Larger than any delivery. */
const maxBodyBytes = 16 * 1024 * 1024;

/** Checks the signatures of the delivery whose body is on stdin. */
export async function verifyHere(
  flags: VerifyFlags,
  { stdin, env }: Pick<Terminal, "stdin" | "env">,
  nowMs = Date.now(),
): Promise<WebhookVerification> {
  const { defaultToleranceSeconds, inspectDelivery, isSecret } = await import(
    "../../compose/offline/inspect-delivery.ts"
  );
  const secrets = flags.secret ?? env.INQUEST_WEBHOOK_SECRET?.split(/\s+/).filter(Boolean) ?? [];
  if (secrets.length === 0)
    throw usageError("A secret is required.", "Set INQUEST_WEBHOOK_SECRET or pass --secret.");
  const wrong = secrets.findIndex((secret) => !isSecret(secret));
  if (wrong >= 0)
    throw usageError(
      secrets.length === 1
        ? "This isn't a valid webhook secret."
        : `Secret ${wrong + 1} of ${secrets.length} isn't a valid webhook secret.`,
      "A secret is whsec_ followed by base64 of 24 to 64 bytes, as shown when it was created.",
    );
  const headers = readHeaders(flags.header);
  const body = await readBody(stdin);
  return inspectDelivery({
    body,
    headers,
    secrets,
    nowMs,
    toleranceSeconds:
      flags.tolerance === undefined ? defaultToleranceSeconds : flags.tolerance / 1000,
  });
}

/** `Name: value` as curl takes them; a value alone is that of X-Service-Signature. */
function readHeaders(lines: string[]): Record<string, string[]> {
  const headers: Record<string, string[]> = {};
  for (const line of lines) {
    const [, name = "x-service-signature", value = line] = /^([\w-]+):(.*)$/s.exec(line) ?? [];
    const key = name.toLowerCase();
    headers[key] = [...(Object.hasOwn(headers, key) ? headers[key]! : []), value.trim()];
  }
  if (Object.hasOwn(headers, "x-service-signature") || Object.hasOwn(headers, "webhook-signature"))
    return headers;
  throw usageError(
    "A signature header is required.",
    'Pass it as --header "X-Service-Signature: t=…,v1=…".',
  );
}

async function readBody(stdin: Terminal["stdin"]): Promise<Buffer> {
  if (stdin.isTTY)
    throw usageError(
      "A body is required.",
      "Pass it on stdin: inquest webhooks verify … < body.json",
    );
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    chunks.push(Buffer.from(chunk));
    bytes += chunk.length;
    if (bytes > maxBodyBytes)
      throw usageError("The body is larger than 16 MiB.", "Deliveries are never that large.");
  }
  return Buffer.concat(chunks);
}
