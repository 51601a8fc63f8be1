import { escapeControl } from "../../../core/escape-control.ts";
import type { ReplayProgressState } from "../../../ui/ink/replay/ReplayProgress.tsx";
import { canDraw, type Terminal } from "../../terminal/terminal.ts";

/** Shows a person the progress of a bulk replay. */
export interface ReplayWatcher {
  update(state: Omit<ReplayProgressState, "note">): void;
  note(text: string): void;
  /** Restores the terminal. */
  stop(): void;
}

/** A bar on a terminal, otherwise a line for each tenth, on stderr. */
export async function startReplayWatcher(
  total: number,
  terminal: Terminal,
  colour: boolean,
): Promise<ReplayWatcher> {
  const write = (line: string) => void terminal.stderr.write(`${line}\n`);
  if (!canDraw(terminal)) return replayLines(write);
  const { startReplayView } = await import("../../../ui/ink/replay/start-replay-view.tsx");
  const none = { replayed: 0, delivered: 0, retrying: 0, failed: 0, leftAlone: 0 };
  const first: ReplayProgressState = { phase: "probing", total, ...none, note: null };
  const view = startReplayView({ stream: terminal.stderr, colour, first });
  return { update: view.update, note: (note) => view.update({ note }), stop: view.stop };
}

export function replayLines(write: (line: string) => void): ReplayWatcher {
  let last = "";
  return {
    update: ({ phase, total, replayed }) => {
      const tenths = total === 0 ? 10 : Math.floor((replayed / total) * 10);
      const key = `${phase} ${phase === "replaying" ? tenths : ""}`;
      if (key === last) return;
      last = key;
      write(`${phase}: ${replayed} of ${total} replayed`);
    },
    note: (text) => write(escapeControl(text)),
    stop: () => {},
  };
}
