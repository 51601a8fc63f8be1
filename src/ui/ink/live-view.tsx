import { render } from "ink";
import { type LiveEvent, nextState, startState } from "./live-state.ts";
import { Progress } from "./Progress.tsx";

/** Draws a followed investigation on `stream`, in place; `stop` wipes it and gives the cursor back. */
export function startLiveView({ query, stream }: { query: string; stream: NodeJS.WriteStream }): {
  show(event: LiveEvent): void;
  stop(): void;
} {
  let state = startState(query);
  // Ink would take Ctrl-C and the console for itself: both belong to the command.
  const view = render(<Progress state={state} />, {
    stdout: stream,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  return {
    show: (event) => {
      state = nextState(state, event);
      view.rerender(<Progress state={state} />);
    },
    stop: () => {
      // Unmounting draws the last frame once more: an empty one wipes the view.
      view.rerender(null);
      view.unmount();
    },
  };
}
