import { Text } from "ink";
import { Painted } from "./Line.tsx";

const width = 20;

/** A bar that is filled by a share from 0 to 1; goes inside a line of text. */
export function ProgressBar({ share }: { share: number }) {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * width);
  return (
    <Text>
      <Painted paints={["cyan"]}>{"█".repeat(filled)}</Painted>
      <Painted paints={["dim"]}>{"░".repeat(width - filled)}</Painted>
    </Text>
  );
}
