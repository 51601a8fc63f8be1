import { useStdout } from "ink";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { ViewStore } from "./view-store.ts";

export function useViewStore<State>(store: ViewStore<State>): State {
  return useSyncExternalStore(store.subscribe, store.get);
}

export interface ScreenSize {
  width: number;
  height: number;
}

/** The size of the screen that a view may fill, kept up to date when the terminal is resized. */
export function useScreenSize(): ScreenSize {
  const { stdout } = useStdout();
  const [size, setSize] = useState(() => sizeOf(stdout));
  useEffect(() => {
    const resize = () => setSize(sizeOf(stdout));
    stdout.on("resize", resize);
    return () => void stdout.off("resize", resize);
  }, [stdout]);
  return size;
}

/** One line less than the terminal: Ink wipes the whole screen before a frame as high as it. */
function sizeOf({ columns = 80, rows = 24 }: Partial<NodeJS.WriteStream>): ScreenSize {
  return { width: columns, height: rows - 1 };
}

/** The current time; the view is drawn again each second, since ages grow. */
export function useNow(now: () => number): number {
  const [, redraw] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => redraw((count) => count + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now();
}
