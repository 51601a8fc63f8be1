import { isNotOffered } from "../../client/optional-operations.ts";
import type { Client } from "../../client/types.ts";
import type { Subscription } from "../../contract/webhook.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { nameUnknown } from "../errors/name-unknown.ts";

/** Fetches all before any is changed, so that a missing one fails early. */
export async function findSubscriptions(
  client: Pick<Client, "subscription">,
  ids: string[],
): Promise<Subscription[]> {
  const subscriptions: Subscription[] = [];
  for (const id of new Set(ids)) subscriptions.push(await findOrName(client, id));
  return subscriptions;
}

/** Some servers can't return a subscription by id; then only its id is known. */
async function findOrName(client: Pick<Client, "subscription">, id: string): Promise<Subscription> {
  try {
    return await nameUnknown("subscription", id, client.subscription(id));
  } catch (error) {
    if (!isNotOffered(error)) throw error;
    return { id, url: "", events: [], filters: {}, active: true, created_at: "", updated_at: "" };
  }
}

/** Pauses or resumes one after the other; stops at the first failure, and earlier changes stay. */
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

/** The confirmation before subscriptions are deleted. */
export function deletionQuestion(subscriptions: Subscription[]): string {
  const [first, ...others] = subscriptions;
  const what =
    others.length === 0
      ? `the subscription ${first?.url ? `of ${first.url} (${first.id})` : first?.id}, with its secret`
      : `${subscriptions.length} subscriptions, with their secrets`;
  return escapeControl(`Delete ${what}?`);
}

/** Deletes one after the other; stops at the first failure. */
export async function deleteSubscriptions(
  client: Pick<Client, "deleteSubscription">,
  subscriptions: Subscription[],
): Promise<void> {
  for (const { id } of subscriptions) await client.deleteSubscription(id);
}
