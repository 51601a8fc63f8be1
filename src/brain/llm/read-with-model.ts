import type { Reading } from "../../contract/reading.ts";
import type { Clock } from "../../core/clock.ts";
import type { Evaluator } from "../ports/services.ts";
import { refusals } from "../questions/reply/refusals.ts";
import type { Estate, Knowledge } from "./knowledge.ts";
import type { ModelFailure } from "./language-model.ts";
import type { AskModel, Caller } from "./limit-calls.ts";
import { parseModelAnswer } from "./model-answer.ts";
import { readingOfAnswer } from "./reading-of-answer.ts";
import { readingPrompt } from "./reading-prompt.ts";

export interface ModelReaderParts {
  ask: AskModel;
  /** The model's name, for the mark on its readings. */
  model: string;
  knowledge: Knowledge;
  tableNames(): Promise<string[]>;
  evaluator: Pick<Evaluator, "tablesRead">;
  clock: Clock;
  onFailure(failure: ModelFailure): void;
}

/** Reads a question anew that the reader asked back; otherwise returns the reader's own reading. */
export type ModelReader = (
  question: string,
  own: Reading,
  asked: Caller & { estate: Estate },
) => Promise<Reading>;

/** A scheduled question has the same reading at each run, and costs one call. */
const maxRemembered = 200;

/** Not refusals, nor what is too long for a question or has no word in it. */
function isAskedBack({ behaviour, text }: Reading, question: string): boolean {
  return (
    behaviour === "clarify" && text !== refusals.overlong.text && /[\p{L}\p{N}]/u.test(question)
  );
}

export function createModelReader(parts: ModelReaderParts): ModelReader {
  const remembered = new Map<string, string>();

  const readAnew = async (question: string, { estate, ...caller }: Caller & { estate: Estate }) => {
    const { knowledge, evaluator, clock } = parts;
    const tables = await parts.tableNames();
    const messages = readingPrompt(question, { knowledge, tables, estate });
    const key = JSON.stringify([caller.accountId, messages.at(-1)?.content]);
    const known = remembered.get(key);
    const completion =
      known === undefined ? await parts.ask(messages, caller) : { ok: true as const, text: known };
    if (!completion.ok) return completion;
    const parsed = parseModelAnswer(completion.text);
    if (!parsed.ok) return parsed;
    const context = { knowledge, estate, evaluator, now: clock.now() };
    const outcome = await readingOfAnswer(parsed.answer, context);
    if (outcome.ok) remember(key, completion.text);
    return outcome;
  };
  const remember = (key: string, text: string) => {
    remembered.set(key, text);
    const [oldest] = remembered.keys();
    if (remembered.size > maxRemembered && oldest !== undefined) remembered.delete(oldest);
  };

  return async (question, own, asked) => {
    if (!isAskedBack(own, question)) return own;
    const outcome = await readAnew(question, asked);
    if (!outcome.ok) {
      if (!asked.signal.aborted) parts.onFailure(outcome);
      return own;
    }
    return { ...outcome.reading, confidence: 0, read_by: { model: parts.model } };
  };
}
