import { isNotOffered } from "../../client/optional-operations.ts";
import type { Client } from "../../client/types.ts";
import type { Subscription } from "../../contract/webhook.ts";
import { escapeControl } from "../../core/escape-control.ts";

/** All of these, before any of them is touched: one that is absent ends it here. */
export async function findSubscriptions(
  client: Pick<Client, "subscription">,
  ids: string[],
): Promise<Subscription[]> {
  const subscriptions: Subscription[] = [];
  for (const id of new Set(ids)) subscriptions.push(await findOrName(client, id));
  return subscriptions;
}

/** A service may give none by its id; then its id is all that is known of it. */
async function findOrName(client: Pick<Client, "subscription">, id: string): Promise<Subscription> {
  try {
    return await client.subscription(id);
  } catch (error) {
    if (!isNotOffered(error)) throw error;
    return { id, url: "", events: [], filters: {}, active: true, created_at: "", updated_at: "" };
  }
}

/** Pauses or resumes one after the other; the first that fails ends it, those before it stay changed. */
export async function setActive(
  client: Pick<Client, "subscription" | "updateSubscription">,
  ids: string[],
  active: boolean,
): Promise<Subscription[]> {
  const changed: Subscription[] = [];
  for (const { id } of await findSubscriptions(client, ids)) {
    changed.push(await client.updateSubscription(id, { active }));
  }
  return changed;
}

/** What is asked before subscriptions go. */
export function deletionQuestion(subscriptions: Subscription[]): string {
  const [first, ...others] = subscriptions;
  const what =
    others.length === 0
      ? `the subscription ${first?.url ? `of ${first.url} (${first.id})` : first?.id}, with its secret`
      : `${subscriptions.length} subscriptions, with their secrets`;
  return escapeControl(`Delete ${what}?`);
}

/** Deletes one after the other; the first that fails ends it, those before it stay deleted. */
export async function deleteSubscriptions(
  client: Pick<Client, "deleteSubscription">,
  subscriptions: Subscription[],
): Promise<void> {
  for (const { id } of subscriptions) await client.deleteSubscription(id);
}
