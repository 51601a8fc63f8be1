import { Box, Text } from "ink";
import { escapeControl } from "../../core/escape-control.ts";
import { count } from "../plain/section.ts";

export interface ReplayProgressState {
  phase: "probing" | "replaying" | "waiting";
  total: number;
  replayed: number;
  delivered: number;
  retrying: number;
  failed: number;
  /** Subscriptions whose probe was not delivered. */
  leftAlone: number;
  note: string | null;
}

const barWidth = 20;

/** How far a bulk replay has come, and what became of what it replayed. */
export function ReplayProgress({ state }: { state: ReplayProgressState }) {
  const { phase, total, replayed, note } = state;
  const share = total === 0 ? 1 : replayed / total;
  const filled = Math.round(share * barWidth);
  return (
    <Box flexDirection="column">
      <Text wrap="truncate-end">
        {`${phase.padEnd(10)} `}
        <Text color="cyan">{"█".repeat(filled)}</Text>
        <Text dimColor>{"░".repeat(barWidth - filled)}</Text>
        {` ${replayed} of ${total}  ${outcomes(state)}`}
      </Text>
      {note !== null && (
        <Text wrap="truncate-end" color="yellow">
          {escapeControl(note)}
        </Text>
      )}
    </Box>
  );
}

function outcomes({ delivered, retrying, failed, leftAlone }: ReplayProgressState): string {
  const parts = [`${delivered} delivered`];
  if (retrying > 0) parts.push(`${retrying} retrying`);
  if (failed > 0) parts.push(`${failed} failed`);
  if (leftAlone > 0) parts.push(`${count(leftAlone, "subscription")} left alone`);
  return parts.join(", ");
}
