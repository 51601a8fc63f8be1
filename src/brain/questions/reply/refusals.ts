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

/** The behaviour and the message for each class of refusal. */
export const refusals: Record<RefusalClass, Refusal> = {
  out_of_domain: {
    behaviour: "decline",
    text: "This question is not about the machines that are monitored here, so there is no data to answer it.",
  },
  action_request: {
    behaviour: "decline",
    text: "This asks for a change, but the service is read-only.",
  },
  harmful_request: {
    behaviour: "decline",
    text: "The service does not help with attacks or show secret values. It can report where a weakness is.",
  },
  not_collected: {
    behaviour: "not_answerable",
    text: "This data is not collected: only data that the hosts themselves provide is available.",
  },
  prediction_or_opinion: {
    behaviour: "not_answerable",
    text: "The data cannot answer this: it shows the present state, not predictions or blame.",
  },
  prompt_injection: {
    behaviour: "decline",
    text: "Instructions to the service are ignored. Ask a question about the hosts.",
  },
  code_injection: {
    behaviour: "decline",
    text: "This is code rather than a question, and none of it was run.",
  },
  unsupported_language: {
    behaviour: "clarify",
    text: "Only English is supported for now. Please ask in English.",
  },
  nonsense_or_empty: {
    behaviour: "clarify",
    text: "I don't understand that question.",
  },
  overlong: {
    behaviour: "clarify",
    text: "This is too long for one question. Please ask only the question.",
  },
};
