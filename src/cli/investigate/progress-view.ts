import type { StreamEvent } from "../../client/types.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { canDraw, type Terminal } from "../terminal/terminal.ts";

/** Shows a person how an investigation comes along. */
export interface Watcher {
  show(event: StreamEvent): void;
  /** Leaves the terminal as it was. */
  stop(): void;
}

/** A live view on a terminal, else lines on stderr. */
export async function startWatcher(query: string, terminal: Terminal): Promise<Watcher> {
  if (!canDraw(terminal)) return lineWatcher((line) => terminal.stderr.write(`${line}\n`));
  const { startLiveView } = await import("../../ui/ink/live-view.tsx");
  return startLiveView({ query, stream: terminal.stderr });
}

/** A line a phase and a finding. */
export function lineWatcher(write: (line: string) => void): Watcher {
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
