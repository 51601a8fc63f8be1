import * as Flags from "@oclif/core/flags";
import type { Depth } from "../../contract/common.ts";
import { askFlags } from "../flags/common-flags.ts";
import { parseInterval, parseSchedule, parseTimeZone, type Repetition } from "./parse-schedule.ts";

/** Flags for the first run and scope of a question. */
export const itemFlags = {
  "first-run-at": Flags.string({
    description: "When to ask first: a time, or a span from now such as 2h",
    helpValue: "<time>",
  }),
  depth: askFlags.depth,
  tag: askFlags.tag,
};

export interface ItemFlags {
  "first-run-at"?: string;
  depth?: Depth;
  tag?: string[];
}

/** Flags for when one question is asked. */
export const scheduleFlags = {
  every: Flags.custom<Repetition>({
    char: "e",
    description: 'How often to ask: 1m to 365d, or "day at 06:00", "weekday at …", "monday at …"',
    helpValue: "<24h>",
    parse: async (text) => parseSchedule(text),
  })(),
  "time-zone": Flags.string({
    description: "Time zone of --every, such as Europe/Berlin; UTC by default",
    helpValue: "<name>",
    parse: async (text) => parseTimeZone(text),
  }),
};

export interface ScheduleFlags extends ItemFlags {
  every?: Repetition;
  "time-zone"?: string;
}

/** A flag for how often many questions are asked. */
export const intervalFlag = Flags.string({
  char: "e",
  description: "How often to ask, instead of the file's intervals",
  helpValue: "<24h>",
  parse: async (text) => parseInterval(text),
});
