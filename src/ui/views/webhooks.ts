import type {
  Subscription,
  SubscriptionPage,
  SubscriptionWithSecret,
  UpdatedSubscription,
} from "../../contract/webhook.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { tagsText } from "../plain/tags-text.ts";
import { type Fact, factLines } from "../text/facts.ts";
import { relativeTime } from "../text/relative-time.ts";
import { paragraphs } from "../text/section.ts";
import { type Paint, paint } from "../text/style.ts";
import { renderTable } from "../text/table.ts";
import type { Style, View } from "./view.ts";

const first =
  "No subscriptions yet. Create one: inquest webhooks create https://hooks.example.com/inquest --event finding.discovered";

/** Subscriptions in the order they were created. */
export const subscriptionListView: View<SubscriptionPage> = {
  plain: ({ subscriptions, next_cursor }, style) => {
    if (subscriptions.length === 0) return paragraphs(first, style);
    const columns = ["id", "state", "url", "events", "filters", "created"];
    const rows = subscriptions.map((subscription) => [
      subscription.id,
      stateOf(subscription),
      subscription.url,
      subscription.events.join(" "),
      filterText(subscription),
      relativeTime(subscription.created_at, style.nowMs),
    ]);
    const [whole, spare] = [
      ["id", "state"],
      ["filters", "created"],
    ];
    return [
      ...renderTable({ columns, rows, whole, spare, paints: { state: statePaint } }, style),
      ...(next_cursor === null
        ? []
        : [paint(style, "dim", "There are more: use --all or a higher --limit.")]),
    ];
  },
};

/** The current settings of a subscription. */
export const subscriptionView: View<Subscription> = {
  plain: (subscription, style) => [
    paint(style, "bold", escapeControl(subscription.id)),
    ...factLines(factsOf(subscription, style), style),
  ],
};

/** A subscription with its secret, which is shown only once. */
export const newSubscriptionView: View<SubscriptionWithSecret> = {
  plain: (subscription, style) => [
    paint(style, "bold", escapeControl(subscription.id)),
    ...factLines(
      [
        ...factsOf(subscription, style),
        ["secret", subscription.secret, (text) => paint(style, "bold", text)],
      ],
      style,
    ),
  ],
};

/** Only the secret, so that it can be piped to a secret store. */
export const rotatedSecretView: View<UpdatedSubscription> = {
  plain: ({ secret = "" }) => [escapeControl(secret)],
};

/** One prints as an object, several as a list. */
const oneOrAll = <T>(list: T[]): T | T[] => (list.length === 1 ? list[0]! : list);

export const pausedView: View<Subscription[]> = {
  json: oneOrAll,
  plain: (subscriptions) =>
    subscriptions.map(
      ({ id }) => `${escapeControl(id)} is paused: new events are not sent, queued deliveries are.`,
    ),
};

export const resumedView: View<Subscription[]> = {
  json: oneOrAll,
  plain: (subscriptions) =>
    subscriptions.map(
      ({ id, url }) =>
        `${escapeControl(id)} is active: events go to ${escapeControl(url || "its URL")}.`,
    ),
};

export const deletedSubscriptionsView: View<Subscription[]> = {
  json: (subscriptions) => oneOrAll(subscriptions.map(({ id }) => ({ id, deleted: true }))),
  plain: (subscriptions) =>
    subscriptions.map(
      ({ id }) => `${escapeControl(id)} is deleted; queued deliveries are still sent.`,
    ),
};

function factsOf(subscription: Subscription, style: Style): Fact[] {
  const { url, events, created_at, updated_at } = subscription;
  return [
    ["state", stateOf(subscription), (text) => paint(style, statePaint(text), text)],
    ["url", url],
    ["events", eventsText(events)],
    ["filters", subscription.filters ? filterText(subscription) || "none" : ""],
    ["created", relativeTime(created_at, style.nowMs)],
    ["changed", relativeTime(updated_at, style.nowMs)],
  ];
}

function eventsText(events: Subscription["events"]): string {
  if (!events.includes("*")) return events.join(" ");
  return events.includes("finding.resolved") ? "all" : "all but finding.resolved";
}

function stateOf({ active }: Subscription): string {
  if (active === undefined) return "";
  return active ? "active" : "paused";
}

function statePaint(state: string): Paint {
  return state === "active" ? "green" : "yellow";
}

function filterText({ filters }: Subscription): string {
  const { min_severity, tags = {} } = filters;
  const least = min_severity === undefined ? [] : [`severity>=${min_severity}`];
  return [...least, tagsText(tags)].filter((text) => text !== "").join(" ");
}
