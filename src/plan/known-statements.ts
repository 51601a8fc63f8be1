import type { PlanStatement } from "../contract/plan.ts";

/** A fleet's plan differs by platform. */
const maxKnown = 4;
/** Everything else in a plan is a few ids and times. */
const maxStartBytes = 4 << 10;
const key = Buffer.from(',"statements":');

interface Split {
  /** JSON of the plan without its statements. */
  start: Buffer;
  /** The text of the statements, to the end of the plan. */
  end: Buffer;
}

const known: { end: Buffer; statements: PlanStatement[] }[] = [];

/**
 * What was parsed of a plan with the same text of statements, which a fleet's agents in one process
 * are all sent, and an agent with every run of a scheduled question; undefined if there was none.
 */
export function knownStatements(
  payload: Buffer,
): { start: Buffer; statements: PlanStatement[] } | undefined {
  const split = splitPayload(payload);
  const before = split && known.find(({ end }) => end.equals(split.end));
  return before && { start: split.start, statements: before.statements };
}

/** Keeps statements that were parsed and checked, if nothing else follows them. */
export function rememberStatements(payload: Buffer, statements: PlanStatement[]): void {
  const split = splitPayload(payload);
  if (!split || !isArray(split.end.subarray(0, -1))) return;
  known.unshift({ end: split.end, statements });
  known.length = Math.min(known.length, maxKnown);
}

function isArray(json: Buffer): boolean {
  try {
    return Array.isArray(JSON.parse(json.toString("utf8")));
  } catch {
    return false;
  }
}

/** In canonical JSON the statements come last. The quotes around the key can't be inside a string. */
function splitPayload(payload: Buffer): Split | undefined {
  const at = payload.subarray(0, maxStartBytes).indexOf(key);
  if (at < 0) return undefined;
  return {
    start: Buffer.concat([payload.subarray(0, at), Buffer.from("}")]),
    end: payload.subarray(at + key.length),
  };
}
