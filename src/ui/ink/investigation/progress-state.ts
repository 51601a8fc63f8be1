import type { InvestigationStatus, Progress } from "../../../contract/investigation.ts";
import type { Chain, Finding } from "../../../contract/summary.ts";

/** What the view of a running investigation shows. */
export interface ProgressState {
  query: string;
  status: InvestigationStatus;
  progress: Progress | null;
  findings: Finding[];
  chains: Chain[];
}

/** One event of an investigation's stream. */
export type ProgressEvent =
  | { type: "progress"; data: Progress }
  | { type: "finding"; data: Finding }
  | { type: "chain"; data: Chain }
  | { type: "status"; data: { status: InvestigationStatus } };

export function startState(query: string): ProgressState {
  return { query, status: "queued", progress: null, findings: [], chains: [] };
}

/** The state after one more event. */
export function nextState(state: ProgressState, event: ProgressEvent): ProgressState {
  switch (event.type) {
    case "progress":
      return { ...state, progress: event.data };
    case "finding":
      return { ...state, findings: [...state.findings, event.data] };
    case "chain":
      return { ...state, chains: [...state.chains, event.data] };
    case "status":
      return { ...state, status: event.data.status };
  }
}
