import { render } from "ink";
import { ReplayProgress, type ReplayProgressState } from "./ReplayProgress.tsx";

const frameMs = 100;

/** Draws a bulk replay on `stream`, in place; `stop` wipes it. */
export function startReplayView(
  stream: NodeJS.WriteStream,
  first: ReplayProgressState,
): { update(state: ReplayProgressState): void; stop(): void } {
  let state = first;
  let nextFrame: NodeJS.Timeout | undefined;
  // Ink would take Ctrl-C and the console for itself: both belong to the command.
  const options = { stdout: stream, exitOnCtrlC: false, patchConsole: false };
  const view = render(<ReplayProgress state={state} />, options);
  const draw = () => {
    nextFrame = undefined;
    view.rerender(<ReplayProgress state={state} />);
  };
  return {
    update: (next) => {
      state = next;
      nextFrame ??= setTimeout(draw, frameMs);
    },
    stop: () => {
      clearTimeout(nextFrame);
      // Unmounting draws the last frame once more: an empty one wipes the view.
      view.rerender(null);
      view.unmount();
    },
  };
}
