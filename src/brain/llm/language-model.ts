/** A message of a chat. */
export interface Message {
  role: "system" | "user";
  content: string;
}

/** Why a model gave no usable answer. */
export interface ModelFailure {
  ok: false;
  /** One of a few phrases, so that a log can mention each once: "it did not answer in time". */
  reason: string;
  /** What exactly happened. */
  detail?: string;
}

export type Completion = { ok: true; text: string } | ModelFailure;

/** A language model behind an API. */
export interface LanguageModel {
  /** As the operator configured it. */
  name: string;
  /** The text of an answer that was asked to be JSON. Never rejects. Settles soon after `signal` aborts. */
  complete(messages: Message[], options: { signal: AbortSignal }): Promise<Completion>;
}

export const modelFailure = (reason: string, detail?: string): ModelFailure => ({
  ok: false,
  reason,
  ...(detail !== undefined && { detail }),
});
