import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { standingEveryMs } from "./standing.ts";
import type { Scene } from "./start-scene.ts";
import { until } from "./until.ts";

/** Questions that are asked all the time. */
export interface Load {
  /** Ids of those that were accepted. */
  accepted: string[];
  /** How many requests failed, and were sent again. */
  refusals(): number;
  /** Stops asking; resolves when each question was accepted. */
  stop(): Promise<void>;
  /** Gives up what was not accepted yet. */
  abandon(): Promise<void>;
}

const everyMs = 250;
const acceptWithinMs = 60_000;
const questions = ["which users have uid 0?", "SELECT username FROM users WHERE uid = 0"];

/**
 * Asks one server after another, like a client behind a load balancer. A request that fails or is
 * not answered is sent to the next one with the same idempotency key, so each counts once.
 */
export function startLoad({ servers }: Pick<Scene, "servers">): Load {
  const accepted: string[] = [];
  const asking: Promise<void>[] = [];
  let refusals = 0;
  let isStopped = false;
  let isAbandoned = false;

  async function ask(turn: number): Promise<void> {
    const body = {
      query: questions[turn % questions.length],
      mode: turn % 3 === 0 ? "auto" : "live",
      idempotency_key: randomUUID(),
    };
    let at = turn;
    await until("a question is accepted", { withinMs: acceptWithinMs }, async () => {
      const server = servers[at++ % servers.length]!;
      const answer = await server
        .call("POST", "/v1/investigations", body, 3_000)
        .catch(() => undefined);
      if (answer?.status === 202) accepted.push(answer.body.investigation_id);
      else refusals++;
      return answer?.status === 202 || isAbandoned;
    });
  }

  async function keepAsking(): Promise<void> {
    for (let turn = 0; !isStopped; turn++) {
      asking.push(ask(turn));
      asking.at(-1)?.catch(() => undefined);
      await delay(everyMs);
    }
  }

  const kept = keepAsking();
  return {
    accepted,
    refusals: () => refusals,
    async stop() {
      isStopped = true;
      await kept;
      await Promise.all(asking);
    },
    async abandon() {
      isStopped = true;
      isAbandoned = true;
      await kept;
      await Promise.allSettled(asking);
    },
  };
}

/** Long enough that every standing question comes due while nothing is wrong. */
export const quietMs = 2 * standingEveryMs;
