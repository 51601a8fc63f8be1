import * as Flags from "@oclif/core/flags";
import { eventTypes, filterSeverities } from "../../contract/enums.ts";

const eventWords = [...eventTypes, "*"] as const;

/** Flags that say which events a subscription is for. */
export const subscriptionFlags = {
  event: Flags.option({ options: eventWords, multiple: true, delimiter: "," })({
    char: "e",
    description:
      "Event type to send (repeatable or comma-separated); '*' for all but finding.resolved",
    helpValue: "<type>",
    multipleNonGreedy: true,
  }),
  "min-severity": Flags.option({ options: filterSeverities })({
    description: "Only events of at least this severity, and events without a severity",
  }),
  tag: Flags.string({
    char: "t",
    description: "Only events with this tag (repeatable; all must match)",
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
  description: "Signing secret; - reads it from stdin; generated if not given",
  helpValue: "<whsec_…>",
});
