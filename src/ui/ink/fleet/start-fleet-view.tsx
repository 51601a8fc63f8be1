import type { Style } from "../../text/style.ts";
import { mountView } from "../kit/mount.tsx";
import { createViewStore } from "../kit/view-store.ts";
import { LiveFleet } from "./FleetList.tsx";
import {
  type FleetUpdate,
  type StatusFilter,
  startFleet,
  withProblem,
  withUpdate,
} from "./fleet-state.ts";

export interface FleetViewOptions {
  stdin: NodeJS.ReadStream;
  stream: NodeJS.WriteStream;
  style: Style;
  filter: StatusFilter;
  onQuit(why: "quit" | "interrupt"): void;
}

/** Draws a fleet on `stream`, in place; `stop` removes it and gives cursor and keys back. */
export function startFleetView({ stdin, stream, style, filter, onQuit }: FleetViewOptions): {
  update(update: FleetUpdate): void;
  problem(text: string): void;
  stop(): void;
} {
  const store = createViewStore(startFleet(filter));
  const element = <LiveFleet store={store} style={style} onQuit={onQuit} />;
  const view = mountView(element, { stream, stdin, colour: style.colour });
  return {
    update: (update) => store.set((state) => withUpdate(state, update)),
    problem: (text) => store.set((state) => withProblem(state, text)),
    stop: view.unmount,
  };
}
