import type { Clock } from "../../core/clock.ts";
import { startDeadline } from "../../core/deadline.ts";
import { createLimit, type Limit } from "../../core/limit.ts";
import {
  type Completion,
  type LanguageModel,
  type Message,
  modelFailure,
} from "./language-model.ts";

/** For one question, the wait for its turn included. Whoever asks waits this long at most. */
export const callTimeoutMs = 10_000;
/** Scheduled questions repeat unattended, and a hosted model charges for each call. */
export const maxCallsPerHour = 60;
const hourMs = 3_600_000;

/** On whose behalf a model is asked. */
export interface Caller {
  accountId: string;
  signal: AbortSignal;
}

export type AskModel = (messages: Message[], caller: Caller) => Promise<Completion>;

/** Asks a model within a time limit and an hourly budget, and once at a time per account. */
export function limitCalls(model: LanguageModel, clock: Clock): AskModel {
  const turns = new Map<string, Limit>();
  let calls: number[] = [];

  const turnOf = (accountId: string): Limit => {
    const turn = turns.get(accountId) ?? createLimit(1);
    turns.set(accountId, turn);
    return turn;
  };
  const isWithinBudget = () => {
    const now = clock.now();
    calls = calls.filter((at) => now - at < hourMs);
    if (calls.length >= maxCallsPerHour) return false;
    calls.push(now);
    return true;
  };

  return async (messages, { accountId, signal }) => {
    const deadline = startDeadline(signal, callTimeoutMs);
    const ask = async (): Promise<Completion> => {
      if (deadline.signal.aborted) return modelFailure("it was still busy with another question");
      if (!isWithinBudget())
        return modelFailure(`the limit of ${maxCallsPerHour} calls an hour is reached`);
      return model.complete(messages, { signal: deadline.signal });
    };
    return turnOf(accountId)(ask).finally(deadline.clear);
  };
}
