import { Box } from "ink";
import { Line } from "./Line.tsx";

/** Rendered lines of text, below each other. */
export function Lines({ lines }: { lines: string[] }) {
  return (
    <Box flexDirection="column">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of the screen is identified by its position
        <Line key={at}>{line}</Line>
      ))}
    </Box>
  );
}
