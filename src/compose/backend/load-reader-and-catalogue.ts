import { readFileSync } from "node:fs";
import { join } from "node:path";
import { withOwn } from "../../brain/definitions/read-own-folder.ts";
import type { LabelledCases } from "../../brain/detections/calibrate.ts";
import { type Catalogue, createCatalogue } from "../../brain/detections/catalogue.ts";
import { loadDetections } from "../../brain/detections/load-detections.ts";
import type { OwnDetection } from "../../brain/detections/own/own-detection.ts";
import type { NameIndex } from "../../brain/estate-names/start-name-index.ts";
import type { BrainServices, Estate } from "../../brain/ports/services.ts";
import { createReader } from "../../brain/questions/create-reader.ts";
import { loadLexicon } from "../../brain/questions/lexicon/load-lexicon.ts";
import { commonFormats, wordsOfKind } from "../../brain/questions/lexicon/words-of-kind.ts";
import type { Lexicon } from "../../brain/questions/model/reader.ts";
import { decodeModel } from "../../brain/questions/weights/model-file.ts";
import type { Reading } from "../../contract/reading.ts";
import type { Clock } from "../../core/clock.ts";
import type { Store } from "../../store/port/store.ts";
import { packageRoot } from "../program/package-root.ts";

/** The reader and the detection catalogue, loaded from the shipped language and detections. */
export interface ReaderAndCatalogue extends Pick<BrainServices, "wordsOf" | "columnFormats"> {
  readAlone(question: string, estate: Estate): Reading;
  catalogue: Catalogue;
  lexicon: Lexicon;
  detectionIds: string[];
}

export function loadReaderAndCatalogue({
  store,
  clock,
  names,
  ownDetections,
}: {
  store: Store;
  clock: Clock;
  names: NameIndex;
  /** An operator's, beside the shipped ones or instead of them. */
  ownDetections: OwnDetection[];
}): ReaderAndCatalogue {
  const data = join(packageRoot(), "data");
  const own = new Set(ownDetections.map(({ id }) => id));
  const definitions = withOwn(loadDetections(join(data, "detections")), ownDetections);
  const lexicon = loadLexicon(data);
  const reader = createReader({
    lexicon,
    detections: definitions,
    own,
    loadModel: () => decodeModel(readFileSync(join(data, "reader.model"))),
  });
  const words = new Map(lexicon.kinds.map((kind) => [kind.id, wordsOfKind(kind)]));
  return {
    catalogue: createCatalogue({ definitions, shippedCases: shippedCases(data, own), store }),
    readAlone: (question, { accountId, ...fleet }) =>
      reader.read(question, { ...fleet, ...names.of(accountId), now: clock.now() }),
    wordsOf: (kind) => words.get(kind),
    columnFormats: commonFormats(lexicon.kinds),
    lexicon,
    detectionIds: definitions.map(({ id }) => id),
  };
}

/** The labelled cases of the shipped detections, which say nothing about those that replace them. */
function shippedCases(data: string, own: ReadonlySet<string>): Record<string, LabelledCases> {
  const text = readFileSync(join(data, "calibration.json"), "utf8");
  const cases = Object.entries(JSON.parse(text) as Record<string, LabelledCases>);
  return Object.fromEntries(cases.filter(([id]) => !own.has(id)));
}
