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
/** The pause is this many times the duration of a listing, so that a huge fleet is listed less often. */
const pauseFactor = 5;

/**
 * Lists the fleet repeatedly, with its changes, until the signal aborts. After the first listing, a
 * server that can't be reached or fails is reported and retried; any other error ends it.
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
