import { Flags } from "@oclif/core";
import { deliveryStatuses, eventTypes } from "../../contract/enums.ts";

/** Two more words for what the service calls `failed_permanent`. */
const statusWords = [...deliveryStatuses, "dead_lettered", "dead"] as const;

/** Flags that say which deliveries are meant, whatever became of them. */
export const deliveryOriginFlags = {
  subscription: Flags.string({ description: "Only to this subscription", helpValue: "<id>" }),
  event: Flags.option({ options: eventTypes })({
    char: "e",
    description: "Only of this kind of event",
    helpValue: "<type>",
  }),
  since: Flags.string({
    description: "Only those created since this time, or in the span up to now",
    helpValue: "<time|1h>",
  }),
  until: Flags.string({
    description: "Only those created before this time, or this long ago",
    helpValue: "<time|15m>",
  }),
};

/** As `deliveryOriginFlags`, with what became of them. */
export const deliveryFlags = {
  status: Flags.option({ options: statusWords })({
    description: "Only those with this status; dead is failed_permanent",
  }),
  ...deliveryOriginFlags,
};

export interface DeliveryFlags {
  status?: (typeof statusWords)[number];
  subscription?: string;
  event?: (typeof eventTypes)[number];
  since?: string;
  until?: string;
}
