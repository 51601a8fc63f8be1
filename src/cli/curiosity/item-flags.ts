import * as Flags from "@oclif/core/flags";
import type { Depth } from "../../contract/common.ts";
import { askFlags } from "../flags/common-flags.ts";
import { parseInterval } from "./parse-interval.ts";

/** Flags for the schedule and scope of a question. */
export const itemFlags = {
  every: Flags.string({
    char: "e",
    description: "How often to ask, from 1m to 365d",
    helpValue: "<24h>",
    parse: async (text) => parseInterval(text),
  }),
  "first-run-at": Flags.string({
    description: "When to ask first: a time, or a span from now such as 2h",
    helpValue: "<time>",
  }),
  depth: askFlags.depth,
  tag: askFlags.tag,
};

export interface ItemFlags {
  every?: string;
  "first-run-at"?: string;
  depth?: Depth;
  tag?: string[];
}
