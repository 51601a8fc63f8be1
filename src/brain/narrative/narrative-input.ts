import type { Posture } from "../../contract/posture.ts";
import type { Reading } from "../../contract/reading.ts";
import type { CheckTally, Coverage, Finding } from "../../contract/summary.ts";
import type { DetectionDefinition } from "../detections/schema.ts";
import type { HostAnswer } from "../model/host-answer.ts";
import type { KindWords } from "../model/kind-words.ts";
import type { MergedRows } from "../model/merged-rows.ts";
import type { FoundChains } from "../pathfinder/report/found-chains.ts";

/** Everything the narrative is written from. */
export interface NarrativeInput {
  reading: Reading;
  /** One per part of the question; null where no host returned rows. */
  parts: (MergedRows | null)[];
  answers: HostAnswer[];
  findings: Finding[];
  checks: CheckTally[];
  detections: DetectionDefinition[];
  coverage: Coverage;
  /** How a kind of data is put into words. */
  wordsOf(kind: string): KindWords | undefined;
  /** Names in the question that no agent in scope has. */
  unknownHosts: string[];
  /** The sentences that answer what a follow-up asks of the answer before it. */
  followUp: string[];
  /** Hosts whose names are similar to those. */
  similarHosts: string[];
  /** The result of the path search; null if the question asked for none. */
  paths: FoundChains | null;
  /** Null unless the question is about security as a whole. */
  posture: Posture | null;
}
