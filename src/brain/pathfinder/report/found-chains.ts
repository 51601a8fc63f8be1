import type { PathQuestion } from "../../../contract/reading.ts";
import type { HostAnswer } from "../../model/host-answer.ts";
import type { PathOutcome } from "../model/types.ts";
import type { ChainDraft } from "./chain-draft.ts";

/** The answer to a question about paths. */
export interface FoundChains {
  /** Null for a follow-up, which means nothing by itself. */
  query: string | null;
  question: PathQuestion;
  outcome: PathOutcome;
  chains: ChainDraft[];
  /** The latest answer of every host in scope. */
  answers: HostAnswer[];
}
