import * as Flags from "@oclif/core/flags";

/** Flags of agents init; in a terminal, missing values are asked for. */
export const initFlags = {
  "brain-url": Flags.string({ description: "The server's address", helpValue: "<url>" }),
  "api-key": Flags.string({
    description: "API key to write into the config; - reads it from stdin",
    helpValue: "<key>",
  }),
  "agent-id": Flags.string({
    description: "Agent id; service-<hostname> by default",
    helpValue: "<id>",
  }),
  tags: Flags.string({ description: "Tags, comma-separated", helpValue: "<a=b,c>" }),
  "plan-key-path": Flags.string({
    description: "Pin the plan key in this file",
    exclusive: ["pin", "fingerprint"],
    helpValue: "<file>",
  }),
  pin: Flags.boolean({ description: "Pin the plan key that the server currently uses" }),
  fingerprint: Flags.string({
    description: "Pin the server's plan key only if it has this fingerprint",
    helpValue: "<SHA256:…>",
  }),
  "ca-cert": Flags.string({
    description: "CA certificate for the server's certificate, PEM",
    helpValue: "<file>",
  }),
  "client-cert": Flags.string({
    description: "Client certificate to present to the server, PEM",
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
  yes: Flags.boolean({ char: "y", description: "Use defaults without asking" }),
};
