import type { Logger } from "pino";
import { knowledgeOf } from "../../brain/llm/knowledge.ts";
import type { ModelFailure } from "../../brain/llm/language-model.ts";
import { limitCalls } from "../../brain/llm/limit-calls.ts";
import { createModelReader, type ModelReader } from "../../brain/llm/read-with-model.ts";
import { createRemarks } from "../../brain/llm/remark-on-rows.ts";
import type { BrainServices } from "../../brain/ports/services.ts";
import type { Lexicon } from "../../brain/questions/model/reader.ts";
import type { Clock } from "../../core/clock.ts";
import type { Engine } from "../../engine/types.ts";
import { createChatModel } from "./chat-model.ts";
import type { LlmSettings } from "./llm-settings.ts";

export interface LanguageModelParts {
  lexicon: Lexicon;
  detectionIds: string[];
  engine: Engine;
  clock: Clock;
  log: Logger;
}

/** What a configured model is used for. */
export interface RunningLanguageModel {
  readAnew: ModelReader;
  /** Without it, no row leaves this process. */
  remark?: BrainServices["remark"];
}

export function startLanguageModel(
  settings: LlmSettings,
  { lexicon, detectionIds, engine, clock, log }: LanguageModelParts,
): RunningLanguageModel {
  const { model } = settings;
  const ask = limitCalls(createChatModel(settings, fetch), clock);
  const onFailure = reportOnce(settings, log);
  const readAnew = createModelReader({
    ask,
    model,
    knowledge: knowledgeOf(lexicon, detectionIds),
    tableNames: async () => (await engine.tables()).map(({ name }) => name),
    evaluator: engine,
    clock,
    onFailure,
  });
  return settings.shareResults
    ? { readAnew, remark: createRemarks({ ask, model, onFailure }) }
    : { readAnew };
}

/** Logs each reason once: a model that is down would otherwise fill the log. */
function reportOnce({ model, note }: LlmSettings, log: Logger) {
  const reported = new Set<string>();
  return ({ reason, detail }: ModelFailure) => {
    if (reported.has(reason)) return;
    reported.add(reason);
    log.warn({ model, reason, detail }, "the language model was not used");
    note?.(`The language model ${model} was not used: ${reason}.`);
  };
}
