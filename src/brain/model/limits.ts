import type { Depth } from "../../contract/common.ts";

/** What a depth allows. */
export interface DepthLimits {
  /** How long one agent has for its plan. */
  planTimeoutMs: number;
  /** How long the whole run has. */
  runTimeoutMs: number;
  /** Detections run at most; the best-matching ones first. */
  maxDetections: number;
  /** Whether related detections are run too. */
  related: boolean;
  /** Whether each finding must show again in a second collection. */
  confirm: boolean;
  /** How old a snapshot may be for `auto` to answer from it. */
  snapshotFreshMs: number;
  /** Ways told at most. */
  ways: number;
  /** Moves from one account to another on a way, at most. */
  moves: number;
  /** How long one search for ways may take. */
  searchTimeoutMs: number;
}

const minute = 60_000;

export const depthLimits: Record<Depth, DepthLimits> = {
  quick: {
    planTimeoutMs: 10_000,
    runTimeoutMs: 30_000,
    maxDetections: 3,
    related: false,
    confirm: false,
    snapshotFreshMs: 60 * minute,
    ways: 3,
    moves: 8,
    searchTimeoutMs: 2_000,
  },
  standard: {
    planTimeoutMs: 30_000,
    runTimeoutMs: 2 * minute,
    maxDetections: 10,
    related: false,
    confirm: false,
    snapshotFreshMs: 15 * minute,
    ways: 5,
    moves: 12,
    searchTimeoutMs: 10_000,
  },
  deep: {
    planTimeoutMs: 2 * minute,
    runTimeoutMs: 10 * minute,
    maxDetections: 10,
    related: true,
    confirm: true,
    snapshotFreshMs: 15 * minute,
    ways: 10,
    moves: 20,
    searchTimeoutMs: 60_000,
  },
};

/** Agents asked at the same time. */
export const askConcurrency = 256;
/** After so long without an answer, ms, as many more are asked: those that hang don't hold up the rest. */
export const askStalledMs = 2_000;
/** Rows an agent sends for one statement at most. */
export const maxRowsPerStatement = 10_000;
/** Rows kept of an answer and of a finding's evidence. */
export const maxAnswerRows = 500;
export const maxEvidenceRows = 50;
/** A run is taken up again this many times after its server stopped. */
export const maxResumes = 3;
