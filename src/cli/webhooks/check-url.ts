import { isNotOffered } from "../../client/optional-operations.ts";
import { AppError } from "../../core/errors.ts";
import { escapeControl } from "../../core/escape-control.ts";
import type { Connection } from "../connection/connect.ts";

/** Refuses a URL that the server can never deliver to, and warns of one that it can't deliver to now. */
export async function checkUrl(
  { client, kind }: Pick<Connection, "client" | "kind">,
  url: string | undefined,
  note: (text: string) => void,
): Promise<void> {
  if (url === undefined) return;
  const check = await client.checkWebhookUrl(url).catch(ifOffered);
  if (!check || check.reason === null) return;
  const [address, reason] = [url, check.reason].map(escapeControl);
  // A backend inside a command doesn't know which addresses the next server allows.
  if (!check.permanent || kind === "embedded") {
    return note(`Warning: deliveries to ${address} will fail for now: ${reason}.`);
  }
  const message = `The server can't deliver to ${address}: ${reason}.`;
  throw new AppError("subscription_url_unreachable", message, {
    hint: "Pass a public address, or allow this one with the server's --webhook-allow.",
    kind: "failed",
  });
}

function ifOffered(error: unknown): undefined {
  if (!isNotOffered(error)) throw error;
}
