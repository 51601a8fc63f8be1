import { Box, Text } from "ink";
import type { Severity } from "../../contract/common.ts";
import type { Finding } from "../../contract/summary.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { count } from "../plain/section.ts";
import type { LiveState } from "./live-state.ts";
import { useFrame } from "./use-frame.ts";

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const barWidth = 20;
/** The newest findings shown; all of them are in the answer. */
const shownFindings = 5;

const colours: Record<Severity, string> = {
  critical: "magenta",
  high: "red",
  medium: "yellow",
  low: "cyan",
  info: "gray",
};

/** A followed investigation: the question, its phase and bar, who answered, what was found so far. */
export function Progress({ state }: { state: LiveState }) {
  const hidden = state.findings.length - shownFindings;
  return (
    <Box flexDirection="column">
      <Text wrap="truncate-end" bold>
        {escapeControl(state.query)}
      </Text>
      <Phase state={state} />
      {hidden > 0 && <Text dimColor>{`  … ${count(hidden, "earlier finding")}`}</Text>}
      {state.findings.slice(-shownFindings).map((finding) => (
        <FindingLine key={finding.finding_id} finding={finding} />
      ))}
    </Box>
  );
}

function Phase({ state: { progress, status } }: { state: LiveState }) {
  const spinner = frames[useFrame(100) % frames.length];
  if (progress === null) return <Text>{`${spinner} ${status}`}</Text>;
  const { phase, percent, agents } = progress;
  const filled = Math.round((Math.min(100, Math.max(0, percent)) / 100) * barWidth);
  return (
    <Text wrap="truncate-end">
      <Text color="cyan">{spinner}</Text>
      {` ${phase.padEnd(10)} `}
      <Text color="cyan">{"█".repeat(filled)}</Text>
      <Text dimColor>{"░".repeat(barWidth - filled)}</Text>
      {` ${String(Math.round(percent)).padStart(3)}%  ${answered(agents)}`}
    </Text>
  );
}

function answered(agents: NonNullable<LiveState["progress"]>["agents"]): string {
  const missing = agents.failed + agents.timed_out;
  const gaps = missing > 0 ? `, ${missing} silent` : "";
  return `${agents.answered} of ${count(agents.targeted, "host")} answered${gaps}`;
}

function FindingLine({ finding }: { finding: Finding }) {
  return (
    <Text wrap="truncate-end">
      {"  "}
      <Text color={colours[finding.severity]}>{finding.severity.padEnd(8)}</Text>
      {` ${escapeControl(finding.hostname)}  ${escapeControl(finding.title)}`}
    </Text>
  );
}
