import { Flags } from "@oclif/core";
import { eventTypes, filterSeverities } from "../../contract/enums.ts";

const eventWords = [...eventTypes, "*"] as const;

/** Flags that say which events a subscription is for. */
export const subscriptionFlags = {
  event: Flags.option({ options: eventWords, multiple: true, delimiter: "," })({
    char: "e",
    description: "Kind of event to send (repeatable, or comma-separated); '*' for every one",
    helpValue: "<type>",
    multipleNonGreedy: true,
  }),
  "min-severity": Flags.option({ options: filterSeverities })({
    description: "Only events at least this severe, and those that have no severity",
  }),
  tag: Flags.string({
    char: "t",
    description: "Only events with this tag (repeatable: all of them)",
    helpValue: "<key=value>",
    multiple: true,
    multipleNonGreedy: true,
  }),
};

export interface SubscriptionFlags {
  event?: (typeof eventWords)[number][];
  "min-severity"?: (typeof filterSeverities)[number];
  tag?: string[];
}

export const secretFlag = Flags.string({
  description: "The signing secret; - reads it from stdin; without it one is made",
  helpValue: "<whsec_…>",
});
