import { Flags } from "@oclif/core";
import { agentStatuses } from "../../contract/enums.ts";
import { usageError } from "../errors/usage-error.ts";

export type AgentStatus = (typeof agentStatuses)[number];

/** The status a person means, however they capitalise it. */
export function parseStatus(text: string): AgentStatus {
  const status = agentStatuses.find((one) => one.toLowerCase() === text.toLowerCase());
  if (status) return status;
  throw usageError(`"${text}" is no status of an agent.`, "Write connected or disconnected.");
}

/** Flags that say which agents are meant. */
export const agentFlags = {
  status: Flags.custom<AgentStatus>({ parse: async (text) => parseStatus(text) })({
    description: "Only those that are connected, or disconnected",
    helpValue: "<connected|disconnected>",
  }),
  tag: Flags.string({
    char: "t",
    description: "Only those with this tag (repeatable: all of them)",
    helpValue: "<key=value>",
    multiple: true,
    multipleNonGreedy: true,
  }),
};

export interface AgentFlags {
  status?: AgentStatus;
  tag?: string[];
}
