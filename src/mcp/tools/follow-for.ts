import { isTerminal } from "../../contract/enums.ts";
import type { Investigation } from "../../contract/investigation.ts";
import { startDeadline } from "../../core/deadline.ts";
import type { ToolContext } from "../definition/tool.ts";

/** The default wait for an answer; many clients cancel a call after a minute. */
export const defaultWaitSeconds = 45;
export const maxWaitSeconds = 600;

/** Follows an investigation to its end or for the given time, and returns its current state. */
export async function followFor(
  id: string,
  waitSeconds: number,
  context: ToolContext,
): Promise<Investigation> {
  const { client, signal } = context;
  const now = await client.get(id, { signal });
  if (isTerminal(now.status) || waitSeconds === 0) return now;
  const deadline = startDeadline(signal, waitSeconds * 1000);
  try {
    await reportProgress(id, context, deadline.signal);
  } catch (error) {
    if (!deadline.signal.aborted) throw error;
    if (signal.aborted) context.notify(stoppedFollowing(id, context.kind));
    signal.throwIfAborted();
  } finally {
    deadline.clear();
  }
  return client.get(id, { signal });
}

async function reportProgress(id: string, { client, progress }: ToolContext, signal: AbortSignal) {
  for await (const event of client.follow(id, { signal })) {
    if (event.type !== "progress") continue;
    const { phase, percent, message } = event.data;
    progress(percent, `${phase}: ${message}`);
  }
}

function stoppedFollowing(id: string, kind: ToolContext["kind"]): string {
  const state = kind === "embedded" ? "runs only while calls are being made" : "is still running";
  return `Stopped following ${id}, which ${state}. Use show_investigation to follow it again, \`inquest investigate cancel ${id}\` to cancel it.`;
}
