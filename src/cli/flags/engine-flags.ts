import { type AdvisoryFlags, advisoryFlags } from "./advisory-flags.ts";
import { type LlmFlags, llmFlags, llmOptions } from "./llm-flags.ts";
import { type OwnFlags, ownFlags, ownFolders } from "./own-flags.ts";

/** What an operator supplies to the engine: advisories, definitions, a language model. */
export const engineFlags = { ...advisoryFlags, ...ownFlags, ...llmFlags };

export interface EngineFlags extends AdvisoryFlags, OwnFlags, LlmFlags {}

export function engineOptions(flags: EngineFlags) {
  return { llm: llmOptions(flags), own: ownFolders(flags), advisories: flags.advisories };
}
