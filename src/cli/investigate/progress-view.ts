import type { StreamEvent } from "../../client/types.ts";
import type { Finding } from "../../contract/summary.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { canDraw, type Terminal } from "../terminal/terminal.ts";

/** Shows a person the progress of an investigation. */
export interface ProgressView {
  show(event: StreamEvent): void;
  /** Restores the terminal. */
  stop(): void;
}

/** A live view on a terminal, otherwise lines on stderr. */
export async function startProgress(
  query: string,
  terminal: Terminal,
  colour: boolean,
): Promise<ProgressView> {
  if (!canDraw(terminal)) return progressLines((line) => terminal.stderr.write(`${line}\n`));
  const { startProgressView } = await import("../../ui/ink/investigation/start-progress-view.tsx");
  return startProgressView({ query, stream: terminal.stderr, colour });
}

/** An audit of a fleet has thousands of findings; the answer has them all. */
const mostFindings = 20;

/** One line for each phase and for each of the first findings. */
export function progressLines(write: (line: string) => void): ProgressView {
  let phase = "";
  let findings = 0;
  return {
    show: (event) => {
      if (event.type === "progress" && event.data.phase !== phase) {
        phase = event.data.phase;
        if (phase !== "done") write(`${phase}: ${escapeControl(event.data.message)}`);
      }
      if (event.type === "finding") {
        findings += 1;
        if (findings <= mostFindings) write(`found: ${findingText(event.data)}`);
        if (findings === mostFindings + 1) write("found: more, listed in the answer");
      }
    },
    stop: () => {},
  };
}

function findingText({ severity, hostname, title, accepted }: Finding): string {
  const mark = accepted ? " (accepted)" : "";
  return `${severity}  ${escapeControl(hostname)}  ${escapeControl(title)}${mark}`;
}
