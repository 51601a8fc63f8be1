import { Box, Text, useInput, useStdin } from "ink";
import { useMemo } from "react";
import type { Style } from "../plain/style.ts";
import { fleetFrame, fleetLines } from "./fleet-frame.ts";
import type { FleetState } from "./fleet-state.ts";

export type FleetKey =
  | { type: "quit" }
  | { type: "interrupt" }
  | { type: "status" }
  | { type: "rows" | "pages"; by: number };

export interface FleetListProps {
  state: FleetState;
  style: Style;
  /** Lines of the screen that may be drawn on. */
  height: number;
  onKey(key: FleetKey): void;
}

/** A fleet that is scrolled through; only what is on the screen is drawn. */
export function FleetList({ state, style, height, onKey }: FleetListProps) {
  const { rows, atMs } = state;
  const { width, colour, columns } = style;
  // A key press must not lay out a thousand rows anew.
  const lines = useMemo(
    () => fleetLines(rows, { width, colour, columns, nowMs: atMs, maxRows: rows.length }),
    [rows, width, colour, columns, atMs],
  );
  const { isRawModeSupported } = useStdin();
  useInput(
    (input, key) => {
      const pressed = keyOf(input, key);
      if (pressed) onKey(pressed);
    },
    { isActive: isRawModeSupported },
  );
  return (
    <Box flexDirection="column">
      {fleetFrame(state, lines, { ...style, height }).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of the screen is its place
        <Text key={at} wrap="truncate-end">
          {line || " "}
        </Text>
      ))}
    </Box>
  );
}

interface Pressed {
  ctrl: boolean;
  tab: boolean;
  escape: boolean;
  upArrow: boolean;
  downArrow: boolean;
  pageUp: boolean;
  pageDown: boolean;
  home?: boolean;
  end?: boolean;
}

function keyOf(input: string, key: Pressed): FleetKey | undefined {
  // A terminal in raw mode sends no signal for Ctrl-C.
  if (key.ctrl) return input === "c" ? { type: "interrupt" } : undefined;
  if (input === "q" || key.escape) return { type: "quit" };
  if (key.tab) return { type: "status" };
  if (key.upArrow || input === "k") return { type: "rows", by: -1 };
  if (key.downArrow || input === "j") return { type: "rows", by: 1 };
  if (key.pageUp) return { type: "pages", by: -1 };
  if (key.pageDown || input === " ") return { type: "pages", by: 1 };
  if (key.home || input === "g") return { type: "rows", by: Number.NEGATIVE_INFINITY };
  if (key.end || input === "G") return { type: "rows", by: Number.POSITIVE_INFINITY };
  return undefined;
}
