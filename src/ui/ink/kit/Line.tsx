import { Text, type TextProps } from "ink";
import { createContext, type ReactNode, useContext } from "react";
import type { Paint } from "../../text/style.ts";

const props: Record<Paint, TextProps> = {
  bold: { bold: true },
  dim: { dimColor: true },
  red: { color: "red" },
  green: { color: "green" },
  yellow: { color: "yellow" },
  blue: { color: "blue" },
  magenta: { color: "magenta" },
  cyan: { color: "cyan" },
};

/** Whether a view may use colour: our own decision, since Ink knows neither NO_COLOR nor our flags. */
export const ColourContext = createContext(false);

interface PaintedProps {
  /** Colours and weights, all of which apply. */
  paints?: (Paint | undefined)[];
  children: ReactNode;
}

/** Text in a colour or weight; unchanged when colour is off. */
export function Painted({ paints = [], children }: PaintedProps) {
  return <Text {...usePaints(paints)}>{children}</Text>;
}

/** One line of the screen, cut at its right edge. */
export function Line({ paints = [], children }: PaintedProps) {
  return (
    <Text wrap="truncate-end" {...usePaints(paints)}>
      {children || " "}
    </Text>
  );
}

/** Ink's properties for colours and weights; none when colour is off. */
export function usePaints(paints: (Paint | undefined)[]): TextProps {
  const colour = useContext(ColourContext);
  if (!colour) return {};
  return Object.assign({}, ...paints.map((paint) => paint && props[paint]));
}
