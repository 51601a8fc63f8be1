import * as Flags from "@oclif/core/flags";
import { depths, modes, severities } from "../../contract/enums.ts";
import { parseApiKey, parseServerUrl, parseSpan } from "./parse-values.ts";
import { parseProfileName } from "./profile-name.ts";

/** A span of time such as `15m`, in milliseconds. */
export const spanFlag = Flags.custom<number>({
  parse: async (text) => parseSpan(text),
  helpValue: "<15m>",
});

/** Flags of every command. */
export const globalFlags = {
  server: Flags.string({
    description:
      "Server to use; by default that of the profile, or the one on this machine, or none",
    env: "INQUEST_SERVER",
    helpGroup: "GLOBAL",
    helpValue: "<url>",
    parse: async (text) => parseServerUrl(text),
  }),
  "api-key": Flags.string({
    description: "API key for --server",
    env: "INQUEST_API_KEY",
    helpGroup: "GLOBAL",
    helpValue: "<key>",
    parse: async (text) => parseApiKey(text),
  }),
  profile: Flags.string({
    description: "Saved server and key to use (see login); the profile named default by default",
    env: "INQUEST_PROFILE",
    helpGroup: "GLOBAL",
    helpValue: "<name>",
    parse: async (text) => parseProfileName(text),
  }),
  "data-dir": Flags.string({
    description: "Data folder; the platform's default location if not given",
    env: "INQUEST_DATA_DIR",
    helpGroup: "GLOBAL",
    helpValue: "<dir>",
  }),
  json: Flags.boolean({
    description:
      "Print JSON, including errors; commands that follow something print one object per line",
    helpGroup: "GLOBAL",
  }),
  "no-color": Flags.boolean({
    description: "Disable colour, live views and cursor movement",
    helpGroup: "GLOBAL",
  }),
  columns: Flags.string({
    description: "Table columns to show, comma-separated",
    helpGroup: "GLOBAL",
    helpValue: "<a,b>",
  }),
  "no-truncate": Flags.boolean({
    description: "Don't truncate table cells",
    helpGroup: "GLOBAL",
  }),
};

export interface GlobalFlags {
  server?: string;
  "api-key"?: string;
  profile?: string;
  "data-dir"?: string;
  json: boolean;
  "no-color": boolean;
  columns?: string;
  "no-truncate": boolean;
}

/** Formats of a whole investigation. */
export const reportFormats = ["text", "json", "ndjson", "markdown", "html", "sarif"] as const;
export const formats = [...reportFormats, "csv"] as const;
export type Format = (typeof formats)[number];

const formatFlag = {
  description: "Output format; by default from the file extension of --output, or text",
};

const outputFlag = Flags.string({
  char: "o",
  description: "Write the answer to a file",
  helpValue: "<file>",
});

const waitFlags = {
  timeout: spanFlag({ description: "Stop following after this time (exit code 124)" }),
  "fail-on": Flags.option({ options: severities })({
    description: "Exit with code 3 if a finding is at least this severe",
  }),
};

/** Flags of commands that show a whole investigation. */
export const formatFlags = {
  format: Flags.option({ options: formats })(formatFlag),
  output: outputFlag,
  rows: Flags.option({ options: ["all"] as const })({
    description: "Show all rows of the answer, also those beyond the first 500",
  }),
  expand: Flags.boolean({
    description: "Show each finding by itself, with its evidence, instead of one for all hosts",
  }),
  compare: Flags.boolean({
    description: "Put hosts with the same rows together, those that differ first",
  }),
  sort: Flags.string({
    description: "Sort the rows of the answer by a column",
    helpValue: "<column[:desc]>",
  }),
};

/** Flags of commands that follow an investigation. */
export const followFlags = { ...formatFlags, ...waitFlags };

/** Flags of commands that follow an investigation without rows of an answer. */
export const reportFlags = {
  format: Flags.option({ options: reportFormats })(formatFlag),
  output: outputFlag,
  ...waitFlags,
};

/** Flags for the hosts to query and how. */
export const scopeFlags = {
  depth: Flags.option({ options: depths })({
    char: "d",
    description: "How thoroughly to investigate (standard by default)",
  }),
  mode: Flags.option({ options: modes })({
    char: "m",
    description:
      "Query hosts live, use their last snapshots, or use snapshots that are fresh enough (auto)",
  }),
  tag: Flags.string({
    char: "t",
    description: "Only hosts with this tag (repeatable)",
    helpValue: "<key=value>",
    multiple: true,
    multipleNonGreedy: true,
  }),
  "last-seen-within": Flags.string({
    description: "Only hosts last seen within this time",
    helpValue: "<15m>",
    parse: async (text) => {
      parseSpan(text);
      return text;
    },
  }),
  agent: Flags.string({
    description: "Only the host of this agent (repeatable)",
    helpValue: "<id>",
    multiple: true,
    multipleNonGreedy: true,
  }),
};

/** Flags for a question and the hosts to query. */
export const askFlags = {
  ...scopeFlags,
  "idempotency-key": Flags.string({
    description: "Repeating a question with the same key returns the same investigation",
    helpValue: "<key>",
  }),
};

/** Flags of every listing. */
export const listFlags = {
  limit: Flags.integer({
    description: "Maximum number to list",
    default: 50,
    min: 1,
    helpValue: "<n>",
  }),
  all: Flags.boolean({ description: "List everything", exclusive: ["limit"] }),
};
