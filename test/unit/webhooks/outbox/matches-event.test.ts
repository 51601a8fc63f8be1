import fc from "fast-check";
import { expect, test } from "vitest";
import { eventTypes, filterSeverities, severities } from "../../../../src/contract/enums.ts";
import type { Event } from "../../../../src/contract/event.ts";
import type { SubscriptionRecord } from "../../../../src/store/records.ts";
import { matchesEvent } from "../../../../src/webhooks/outbox/matches-event.ts";

type Rules = Pick<SubscriptionRecord, "active" | "events" | "filters">;
type Told = Pick<Event, "event_type" | "data">;

const rules = (over: Partial<Rules> = {}): Rules => ({
  active: true,
  events: ["*"],
  filters: {},
  ...over,
});
const told = (over: Partial<Told> = {}): Told => ({
  event_type: "finding.discovered",
  data: { severity: "medium", tags: { env: "prod", role: "db" } },
  ...over,
});
const minimum = (min_severity: (typeof filterSeverities)[number]) =>
  rules({ filters: { min_severity } });
const tagged = (tags: Record<string, string>) => rules({ filters: { tags } });
const withTags = (tags: unknown) => told({ data: { severity: "medium", tags } });
/** As parsed from JSON: an own key, not the prototype. */
const proto = JSON.parse('{"__proto__":"x"}') as Record<string, string>;

test.each<[string, Rules, Told, boolean]>([
  ["* takes every type", rules(), told(), true],
  ["its own type", rules({ events: ["finding.discovered"] }), told(), true],
  [
    "one of several types",
    rules({ events: ["agent.registered", "finding.discovered"] }),
    told(),
    true,
  ],
  ["another type", rules({ events: ["chain.confirmed"] }), told(), false],
  ["* beside another type", rules({ events: ["chain.confirmed", "*"] }), told(), true],
  ["a paused subscription", rules({ active: false }), told(), false],
  ["a paused one whose filters would pass", { ...minimum("low"), active: false }, told(), false],

  ["a severity below the minimum", minimum("high"), told(), false],
  ["a severity that is the minimum", minimum("medium"), told(), true],
  ["a severity above the minimum", minimum("low"), told(), true],
  ["info, below the lowest minimum", minimum("low"), told({ data: { severity: "info" } }), false],
  ["no severity", minimum("critical"), told({ data: { tags: {} } }), true],
  ["a severity of null", minimum("critical"), told({ data: { severity: null } }), true],
  [
    "a type that has none",
    minimum("high"),
    told({ event_type: "agent.registered", data: {} }),
    true,
  ],

  ["a tag that is there", tagged({ env: "prod" }), told(), true],
  ["every tag is there", tagged({ env: "prod", role: "db" }), told(), true],
  ["one of two tags is missing", tagged({ env: "prod", zone: "a" }), told(), false],
  ["a tag of another value", tagged({ env: "test" }), told(), false],
  ["a tag in other letter case", tagged({ env: "PROD" }), told(), false],
  ["no tag is asked for", tagged({}), withTags({}), true],
  ["no tag is asked for, and the event has none", tagged({}), told({ data: {} }), true],
  ["an event without tags", tagged({ env: "prod" }), told({ data: { severity: "low" } }), false],
  ["an event of null tags", tagged({ env: "prod" }), withTags(null), false],
  ["an event with empty tags", tagged({ env: "prod" }), withTags({}), false],
  ["an empty value", tagged({ env: "" }), withTags({ env: "" }), true],
  ["an empty value for an absent tag", tagged({ env: "" }), withTags({}), false],

  ["a tag by the name of a method", tagged({ toString: "x" }), withTags({}), false],
  [
    "a tag by that name which is there",
    tagged({ toString: "x" }),
    withTags({ toString: "x" }),
    true,
  ],
  ["a tag called __proto__", tagged(proto), withTags({}), false],
  ["a tag called __proto__ which is there", tagged(proto), withTags(proto), true],
  ["a tag called constructor", tagged({ constructor: "x" }), withTags({ env: "prod" }), false],

  [
    "both filters pass",
    rules({ filters: { min_severity: "medium", tags: { env: "prod" } } }),
    told(),
    true,
  ],
  [
    "only the tags pass",
    rules({ filters: { min_severity: "high", tags: { env: "prod" } } }),
    told(),
    false,
  ],
  [
    "only the severity passes",
    rules({ filters: { min_severity: "low", tags: { env: "x" } } }),
    told(),
    false,
  ],
  [
    "no severity, and tags that don't pass",
    rules({ filters: { min_severity: "low", tags: { env: "x" } } }),
    told({ data: { tags: { env: "prod" } } }),
    false,
  ],
])("%s", (_, subscription, event, expected) => {
  expect(matchesEvent(subscription, event)).toBe(expected);
});

test("each type matches the subscriptions that name it and no others", () => {
  for (const type of eventTypes)
    for (const named of eventTypes)
      expect(matchesEvent(rules({ events: [named] }), told({ event_type: type }))).toBe(
        type === named,
      );
});

test("* matches every type but the one that was added later", () => {
  const all = rules({ events: ["*"] });
  const unmatched = eventTypes.filter((type) => !matchesEvent(all, told({ event_type: type })));
  expect(unmatched).toEqual(["finding.resolved"]);
  const both = rules({ events: ["*", "finding.resolved"] });
  expect(matchesEvent(both, told({ event_type: "finding.resolved" }))).toBe(true);
});

test("each severity satisfies every minimum up to its own", () => {
  for (const [rank, severity] of severities.entries())
    for (const least of filterSeverities)
      expect(matchesEvent(minimum(least), told({ data: { severity } }))).toBe(
        rank >= severities.indexOf(least),
      );
});

test("adding a filter never matches more events", () => {
  const tags = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.constantFrom("1", "2"));
  const event = fc.record({ severity: fc.constantFrom(...severities), tags });
  fc.assert(
    fc.property(tags, tags, event, (some, more, data) => {
      const narrow = matchesEvent(tagged({ ...some, ...more }), told({ data }));
      if (narrow) expect(matchesEvent(tagged(more), told({ data }))).toBe(true);
    }),
  );
});
