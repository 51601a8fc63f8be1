import { Box } from "ink";
import type { Finding } from "../../../contract/summary.ts";
import { escapeControl } from "../../../core/escape-control.ts";
import { count } from "../../text/section.ts";
import { severityPaint } from "../../text/style.ts";
import { useViewStore } from "../kit/hooks.ts";
import { Line, Painted } from "../kit/Line.tsx";
import { ProgressBar } from "../kit/ProgressBar.tsx";
import { Spinner } from "../kit/Spinner.tsx";
import type { ViewStore } from "../kit/view-store.ts";
import type { ProgressState } from "./progress-state.ts";

/** The newest findings shown; the answer has all of them. */
const shownFindings = 5;

export function LiveInvestigation({ store }: { store: ViewStore<ProgressState> }) {
  return <InvestigationProgress state={useViewStore(store)} />;
}

/** A running investigation: the question, its phase, the hosts that answered, the findings so far. */
export function InvestigationProgress({ state }: { state: ProgressState }) {
  const hidden = state.findings.length - shownFindings;
  return (
    <Box flexDirection="column">
      <Line paints={["bold"]}>{escapeControl(state.query)}</Line>
      <Phase state={state} />
      {hidden > 0 && <Line paints={["dim"]}>{`  … ${count(hidden, "earlier finding")}`}</Line>}
      {state.findings.slice(-shownFindings).map((finding) => (
        <FindingLine key={finding.finding_id} finding={finding} />
      ))}
    </Box>
  );
}

function Phase({ state: { progress, status } }: { state: ProgressState }) {
  if (progress === null) {
    return (
      <Line>
        <Spinner /> {status}
      </Line>
    );
  }
  const { phase, percent, agents } = progress;
  return (
    <Line>
      <Spinner />
      {` ${phase.padEnd(10)} `}
      <ProgressBar share={percent / 100} />
      {` ${String(Math.round(percent)).padStart(3)}%  ${answeredText(agents)}`}
    </Line>
  );
}

function answeredText(agents: NonNullable<ProgressState["progress"]>["agents"]): string {
  const missing = agents.failed + agents.timed_out;
  const gaps = missing > 0 ? `, ${missing} failed` : "";
  return `${agents.answered} of ${count(agents.targeted, "host")} answered${gaps}`;
}

function FindingLine({ finding }: { finding: Finding }) {
  const { severity, hostname, title, accepted } = finding;
  return (
    <Line>
      {"  "}
      <Painted paints={[severityPaint(severity)]}>{severity.padEnd(8)}</Painted>
      {` ${escapeControl(hostname)}  ${escapeControl(title)}${accepted ? " (accepted)" : ""}`}
    </Line>
  );
}
