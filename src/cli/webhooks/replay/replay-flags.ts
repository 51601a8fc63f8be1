import * as Flags from "@oclif/core/flags";
import { usageError } from "../../errors/usage-error.ts";
import { type DeliveryFlags, deliveryOriginFlags } from "../delivery-flags.ts";

export const replayFlags = {
  dead: Flags.boolean({ description: "Replay matching dead letters that were not replayed yet" }),
  ...deliveryOriginFlags,
  all: Flags.boolean({ description: "With --dead: replay all, without filters" }),
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
  if (!Number(count)) throw usageError(`"${text}" is no rate.`, "Write it like 5/s or 30/m.");
  return (unit === "s" ? 1_000 : 60_000) / Number(count);
}

/** Everything must be meant: ids, or dead letters by a filter or by --all. */
export function checkReplay(ids: string[], flags: ReplayFlags): void {
  const { dead, all, subscription, event, since, until } = flags;
  const filtered = [subscription, event, since, until].some((one) => one !== undefined);
  if (ids.length > 0 && (dead || all || filtered)) {
    throw usageError("Ids and a filter are both given.", "Give the ids alone, or --dead alone.");
  }
  if (ids.length > 0) return;
  if (!dead) {
    throw usageError(
      "What to replay isn't said.",
      "Give delivery ids, or --dead with a filter such as --subscription or --since.",
    );
  }
  if (!filtered && !all) {
    throw usageError(
      "Which dead letters to replay isn't said.",
      "Narrow them with --subscription, --event, --since or --until, or say --all.",
    );
  }
}
