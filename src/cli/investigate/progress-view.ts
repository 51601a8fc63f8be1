import type { StreamEvent } from "../../client/types.ts";
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

/** One line for each phase and each finding. */
export function progressLines(write: (line: string) => void): ProgressView {
  let phase = "";
  return {
    show: (event) => {
      if (event.type === "progress" && event.data.phase !== phase) {
        phase = event.data.phase;
        if (phase !== "done") write(`${phase}: ${escapeControl(event.data.message)}`);
      }
      if (event.type === "finding") {
        const { severity, hostname, title } = event.data;
        write(`found: ${severity}  ${escapeControl(hostname)}  ${escapeControl(title)}`);
      }
    },
    stop: () => {},
  };
}
