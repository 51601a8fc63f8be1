import * as Flags from "@oclif/core/flags";
import { spanFlag } from "../flags/common-flags.ts";
import {
  databaseListenUrlFlag,
  databaseUrlFileFlag,
  databaseUrlFlag,
} from "../flags/database-url-flag.ts";
import { engineFlags } from "../flags/engine-flags.ts";
import {
  parseSchedule,
  parseSecretOverlap,
  parseWebhookTimeout,
} from "../flags/parse-webhook-flags.ts";
import { logFormats } from "./log-output.ts";

/** Flags of the embedded backend. */
export const serverFlags = {
  "database-url": databaseUrlFlag,
  "database-url-file": databaseUrlFileFlag,
  "database-listen-url": databaseListenUrlFlag,
  host: Flags.string({
    description: "Address to listen on",
    default: "127.0.0.1",
    helpValue: "<address>",
  }),
  port: Flags.integer({
    description: "Port to listen on; 0 picks a free one",
    default: 7878,
    min: 0,
    max: 65_535,
    helpValue: "<port>",
  }),
  "local-agent": Flags.boolean({
    description: "Run an agent for this machine inside the server (the default, except for a demo)",
    allowNo: true,
  }),
  demo: Flags.boolean({
    description: "Serve a built-in estate of simulated hosts to try inquest",
  }),
  estate: Flags.string({
    description: "Serve the simulated hosts in a folder, one JSON file per host (repeatable)",
    helpValue: "<dir>",
    multiple: true,
    multipleNonGreedy: true,
  }),
  "tls-cert": Flags.string({
    description: "Certificate chain, PEM",
    helpValue: "<file>",
  }),
  "tls-key": Flags.string({
    description: "Private key of --tls-cert, PEM",
    helpValue: "<file>",
  }),
  insecure: Flags.boolean({
    description: "Allow an address that other machines can reach without TLS, behind a TLS proxy",
  }),
  "client-ca": Flags.string({
    description: "CA certificate, PEM; agents must present a client certificate signed by it",
    helpValue: "<file>",
  }),
  "rate-limit": Flags.integer({
    description: "Requests per minute per key; 0 disables the limit",
    default: 600,
    min: 0,
    helpValue: "<n>",
  }),
  retention: spanFlag({
    description: "How long finished investigations are retained",
    default: 30 * 86_400_000,
    defaultHelp: async () => "30d",
    helpValue: "<30d>",
  }),
  "min-curiosity-interval": spanFlag({
    description: "Minimum interval between two runs of a scheduled question",
    default: 60_000,
    defaultHelp: async () => "1m",
    helpValue: "<1m>",
  }),
  "webhook-allow": Flags.string({
    description: "Also allow webhooks to these private or loopback addresses (repeatable)",
    helpValue: "<10.0.0.0/8>",
    multiple: true,
    multipleNonGreedy: true,
  }),
  "webhook-ca": Flags.string({
    description: "Additional CA certificate, PEM, to trust for webhook receivers",
    helpValue: "<file>",
  }),
  "webhook-schedule": Flags.string({
    description: "Wait before each delivery attempt; the number of waits is the number of attempts",
    default: "0s,30s,2m,10m,1h",
    helpValue: "<0s,30s,2m>",
    parse: async (text) => {
      parseSchedule(text);
      return text;
    },
  }),
  "webhook-timeout": spanFlag({
    description: "Timeout for a webhook receiver's response",
    default: 10_000,
    defaultHelp: async () => "10s",
    helpValue: "<10s>",
    parse: async (text) => parseWebhookTimeout(text),
  }),
  "secret-overlap": spanFlag({
    description: "How long a replaced webhook secret stays valid alongside the new one",
    default: 86_400_000,
    defaultHelp: async () => "24h",
    helpValue: "<24h>",
    parse: async (text) => parseSecretOverlap(text),
  }),
  ...engineFlags,
  "log-level": Flags.option({ options: ["debug", "info", "warn", "error", "silent"] as const })({
    description: "Log level on stderr",
    default: "info",
  }),
  "log-format": Flags.option({ options: logFormats })({
    description: "Log format; by default text in a terminal, else json",
  }),
};
