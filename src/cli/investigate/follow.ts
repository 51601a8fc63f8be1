import type { Client, StreamEvent } from "../../client/types.ts";
import type { Investigation } from "../../contract/investigation.ts";
import { type Deadline, startDeadline } from "../../core/deadline.ts";
import { AppError } from "../../core/errors.ts";
import type { Connection } from "../connection/connect.ts";
import type { ProgressView } from "./progress-view.ts";

export interface Following {
  connection: Connection;
  id: string;
  /** Aborted when the person stops following. */
  signal: AbortSignal;
  timeoutMs?: number;
  /** Whether the investigation pauses when the command ends, with the backend inside it. */
  pauses?: boolean;
  /** How to follow or cancel it afterwards. */
  resumeHint?: string;
  view: ProgressView;
  /** Called with each event, in addition to the view. */
  onEvent?: (event: StreamEvent) => void;
}

/** About 25 days: a longer timer would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** Follows an investigation to its end and returns it. Nothing is cancelled when following stops early. */
export async function followToEnd(following: Following): Promise<Investigation> {
  const { connection, id, view } = following;
  const { signal, clear } = deadlineOf(following);
  try {
    await forwardEvents(connection.client, following, signal);
    return await connection.client.get(id, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw stoppedFollowing(signal.reason, following);
  } finally {
    clear();
    view.stop();
  }
}

function deadlineOf({ signal, timeoutMs }: Following): Deadline {
  if (timeoutMs === undefined) return { signal, clear() {} };
  return startDeadline(signal, Math.min(timeoutMs, longestTimerMs));
}

async function forwardEvents(
  client: Client,
  { id, view, onEvent }: Following,
  signal: AbortSignal,
) {
  for await (const event of client.follow(id, { signal })) {
    view.show(event);
    onEvent?.(event);
  }
}

function stoppedFollowing(
  reason: unknown,
  { id, timeoutMs = 0, pauses, resumeHint }: Following,
): AppError {
  const timedOut = !(reason instanceof AppError);
  if (!timedOut && reason.kind === "done") return reason;
  const what = timedOut ? `Timed out after ${timeoutMs / 1_000} s` : "Stopped following";
  const state = pauses ? "paused until a server or another command runs here" : "still running";
  return new AppError(timedOut ? "timed_out" : "interrupted", `${what}; ${id} is ${state}.`, {
    hint:
      resumeHint ?? `Resume with: investigate watch ${id}. Cancel with: investigate cancel ${id}.`,
    kind: timedOut ? "timed_out" : "interrupted",
    cause: reason,
  });
}
