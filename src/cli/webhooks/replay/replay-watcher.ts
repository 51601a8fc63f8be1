import { escapeControl } from "../../../core/escape-control.ts";
import type { ReplayProgressState } from "../../../ui/ink/ReplayProgress.tsx";
import { canDraw, type Terminal } from "../../terminal/terminal.ts";

/** Shows a person how a bulk replay comes along. */
export interface ReplayWatcher {
  update(state: Omit<ReplayProgressState, "note">): void;
  note(text: string): void;
  /** Leaves the terminal as it was. */
  stop(): void;
}

/** A bar on a terminal, else a line for each tenth, on stderr. */
export async function startReplayWatcher(
  total: number,
  terminal: Terminal,
): Promise<ReplayWatcher> {
  const write = (line: string) => void terminal.stderr.write(`${line}\n`);
  if (!canDraw(terminal)) return replayLines(write);
  const { startReplayView } = await import("../../../ui/ink/replay-view.tsx");
  const none = { replayed: 0, delivered: 0, retrying: 0, failed: 0, leftAlone: 0 };
  let state: ReplayProgressState = { phase: "probing", total, ...none, note: null };
  const view = startReplayView(terminal.stderr, state);
  const set = (change: Partial<ReplayProgressState>) => {
    state = { ...state, ...change };
    view.update(state);
  };
  return { update: set, note: (note) => set({ note }), stop: view.stop };
}

export function replayLines(write: (line: string) => void): ReplayWatcher {
  let told = "";
  return {
    update: ({ phase, total, replayed }) => {
      const tenths = total === 0 ? 10 : Math.floor((replayed / total) * 10);
      const key = `${phase} ${phase === "replaying" ? tenths : ""}`;
      if (key === told) return;
      told = key;
      write(`${phase}: ${replayed} of ${total} replayed`);
    },
    note: (text) => write(escapeControl(text)),
    stop: () => {},
  };
}
