import type { Clock } from "../../../core/clock.ts";
import type { Estate } from "../model/types.ts";
import type { AskMessage, EstateMessage, EstateReply } from "./messages.ts";

interface EstatesTerms {
  create(clock: Clock): Estate;
  post(reply: EstateReply): void;
  /** Calls it once the messages that are there have been handled. */
  afterMessages(work: () => void): void;
}

/** How long a message may have to wait, in ms. */
const deriveMs = 20;

/**
 * Handles messages in the worker thread; creates each estate at its first message. After a question,
 * when all its hosts are there, what the next ones need is derived until a message changes the estate.
 */
export function serveEstates({
  create,
  post,
  afterMessages,
}: EstatesTerms): (message: EstateMessage) => void {
  const estates = new Map<string, Estate>();
  /** Those of which more can be derived. */
  const incomplete = new Set<Estate>();
  let isDeriving = false;
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
  function derive(): void {
    const [estate] = incomplete;
    isDeriving = estate !== undefined;
    if (!estate) return;
    if (!estate.deriveAhead(deriveMs)) incomplete.delete(estate);
    afterMessages(derive);
  }
  function deriveAfter(estate: Estate): void {
    incomplete.add(estate);
    if (!isDeriving) afterMessages(derive);
    isDeriving = true;
  }
  return (message) => {
    const estate = estateOf(message.estate);
    if (message.type === "replace" || message.type === "remove") incomplete.delete(estate);
    if (message.type === "replace") return estate.replace(message.facts);
    if (message.type === "remove") return estate.remove(message.agentId);
    stop = message.stop;
    post(answer(estate, message));
    stop = null;
    deriveAfter(estate);
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
