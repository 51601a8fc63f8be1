import type { Agent } from "../../contract/agent.ts";
import { AppError } from "../../core/errors.ts";
import type { FleetUpdate } from "../../ui/ink/fleet/fleet-state.ts";
import { fleetChanges } from "./fleet-changes.ts";

export interface FleetSource {
  /** The whole fleet that is watched, by agent id. */
  list(signal: AbortSignal): Promise<Agent[]>;
  now(): number;
  /** Rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Ends the watching. */
  signal: AbortSignal;
}

const everyMs = 2_000;
/** So much longer than a listing takes is the pause after it: a huge fleet is asked less often. */
const pauseFactor = 5;

/**
 * The fleet and what changed in it, again and again until the signal aborts. Once it was seen, a
 * server that can't be reached or has an error is told and asked again; any other error ends it.
 */
export async function* watchFleet({
  list,
  now,
  sleep,
  signal,
}: FleetSource): AsyncGenerator<FleetUpdate | AppError> {
  let before: Agent[] | undefined;
  for (;;) {
    const startedMs = now();
    const seen = await listAgents(list, signal);
    if (seen instanceof AppError) {
      if (!before || !isTemporary(seen)) throw seen;
      yield seen;
    } else {
      const changes = before ? fleetChanges(before, seen) : [];
      before = seen;
      yield { agents: seen, changes, atMs: now() };
    }
    await sleep(Math.max(everyMs, pauseFactor * (now() - startedMs)), signal);
  }
}

/** The fleet, or why it can't be seen. */
async function listAgents(
  list: FleetSource["list"],
  signal: AbortSignal,
): Promise<Agent[] | AppError> {
  try {
    return await list(signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError) return error;
    throw error;
  }
}

function isTemporary({ kind }: AppError): boolean {
  return kind === "unreachable" || kind === "failed";
}
