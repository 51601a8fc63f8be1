import type {
  HostFacts,
  PathOutcome,
  PathRequest,
  RootPaths,
  RootPathsRequest,
} from "../model/types.ts";

/** A question to an estate, by the type of its message. */
export interface EstateQuestions {
  search: { request: PathRequest; answer: PathOutcome };
  findRootPaths: { request: RootPathsRequest; answer: RootPaths };
}

/**
 * Messages to the estates' thread, handled in order, so that a search sees every earlier change.
 */
export type EstateMessage =
  | { type: "replace"; estate: string; facts: HostFacts }
  | { type: "remove"; estate: string; agentId: string }
  | AskMessage;

/** `stop` holds one number, set to 1 when the search is abandoned. */
export type AskMessage = {
  [Type in keyof EstateQuestions]: {
    type: Type;
    estate: string;
    id: number;
    request: EstateQuestions[Type]["request"];
    stop: Int32Array;
  };
}[keyof EstateQuestions];

/** The answer to a question. */
export type EstateReply =
  | { id: number; answer: EstateQuestions[keyof EstateQuestions]["answer"] }
  | { id: number; error: string };
