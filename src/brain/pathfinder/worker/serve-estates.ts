import type { Clock } from "../../../core/clock.ts";
import type { Estate } from "../model/types.ts";
import type { AskMessage, EstateMessage, EstateReply } from "./messages.ts";

/** Handles messages in the worker thread; creates each estate at its first message. */
export function serveEstates(
  create: (clock: Clock) => Estate,
  post: (reply: EstateReply) => void,
): (message: EstateMessage) => void {
  const estates = new Map<string, Estate>();
  let stop: Int32Array | null = null;
  // For an abandoned search, time has run out.
  const clock: Clock = {
    now: () => (stop && Atomics.load(stop, 0) !== 0 ? Number.POSITIVE_INFINITY : Date.now()),
  };
  const estateOf = (name: string) => {
    const estate = estates.get(name) ?? create(clock);
    estates.set(name, estate);
    return estate;
  };
  return (message) => {
    const estate = estateOf(message.estate);
    if (message.type === "replace") return estate.replace(message.facts);
    if (message.type === "remove") return estate.remove(message.agentId);
    stop = message.stop;
    post(answer(estate, message));
    stop = null;
  };
}

function answer(estate: Estate, message: AskMessage): EstateReply {
  const { id } = message;
  try {
    return {
      id,
      answer:
        message.type === "search"
          ? estate.search(message.request)
          : estate.findRootPaths(message.request),
    };
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
