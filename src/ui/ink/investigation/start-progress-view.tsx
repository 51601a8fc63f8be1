import { mountView } from "../kit/mount.tsx";
import { createViewStore } from "../kit/view-store.ts";
import { LiveInvestigation } from "./InvestigationProgress.tsx";
import { nextState, type ProgressEvent, startState } from "./progress-state.ts";

export interface ProgressViewOptions {
  query: string;
  stream: NodeJS.WriteStream;
  colour: boolean;
}

/** Draws a running investigation on `stream`, in place; `stop` removes it and shows the cursor again. */
export function startProgressView({ query, stream, colour }: ProgressViewOptions): {
  show(event: ProgressEvent): void;
  stop(): void;
} {
  const store = createViewStore(startState(query));
  const view = mountView(<LiveInvestigation store={store} />, { stream, colour });
  return {
    show: (event) => store.set((state) => nextState(state, event)),
    stop: view.unmount,
  };
}
