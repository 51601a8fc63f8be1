import * as Flags from "@oclif/core/flags";
import { deliveryStatuses, eventTypes } from "../../contract/enums.ts";

/** With two aliases of `failed_permanent`: dead letters. */
const statusWords = [...deliveryStatuses, "dead_lettered", "dead"] as const;

/** Flags that select deliveries by origin. */
export const deliveryOriginFlags = {
  subscription: Flags.string({
    description: "Only deliveries of this subscription",
    helpValue: "<id>",
  }),
  event: Flags.option({ options: eventTypes })({
    char: "e",
    description: "Only deliveries of this event type",
    helpValue: "<type>",
  }),
  since: Flags.string({
    description: "Only deliveries created since this time, or within this duration",
    helpValue: "<time|1h>",
  }),
  until: Flags.string({
    description: "Only deliveries created before this time, or longer ago than this duration",
    helpValue: "<time|15m>",
  }),
};

/** Flags that select deliveries by origin and status. */
export const deliveryFlags = {
  status: Flags.option({ options: statusWords })({
    description: "Only deliveries with this status; dead lists dead letters (failed_permanent)",
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
