import { Flags } from "@oclif/core";
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
      "Address of the server to ask; else that of the profile, else the one on this machine, else none is needed",
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
    description: "Server and key that login saved under this name; default when none is named",
    env: "INQUEST_PROFILE",
    helpGroup: "GLOBAL",
    helpValue: "<name>",
    parse: async (text) => parseProfileName(text),
  }),
  "data-dir": Flags.string({
    description: "Data folder; the platform's own by default",
    env: "INQUEST_DATA_DIR",
    helpGroup: "GLOBAL",
    helpValue: "<dir>",
  }),
  json: Flags.boolean({
    description: "Print JSON, errors too; one object a line where something is followed",
    helpGroup: "GLOBAL",
  }),
  "no-color": Flags.boolean({ description: "Use no colour", helpGroup: "GLOBAL" }),
  columns: Flags.string({
    description: "Columns of the table to show, comma-separated",
    helpGroup: "GLOBAL",
    helpValue: "<a,b>",
  }),
  "no-truncate": Flags.boolean({
    description: "Show table cells whole, however wide",
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

export const formats = ["text", "json", "ndjson", "markdown", "html", "sarif"] as const;
export type Format = (typeof formats)[number];

/** Flags of commands that show a whole investigation. */
export const formatFlags = {
  format: Flags.option({ options: formats })({
    description: "How the answer is written; by the ending of --output, else text",
  }),
  output: Flags.string({
    char: "o",
    description: "Write the answer to a file",
    helpValue: "<file>",
  }),
};

/** Flags of commands that follow an investigation. */
export const followFlags = {
  ...formatFlags,
  timeout: spanFlag({ description: "Stop following after this long (exit code 124)" }),
  "fail-on": Flags.option({ options: severities })({
    description: "Exit with code 3 if a finding is at least this severe",
  }),
};

/** Flags that say what to ask, and whom. */
export const askFlags = {
  depth: Flags.option({ options: depths })({
    char: "d",
    description: "How thoroughly to look (standard by default)",
  }),
  mode: Flags.option({ options: modes })({
    char: "m",
    description: "Ask the hosts, their last snapshots, or what is fresh enough (auto)",
  }),
  tag: Flags.string({
    char: "t",
    description: "Only hosts with this tag (repeatable)",
    helpValue: "<key=value>",
    multiple: true,
    multipleNonGreedy: true,
  }),
  "last-seen-within": Flags.string({
    description: "Only hosts heard from in this span",
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
  "idempotency-key": Flags.string({
    description: "The same key and question again give the same investigation",
    helpValue: "<key>",
  }),
};

/** Flags of every listing. */
export const listFlags = {
  limit: Flags.integer({ description: "How many to list", default: 50, min: 1, helpValue: "<n>" }),
  all: Flags.boolean({ description: "List all there are", exclusive: ["limit"] }),
};
