import type { Logger } from "pino";
import type { OwnDetection } from "../../brain/detections/own/own-detection.ts";
import type { NameIndex } from "../../brain/estate-names/start-name-index.ts";
import type { BrainServices } from "../../brain/ports/services.ts";
import type { Clock } from "../../core/clock.ts";
import type { Engine } from "../../engine/types.ts";
import type { Store } from "../../store/port/store.ts";
import type { LlmSettings } from "../llm/llm-settings.ts";
import { startLanguageModel } from "../llm/start-language-model.ts";
import { loadReaderAndCatalogue } from "./load-reader-and-catalogue.ts";

/** What reads questions, and the detections that they are about. */
export type Questions = Pick<
  BrainServices,
  "read" | "remark" | "wordsOf" | "columnFormats" | "catalogue"
>;

export interface QuestionParts {
  store: Store;
  engine: Engine;
  clock: Clock;
  log: Logger;
  names: NameIndex;
  ownDetections: OwnDetection[];
}

/** The reader with the language model beside it, if one is configured. */
export function openQuestions(
  llm: LlmSettings | undefined,
  { store, engine, clock, log, names, ownDetections }: QuestionParts,
): Questions {
  const { readAlone, catalogue, wordsOf, columnFormats, ...known } = loadReaderAndCatalogue({
    store,
    clock,
    names,
    ownDetections,
  });
  const model = llm && startLanguageModel(llm, { ...known, engine, clock, log });
  return {
    catalogue,
    wordsOf,
    columnFormats,
    async read(question, estate, signal) {
      const own = readAlone(question, estate);
      // A model that doesn't know the question before can't read a follow-up of it.
      if (!model || estate.previous) return own;
      return model.readAnew(question, own, { accountId: estate.accountId, signal, estate });
    },
    ...(model?.remark && { remark: model.remark }),
  };
}
