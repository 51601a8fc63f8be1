import type { ProgressToken, ServerNotification } from "@modelcontextprotocol/sdk/types.js";
import { escapeControl } from "../core/escape-control.ts";

/**
 * Sends progress in percent to a caller that asked for it with a token; the protocol requires each
 * value to be higher than the last.
 */
export function progressReporter(
  progressToken: ProgressToken | undefined,
  send: (notification: ServerNotification) => Promise<void>,
): (percent: number, message: string) => void {
  let lastReported = -1;
  return (percent, message) => {
    const progress = Math.floor(percent);
    if (progressToken === undefined || progress <= lastReported) return;
    lastReported = progress;
    const params = { progressToken, progress, total: 100, message: escapeControl(message) };
    // If the connection is lost, nobody waits for it.
    send({ method: "notifications/progress", params }).catch(() => {});
  };
}
