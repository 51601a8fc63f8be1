import { Flags } from "@oclif/core";
import { spanFlag } from "../flags/common-flags.ts";
import {
  parseSchedule,
  parseSecretOverlap,
  parseWebhookTimeout,
} from "../flags/parse-webhook-flags.ts";

/** Flags of the embedded backend. */
export const serverFlags = {
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
    description: "Let this machine answer as an agent of its own",
    default: true,
    allowNo: true,
  }),
  demo: Flags.boolean({
    description: "Serve a shipped estate of simulated hosts, to try inquest on",
  }),
  estate: Flags.string({
    description: "Serve the simulated hosts of a folder, one JSON file each (repeatable)",
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
  "client-ca": Flags.string({
    description: "CA certificate, PEM; agents must show a certificate that it signed",
    helpValue: "<file>",
  }),
  "rate-limit": Flags.integer({
    description: "Requests a minute and key; 0 turns the limit off",
    default: 600,
    min: 0,
    helpValue: "<n>",
  }),
  retention: spanFlag({
    description: "How long finished investigations are kept",
    default: 30 * 86_400_000,
    defaultHelp: async () => "30d",
    helpValue: "<30d>",
  }),
  "min-curiosity-interval": spanFlag({
    description: "The shortest time between two runs of a standing question",
    default: 60_000,
    defaultHelp: async () => "1m",
    helpValue: "<1m>",
  }),
  "webhook-allow": Flags.string({
    description:
      "Send webhooks to these addresses too, though they are private or this machine's (repeatable)",
    helpValue: "<10.0.0.0/8>",
    multiple: true,
    multipleNonGreedy: true,
  }),
  "webhook-ca": Flags.string({
    description: "CA certificate, PEM, that webhook receivers may use beside the public ones",
    helpValue: "<file>",
  }),
  "webhook-schedule": Flags.string({
    description: "Waits before each attempt of a delivery; as many attempts as waits",
    default: "0s,30s,2m,10m,1h",
    helpValue: "<0s,30s,2m>",
    parse: async (text) => {
      parseSchedule(text);
      return text;
    },
  }),
  "webhook-timeout": spanFlag({
    description: "How long a webhook's receiver may take to answer",
    default: 10_000,
    defaultHelp: async () => "10s",
    helpValue: "<10s>",
    parse: async (text) => parseWebhookTimeout(text),
  }),
  "secret-overlap": spanFlag({
    description: "How long a replaced webhook secret signs along with the new one",
    default: 86_400_000,
    defaultHelp: async () => "24h",
    helpValue: "<24h>",
    parse: async (text) => parseSecretOverlap(text),
  }),
  "log-level": Flags.option({ options: ["debug", "info", "warn", "error", "silent"] as const })({
    description: "How much is logged, to stderr",
    default: "info",
  }),
};
