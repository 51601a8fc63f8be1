import * as Flags from "@oclif/core/flags";
import { criticalities } from "../../contract/enums.ts";
import { parseSpan } from "../flags/parse-values.ts";

/** Flags that define a tag policy. */
export const policyFlags = {
  match: Flags.string({
    description: "Apply to agents with this tag (repeatable; all must match)",
    helpValue: "<key=value>",
    multiple: true,
    multipleNonGreedy: true,
  }),
  "every-agent": Flags.boolean({ description: "Apply to every agent", exclusive: ["match"] }),
  "deny-table": Flags.string({
    description: "Table that may not be read there (repeatable or comma-separated)",
    helpValue: "<table>",
    multiple: true,
    multipleNonGreedy: true,
    delimiter: ",",
  }),
  criticality: Flags.option({ options: criticalities })({
    description:
      "Criticality of the hosts: critical raises findings by one severity, high is only a label",
  }),
  "snapshot-interval": Flags.string({
    description: "Snapshot interval, 1m to 7d",
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
