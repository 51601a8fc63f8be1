import type { Logger } from "pino";
import { startAnswersAhead } from "../../brain/pathfinder/run/answers-ahead.ts";
import type { BrainServices } from "../../brain/ports/services.ts";
import { type Runner, startRunner } from "../../brain/run/runner.ts";
import type { Cleanup } from "../../core/cleanup.ts";
import type { Engine } from "../../engine/types.ts";
import type { OwnDefinitions } from "../own/load-own-definitions.ts";
import { createEvaluator } from "./create-evaluator.ts";
import type { Questions } from "./open-questions.ts";
import { startPathfinder } from "./start-pathfinder.ts";

export interface RunParts
  extends Questions,
    Pick<BrainServices, "store" | "clock" | "emit" | "advisories"> {
  /** The name of this process on leases. */
  worker: string;
  engine: Engine;
  own: Pick<OwnDefinitions, "edgeRules">;
  fleet: Pick<BrainServices, "agentsOf" | "ask">;
  /** A server also answers ahead of questions; a single command does not. */
  isReachable: boolean;
  log: Logger;
}

/** High, since a waiting run costs little and slow runs must not delay others. */
const concurrentRuns = 64;

/** Starts running queued questions, and answering ahead of them over snapshots. */
export function startRuns(
  {
    store,
    clock,
    worker,
    emit,
    engine,
    own,
    advisories,
    fleet,
    isReachable,
    log,
    ...questions
  }: RunParts,
  cleanup: Cleanup,
): Runner {
  const { pathfinder, close } = startPathfinder(own.edgeRules);
  cleanup.defer(close);
  const services = {
    store,
    clock,
    emit,
    ...questions,
    evaluator: createEvaluator(engine),
    pathfinder,
    advisories,
    agentsOf: fleet.agentsOf,
    ask: fleet.ask,
  };
  if (isReachable) {
    const onError = (error: unknown) =>
      log.error({ err: error }, "failed to answer over a snapshot ahead of questions");
    const ahead = startAnswersAhead({ services, onError });
    cleanup.defer(() => ahead.stop());
  }
  const runner = startRunner({
    services,
    worker,
    concurrency: concurrentRuns,
    onError: (error, investigation_id) =>
      log.error({ err: error, investigation_id }, "an investigation failed"),
  });
  cleanup.defer(() => runner.stop());
  return runner;
}
