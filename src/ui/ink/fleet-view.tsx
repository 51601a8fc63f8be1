import { render } from "ink";
import type { Style } from "../plain/style.ts";
import { type FleetKey, FleetList } from "./FleetList.tsx";
import { pageSize } from "./fleet-frame.ts";
import {
  type FleetState,
  type FleetUpdate,
  type Shown,
  scrolled,
  startFleet,
  withNextShown,
  withTrouble,
  withUpdate,
} from "./fleet-state.ts";

export interface FleetViewOptions {
  stdin: NodeJS.ReadStream;
  stream: NodeJS.WriteStream;
  style: Style;
  shown: Shown;
  onQuit(why: "quit" | "interrupt"): void;
}

/** Draws a fleet on `stream`, in place; `stop` wipes it and gives cursor and keys back. */
export function startFleetView({ stdin, stream, style, shown, onQuit }: FleetViewOptions): {
  update(update: FleetUpdate): void;
  problem(text: string): void;
  stop(): void;
} {
  let state = startFleet(shown);
  // A frame as high as the screen would make Ink wipe the person's history.
  const height = () => stream.rows - 1;
  const onKey = (key: FleetKey) => {
    if (key.type === "quit" || key.type === "interrupt") return onQuit(key.type);
    set(nextOf(state, key, pageSize(state, height())));
  };
  const frame = () => (
    <FleetList
      state={state}
      style={{ ...style, width: stream.columns }}
      height={height()}
      onKey={onKey}
    />
  );
  const view = render(null, { stdin, stdout: stream, exitOnCtrlC: false, patchConsole: false });
  const redraw = () => view.rerender(frame());
  const set = (next: FleetState) => {
    state = next;
    redraw();
  };
  stream.on("resize", redraw);
  return {
    update: (update) => set(withUpdate(state, update)),
    problem: (text) => set(withTrouble(state, text)),
    stop: () => {
      stream.off("resize", redraw);
      // Unmounting draws the last frame once more: an empty one wipes the view.
      view.rerender(null);
      view.unmount();
    },
  };
}

type Moving = Exclude<FleetKey, { type: "quit" | "interrupt" }>;

function nextOf(state: FleetState, key: Moving, page: number): FleetState {
  if (key.type === "status") return withNextShown(state);
  return scrolled(state, key.type === "pages" ? key.by * page : key.by, page);
}
