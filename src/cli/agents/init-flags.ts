import { Flags } from "@oclif/core";

/** Flags of agents init; what a config needs and no flag gives is asked for. */
export const initFlags = {
  "brain-url": Flags.string({ description: "The brain's address", helpValue: "<url>" }),
  "api-key": Flags.string({
    description: "The API key that goes into the config; - reads it from stdin",
    helpValue: "<key>",
  }),
  "agent-id": Flags.string({
    description: "This agent's id; service-<hostname> by default",
    helpValue: "<id>",
  }),
  tags: Flags.string({ description: "Tags, comma-separated", helpValue: "<a=b,c>" }),
  "plan-key-path": Flags.string({
    description: "Pin the plan key in this file",
    exclusive: ["pin", "fingerprint"],
    helpValue: "<file>",
  }),
  pin: Flags.boolean({ description: "Pin the plan key that the brain shows now" }),
  fingerprint: Flags.string({
    description: "Pin the brain's plan key only if this is its fingerprint",
    helpValue: "<SHA256:…>",
  }),
  "ca-cert": Flags.string({
    description: "Authority that signed the brain's certificate, PEM",
    helpValue: "<file>",
  }),
  "client-cert": Flags.string({
    description: "Client certificate to show the brain, PEM",
    dependsOn: ["client-key"],
    helpValue: "<file>",
  }),
  "client-key": Flags.string({
    description: "Private key of --client-cert, PEM",
    dependsOn: ["client-cert"],
    helpValue: "<file>",
  }),
  output: Flags.string({
    char: "o",
    description: "File to write",
    default: "inquest-agent.json",
    helpValue: "<file>",
  }),
  force: Flags.boolean({ description: "Replace the file if it exists" }),
  yes: Flags.boolean({ char: "y", description: "Take the defaults without asking" }),
};
