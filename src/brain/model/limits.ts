import type { Depth } from "../../contract/common.ts";

/** The limits of a depth. */
export interface DepthLimits {
  /** Time limit for one agent's plan. */
  planTimeoutMs: number;
  /** Time limit for the whole run. */
  runTimeoutMs: number;
  /** The maximum number of detections, best matches first. */
  maxDetections: number;
  /** Whether related detections run too. */
  related: boolean;
  /** Whether each finding must be confirmed by a second collection. */
  confirm: boolean;
  /** The maximum age of a snapshot that `auto` answers from. */
  snapshotFreshMs: number;
  /** The maximum number of paths reported. */
  maxPaths: number;
  /** The maximum number of steps between accounts on a path. */
  maxSteps: number;
  /** Time limit for one path search. */
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
    maxPaths: 3,
    maxSteps: 8,
    searchTimeoutMs: 2_000,
  },
  standard: {
    planTimeoutMs: 30_000,
    runTimeoutMs: 2 * minute,
    maxDetections: 10,
    related: false,
    confirm: false,
    snapshotFreshMs: 15 * minute,
    maxPaths: 5,
    maxSteps: 12,
    searchTimeoutMs: 10_000,
  },
  deep: {
    planTimeoutMs: 2 * minute,
    runTimeoutMs: 10 * minute,
    maxDetections: 10,
    related: true,
    confirm: true,
    snapshotFreshMs: 15 * minute,
    maxPaths: 10,
    maxSteps: 20,
    searchTimeoutMs: 60_000,
  },
};

/** The number of agents asked at the same time. */
export const askConcurrency = 256;
/** After this time without an answer, as many more agents are asked: hung ones must not block the rest. */
export const askStalledMs = 2_000;
/** The maximum number of rows an agent sends for one statement. */
export const maxRowsPerStatement = 10_000;
/** The maximum number of rows stored for a finding's evidence; an answer's is in its contract. */
export const maxEvidenceRows = 50;
/** The sizes of an answer and of evidence in bytes, approximately: a hostile agent's rows have a megabyte each. */
export const maxAnswerBytes = 4 << 20;
export const maxEvidenceBytes = 256 << 10;
/** The maximum number of rows kept with an investigation beyond those of its answer, and their size. */
export const maxStoredRows = maxRowsPerStatement;
export const maxStoredBytes = 8 << 20;
/** The maximum number of columns of an answer: SQLite's own limit for one host. */
export const maxAnswerColumns = 2_000;
/** The maximum size of the rows that one statement merges, over all hosts. */
export const maxMergedCells = 500_000;
export const maxMergedBytes = 32 << 20;
/** How often a run is resumed after its server stopped. */
export const maxResumes = 3;
