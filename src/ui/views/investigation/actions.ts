import type { Calibration } from "../../../contract/detection.ts";
import type { CancelResponse, TriggerResponse } from "../../../contract/investigation.ts";
import { escapeControl } from "../../../core/escape-control.ts";
import { percent } from "../../text/section.ts";
import type { View } from "../view.ts";

/** A question that was submitted without following it. */
export const triggerView: View<TriggerResponse> = {
  plain: ({ investigation_id, estimated_completion_seconds }) => [
    `Queued ${escapeControl(investigation_id)}, about ${Math.ceil(estimated_completion_seconds)} s.`,
    `Follow it: investigate watch ${escapeControl(investigation_id)}`,
  ],
};

export type Cancellation = CancelResponse & { investigation_id: string };

/** One cancellation prints as the server returned it, several as a list. */
export const cancelView: View<Cancellation[]> = {
  json: (cancellations) => {
    const [first, ...others] = cancellations;
    return first && others.length === 0 ? { ok: first.ok, status: first.status } : cancellations;
  },
  plain: (cancellations) =>
    cancellations.map(({ investigation_id, status }) => {
      const id = escapeControl(investigation_id);
      return status === "cancelled" ? `${id} is cancelled.` : `${id} had already ${status}.`;
    }),
};

/** The detection's new calibration after a verdict. */
export const verdictView: View<{ detection_id: string; calibration: Calibration }> = {
  plain: ({ detection_id, calibration }) => [
    `Recorded. ${escapeControl(detection_id)} is now ${percent(calibration.confidence)} sure ` +
      `(${calibration.true_positives} true, ${calibration.false_positives} false).`,
  ],
};
