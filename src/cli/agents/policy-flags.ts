import { Flags } from "@oclif/core";
import { criticalities } from "../../contract/enums.ts";
import { parseSpan } from "../flags/parse-values.ts";

/** Flags that say what a tag policy is. */
export const policyFlags = {
  match: Flags.string({
    description: "For agents with this tag (repeatable: all of them)",
    helpValue: "<key=value>",
    multiple: true,
    multipleNonGreedy: true,
  }),
  "every-agent": Flags.boolean({ description: "For every agent", exclusive: ["match"] }),
  "deny-table": Flags.string({
    description: "Table that is never read there (repeatable, or comma-separated)",
    helpValue: "<table>",
    multiple: true,
    multipleNonGreedy: true,
    delimiter: ",",
  }),
  criticality: Flags.option({ options: criticalities })({
    description: "What the hosts mean: critical raises findings there by one step, high only marks",
  }),
  "snapshot-interval": Flags.string({
    description: "How often the agents send their tables, 1m to 7d",
    helpValue: "<15m>",
    parse: async (text) => {
      parseSpan(text);
      return text;
    },
  }),
};

export interface PolicyFlags {
  match?: string[];
  "every-agent": boolean;
  "deny-table"?: string[];
  criticality?: (typeof criticalities)[number];
  "snapshot-interval"?: string;
}
