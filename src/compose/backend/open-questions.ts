import type { Logger } from "pino";
import type { BrainServices } from "../../brain/ports/services.ts";
import type { Clock } from "../../core/clock.ts";
import type { Engine } from "../../engine/types.ts";
import type { Store } from "../../store/port/store.ts";
import type { LlmSettings } from "../llm/llm-settings.ts";
import { startLanguageModel } from "../llm/start-language-model.ts";
import { loadReaderAndCatalogue } from "./load-reader-and-catalogue.ts";

/** What reads questions, and the detections that they are about. */
export type Questions = Pick<BrainServices, "read" | "remark" | "nounOf" | "catalogue">;

export interface QuestionParts {
  store: Store;
  engine: Engine;
  clock: Clock;
  log: Logger;
}

/** The reader with the language model beside it, if one is configured. */
export function openQuestions(
  llm: LlmSettings | undefined,
  { store, engine, clock, log }: QuestionParts,
): Questions {
  const { readAlone, catalogue, nounOf, ...known } = loadReaderAndCatalogue({ store, clock });
  const model = llm && startLanguageModel(llm, { ...known, engine, clock, log });
  return {
    catalogue,
    nounOf,
    async read(question, estate, caller) {
      const own = readAlone(question, estate);
      return model ? model.readAnew(question, own, { ...caller, estate }) : own;
    },
    ...(model?.remark && { remark: model.remark }),
  };
}
