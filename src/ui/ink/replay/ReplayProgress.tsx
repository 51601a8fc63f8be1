import { Box } from "ink";
import { escapeControl } from "../../../core/escape-control.ts";
import { count } from "../../text/section.ts";
import { useViewStore } from "../kit/hooks.ts";
import { Line } from "../kit/Line.tsx";
import { ProgressBar } from "../kit/ProgressBar.tsx";
import type { ViewStore } from "../kit/view-store.ts";

export interface ReplayProgressState {
  phase: "probing" | "replaying" | "waiting";
  total: number;
  replayed: number;
  delivered: number;
  retrying: number;
  failed: number;
  /** Subscriptions that were skipped because their probe was not delivered. */
  leftAlone: number;
  note: string | null;
}

export function LiveReplay({ store }: { store: ViewStore<ReplayProgressState> }) {
  return <ReplayProgress state={useViewStore(store)} />;
}

/** The progress of a bulk replay, and the outcomes so far. */
export function ReplayProgress({ state }: { state: ReplayProgressState }) {
  const { phase, total, replayed, note } = state;
  return (
    <Box flexDirection="column">
      <Line>
        {`${phase.padEnd(10)} `}
        <ProgressBar share={total === 0 ? 1 : replayed / total} />
        {` ${replayed} of ${total}  ${outcomesText(state)}`}
      </Line>
      {note !== null && <Line paints={["yellow"]}>{escapeControl(note)}</Line>}
    </Box>
  );
}

function outcomesText({ delivered, retrying, failed, leftAlone }: ReplayProgressState): string {
  const parts = [`${delivered} delivered`];
  if (retrying > 0) parts.push(`${retrying} retrying`);
  if (failed > 0) parts.push(`${failed} failed`);
  if (leftAlone > 0) parts.push(`${count(leftAlone, "subscription")} skipped`);
  return parts.join(", ");
}
