import type { ProgressToken, ServerNotification } from "@modelcontextprotocol/sdk/types.js";
import { escapeControl } from "../core/escape-control.ts";

/**
 * Sends progress in percent to who asked for it with a token; the protocol has it that each
 * value is higher than the one before.
 */
export function progressReporter(
  progressToken: ProgressToken | undefined,
  send: (notification: ServerNotification) => Promise<void>,
): (percent: number, message: string) => void {
  let told = -1;
  return (percent, message) => {
    const progress = Math.floor(percent);
    if (progressToken === undefined || progress <= told) return;
    told = progress;
    const params = { progressToken, progress, total: 100, message: escapeControl(message) };
    // Lost with the connection, it is nobody's loss.
    send({ method: "notifications/progress", params }).catch(() => {});
  };
}
