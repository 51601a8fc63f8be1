import * as Flags from "@oclif/core/flags";
import { usageError } from "../../errors/usage-error.ts";
import { type DeliveryFlags, deliveryOriginFlags } from "../delivery-flags.ts";

export const replayFlags = {
  dead: Flags.boolean({ description: "Replay matching dead letters that were not replayed yet" }),
  ...deliveryOriginFlags,
  all: Flags.boolean({ description: "With --dead: replay every dead letter" }),
  rate: Flags.custom<number>({
    description: "Maximum rate (5/s by default)",
    helpValue: "<n/s|n/m>",
    parse: async (text) => parseRate(text),
  })(),
  "dry-run": Flags.boolean({ description: "Show what would be replayed, without replaying" }),
  yes: Flags.boolean({ char: "y", description: "Don't ask for confirmation" }),
};

export interface ReplayFlags extends Omit<DeliveryFlags, "status"> {
  dead: boolean;
  all: boolean;
  /** Milliseconds from one replay to the next. */
  rate?: number;
  "dry-run": boolean;
  yes: boolean;
}

export const defaultEveryMs = 200;

/** Milliseconds from one to the next at `5/s` or `30/m`. */
export function parseRate(text: string): number {
  const [, count, unit] = /^(\d+)\/([sm])$/.exec(text) ?? [];
  if (!Number(count)) throw usageError(`"${text}" is not a rate.`, "Write it as 5/s or 30/m.");
  return (unit === "s" ? 1_000 : 60_000) / Number(count);
}

/** Nothing is replayed by accident: ids, or dead letters by a filter or by --all. */
export function checkReplay(ids: string[], flags: ReplayFlags): void {
  const { dead, all, subscription, event, since, until } = flags;
  const filtered = [subscription, event, since, until].some((one) => one !== undefined);
  if (ids.length > 0 && (dead || all || filtered)) {
    throw usageError(
      "Pass delivery ids or --dead, not both.",
      "--dead selects dead letters by filters.",
    );
  }
  if (ids.length > 0) return;
  if (!dead) {
    throw usageError(
      "Choose what to replay.",
      "Pass delivery ids, or --dead with a filter such as --subscription or --since.",
    );
  }
  if (!filtered && !all) {
    throw usageError(
      "Choose which dead letters to replay.",
      "Pass --subscription, --event, --since or --until, or --all for every dead letter.",
    );
  }
}
