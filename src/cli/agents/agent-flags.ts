import * as Flags from "@oclif/core/flags";
import { agentStatuses } from "../../contract/enums.ts";
import { usageError } from "../errors/usage-error.ts";

export type AgentStatus = (typeof agentStatuses)[number];

/** The status a person means, however they capitalise it. */
export function parseStatus(text: string): AgentStatus {
  const status = agentStatuses.find((one) => one.toLowerCase() === text.toLowerCase());
  if (status) return status;
  throw usageError(`"${text}" is not an agent status.`, "Use connected or disconnected.");
}

/** Flags that say which agents are meant. */
export const agentFlags = {
  status: Flags.custom<AgentStatus>({ parse: async (text) => parseStatus(text) })({
    description: "Only agents with this status",
    helpValue: "<connected|disconnected>",
  }),
  tag: Flags.string({
    char: "t",
    description: "Only agents with this tag (repeatable; all must match)",
    helpValue: "<key=value>",
    multiple: true,
    multipleNonGreedy: true,
  }),
};

export interface AgentFlags {
  status?: AgentStatus;
  tag?: string[];
}
