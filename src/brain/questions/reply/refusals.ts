import type { Reading } from "../../../contract/reading.ts";

export type RefusalClass =
  | "out_of_domain"
  | "action_request"
  | "harmful_request"
  | "not_collected"
  | "prediction_or_opinion"
  | "prompt_injection"
  | "code_injection"
  | "unsupported_language"
  | "nonsense_or_empty"
  | "overlong";

export interface Refusal {
  behaviour: Exclude<Reading["behaviour"], "answer" | "answer_benign_part">;
  text: string;
}

/** What is done about each class, and the words it is done with. */
export const refusals: Record<RefusalClass, Refusal> = {
  out_of_domain: {
    behaviour: "decline",
    text: "That is not about the machines I look after, so I have nothing to answer it with.",
  },
  action_request: {
    behaviour: "decline",
    text: "That asks for a change, and this service is read-only: it looks and reports.",
  },
  harmful_request: {
    behaviour: "decline",
    text: "I do not help with attacks or show secret values; I can say where such a weakness is.",
  },
  not_collected: {
    behaviour: "not_answerable",
    text: "That data is not collected: I hold what the hosts themselves can show.",
  },
  prediction_or_opinion: {
    behaviour: "not_answerable",
    text: "The data cannot settle that: it shows what is, not what will be or who is to blame.",
  },
  prompt_injection: {
    behaviour: "decline",
    text: "I do not take instructions of that sort; ask what you want to know about the hosts.",
  },
  code_injection: {
    behaviour: "decline",
    text: "That holds code rather than a question, and none of it is run.",
  },
  unsupported_language: {
    behaviour: "clarify",
    text: "I read English only for now; please ask that in English.",
  },
  nonsense_or_empty: {
    behaviour: "clarify",
    text: "I could not make out what is asked.",
  },
  overlong: {
    behaviour: "clarify",
    text: "That is too long for one question; please ask just the question.",
  },
};
