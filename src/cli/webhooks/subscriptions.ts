import { isNotOffered } from "../../client/optional-operations.ts";
import type { Client } from "../../client/types.ts";
import { eventTypes } from "../../contract/enums.ts";
import type {
  CreateSubscription,
  Subscription,
  SubscriptionFilters,
  SubscriptionPage,
  UpdateSubscription,
} from "../../contract/webhook.ts";
import { AppError } from "../../core/errors.ts";
import { gatherPages, type ListFlags } from "../command/gather-pages.ts";
import { usageError } from "../errors/usage-error.ts";
import { parseTags } from "../flags/parse-values.ts";
import type { SubscriptionFlags } from "./subscription-flags.ts";

/** The newest subscriptions up to the limit, or all of them, as one page. */
export function gatherSubscriptions(client: Client, flags: ListFlags): Promise<SubscriptionPage> {
  return gatherPages("subscriptions", (query) => client.subscriptions(query), flags);
}

/** The request for a new subscription. Events must be given, so that none gets all by accident. */
export function newSubscription(
  url: string,
  flags: SubscriptionFlags,
): Omit<CreateSubscription, "secret"> {
  if (!flags.event) {
    throw usageError(
      "Choose which events to send with --event.",
      `The types are ${eventTypes.join(", ")}; '*' is all but finding.resolved.`,
    );
  }
  const filters = filtersOf(flags);
  return {
    url,
    events: [...new Set(flags.event)],
    ...(Object.keys(filters).length > 0 && { filters }),
  };
}

export interface PatchFlags extends SubscriptionFlags {
  url?: string;
  "clear-filters": boolean;
}

/** The request for a change; `changeSubscription` adds the filters that stay. */
export function subscriptionPatch(flags: PatchFlags): UpdateSubscription {
  const filters = filtersOf(flags);
  const patch: UpdateSubscription = {
    ...(flags.url !== undefined && { url: flags.url }),
    ...(flags.event && { events: [...new Set(flags.event)] }),
    ...((flags["clear-filters"] || Object.keys(filters).length > 0) && { filters }),
  };
  if (Object.keys(patch).length === 0)
    throw usageError("Choose what to change.", "Pass at least one setting; see --help.");
  return patch;
}

/** Changes a subscription. The server replaces all filters, so the unchanged ones are sent too. */
export async function changeSubscription(
  client: Pick<Client, "subscription" | "updateSubscription">,
  id: string,
  { patch, keepFilters }: { patch: UpdateSubscription; keepFilters: boolean },
): Promise<Subscription> {
  if (!patch.filters || !keepFilters) return client.updateSubscription(id, patch);
  const { filters } = await client.subscription(id).catch(unknownFilters);
  return client.updateSubscription(id, { ...patch, filters: { ...filters, ...patch.filters } });
}

function unknownFilters(error: unknown): never {
  if (!isNotOffered(error)) throw error;
  throw new AppError(error.code, "The server doesn't return the current filters.", {
    hint: "Pass --clear-filters and all filters that should apply.",
    cause: error,
  });
}

function filtersOf({ "min-severity": min_severity, tag }: SubscriptionFlags): SubscriptionFilters {
  return { ...(min_severity && { min_severity }), ...(tag && { tags: parseTags(tag) }) };
}
