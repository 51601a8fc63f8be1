import type { UrlCheckResult } from "../../contract/webhook.ts";
import { isName, targetOf } from "../../webhooks/sender/target.ts";
import type { SubscriptionServices } from "./services.ts";

/** Whether the server would deliver to a URL, and if not, whether that can change. */
export async function checkUrl(
  { webhooks }: Pick<SubscriptionServices, "webhooks">,
  url: string,
): Promise<UrlCheckResult> {
  const check = await webhooks.checkUrl(url);
  if (check.ok) return { reason: null, permanent: false };
  return { reason: check.reason, permanent: !isName(targetOf(new URL(url)).host) };
}
