import * as Flags from "@oclif/core/flags";
import type { LlmOptions } from "../../compose/llm/llm-settings.ts";

/** Flags of the language model that reads questions the reader is unsure of. */
export const llmFlags = {
  "llm-url": Flags.string({
    description:
      "OpenAI-compatible API of a language model for questions that are not understood; sends it the question, host names and tags (key: INQUEST_LLM_KEY)",
    env: "INQUEST_LLM_URL",
    helpValue: "<url>",
  }),
  "llm-model": Flags.string({
    description: "Name of the model at --llm-url",
    env: "INQUEST_LLM_MODEL",
    helpValue: "<name>",
  }),
  "llm-share-results": Flags.boolean({
    description: "Also send the model the rows of such an answer, to summarise them",
  }),
};

export interface LlmFlags {
  "llm-url"?: string;
  "llm-model"?: string;
  "llm-share-results": boolean;
}

export function llmOptions(flags: LlmFlags): LlmOptions {
  return {
    url: flags["llm-url"],
    model: flags["llm-model"],
    shareResults: flags["llm-share-results"],
  };
}
