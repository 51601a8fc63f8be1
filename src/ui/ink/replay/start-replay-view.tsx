import { mountView } from "../kit/mount.tsx";
import { createViewStore } from "../kit/view-store.ts";
import { LiveReplay, type ReplayProgressState } from "./ReplayProgress.tsx";

export interface ReplayViewOptions {
  stream: NodeJS.WriteStream;
  colour: boolean;
  first: ReplayProgressState;
}

/** Draws the progress of a bulk replay on `stream`, in place; `stop` removes it. */
export function startReplayView({ stream, colour, first }: ReplayViewOptions): {
  update(change: Partial<ReplayProgressState>): void;
  stop(): void;
} {
  const store = createViewStore(first);
  const view = mountView(<LiveReplay store={store} />, { stream, colour });
  return {
    update: (change) => store.setSoon((state) => ({ ...state, ...change })),
    stop: view.unmount,
  };
}
