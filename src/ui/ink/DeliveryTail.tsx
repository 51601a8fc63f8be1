import { Box, Text, useInput, useStdin } from "ink";
import type { Style } from "../plain/style.ts";
import { tailFrame } from "./tail-frame.ts";
import type { Key } from "./tail-keys.ts";
import type { TailState } from "./tail-state.ts";

export interface DeliveryTailProps {
  state: TailState;
  style: Style;
  /** Lines of the screen that may be drawn on. */
  height: number;
  onKey(input: string, key: Key): void;
}

/** Deliveries as they happen; only what is on the screen is laid out. */
export function DeliveryTail({ state, style, height, onKey }: DeliveryTailProps) {
  const { isRawModeSupported } = useStdin();
  useInput(onKey, { isActive: isRawModeSupported });
  return (
    <Box flexDirection="column">
      {tailFrame(state, { ...style, height }).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of the screen is its place
        <Text key={at} wrap="truncate-end">
          {line || " "}
        </Text>
      ))}
    </Box>
  );
}
