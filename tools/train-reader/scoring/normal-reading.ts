import type { Aggregate, Filter, PathQuestion, Reading } from "../../../src/contract/reading.ts";
import { asList, isObject, unique } from "./lists.ts";
import { plain } from "./values.ts";

/** An aggregate as labels write it: `distinct` stands for `fn` and `of`. */
export type LooseAggregate = Partial<Aggregate> & { distinct?: string };

/** A reading with every key present, whatever was left out. */
export interface NormalReading {
  behaviour: Reading["behaviour"] | null;
  confidence: number | null;
  absent: Reading["absent"];
  time_window: string | null;
  tags: Reading["tags"];
  route: string[];
  hosts: string[];
  detections: string[];
  tables: string[];
  filters: Filter[];
  aggregate: LooseAggregate;
  path: PathQuestion | null;
  parts: NormalReading[];
  sql: string[];
}

const mostDetections = 10;

/** A reading with every key present, mistyped ones as if left out. */
export function normaliseReading(raw: unknown): NormalReading {
  const reading = (isObject(raw) ? raw : {}) as Partial<Reading>;
  return {
    behaviour: reading.behaviour ?? null,
    confidence: reading.confidence ?? null,
    absent: reading.absent ?? null,
    time_window: reading.time_window ?? null,
    tags: reading.tags ?? {},
    route: asList(reading.route),
    hosts: asList(reading.hosts),
    detections: asList(reading.detections).slice(0, mostDetections),
    tables: unique(asList(reading.tables).map(plain)),
    filters: asList(reading.filters).filter(isObject),
    aggregate: isObject(reading.aggregate) ? reading.aggregate : { type: "none" },
    path: isObject(reading.path) ? reading.path : null,
    parts: asList(reading.parts).filter(isObject).map(normaliseReading),
    sql: [...asList(reading.sql), ...asList(reading.merge_sql)].map(String),
  };
}

/** Whether a reading shows data, rather than refusing or asking back. */
export const isAnswered = ({ behaviour }: NormalReading): boolean =>
  behaviour === "answer" || behaviour === "answer_benign_part";

/** The kind of question that a reading takes it for. */
export function kindOf(reading: NormalReading): "factual" | "detection" | "path" | "refuse" {
  if (!isAnswered(reading)) return "refuse";
  if (reading.route.includes("pathfinder")) return "path";
  const isDetection = reading.detections.length > 0 && reading.route.includes("detections");
  return isDetection ? "detection" : "factual";
}
