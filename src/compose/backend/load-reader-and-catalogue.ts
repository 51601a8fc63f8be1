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
import type { Lexicon } from "../../brain/questions/model/reader.ts";
import type { Kind } from "../../brain/questions/model/types.ts";
import { decodeModel } from "../../brain/questions/weights/model-file.ts";
import type { Reading } from "../../contract/reading.ts";
import type { Clock } from "../../core/clock.ts";
import type { Store } from "../../store/port/store.ts";
import { packageRoot } from "../program/package-root.ts";

/** The reader and the detection catalogue, loaded from the shipped language and detections. */
export interface ReaderAndCatalogue extends Pick<BrainServices, "nounOf" | "volatileFieldsOf"> {
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
  const nouns = new Map(lexicon.kinds.map(({ id, noun }) => [id, noun]));
  return {
    catalogue: createCatalogue({ definitions, shippedCases: shippedCases(data, own), store }),
    readAlone: (question, { accountId, ...fleet }) =>
      reader.read(question, { ...fleet, ...names.of(accountId), now: clock.now() }),
    nounOf: (kind) => nouns.get(kind),
    volatileFieldsOf: (id) => volatileFields(lexicon.kinds.find((kind) => kind.id === id)),
    lexicon,
    detectionIds: definitions.map(({ id }) => id),
  };
}

const volatileFields = (kind: Kind | undefined): string[] =>
  Object.entries(kind?.fields ?? {})
    .filter(([, { type }]) => type === "bytes" || type === "percent")
    .map(([name]) => name);

/** The labelled cases of the shipped detections, which say nothing about those that replace them. */
function shippedCases(data: string, own: ReadonlySet<string>): Record<string, LabelledCases> {
  const text = readFileSync(join(data, "calibration.json"), "utf8");
  const cases = Object.entries(JSON.parse(text) as Record<string, LabelledCases>);
  return Object.fromEntries(cases.filter(([id]) => !own.has(id)));
}
