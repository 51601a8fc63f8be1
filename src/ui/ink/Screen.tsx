import { Box, Text, useInput, useStdin } from "ink";

/** What a terminal tells of a key, as Ink has it. */
export type InkKey = Parameters<Parameters<typeof useInput>[0]>[1];

export interface ScreenProps {
  /** As wide as the screen at most. */
  lines: string[];
  onKey(input: string, key: InkKey): void;
}

/** Lines that were laid out before, and the keys. */
export function Screen({ lines, onKey }: ScreenProps) {
  const { isRawModeSupported } = useStdin();
  useInput(onKey, { isActive: isRawModeSupported });
  return (
    <Box flexDirection="column">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of the screen is its place
        <Text key={at} wrap="truncate-end">
          {line || " "}
        </Text>
      ))}
    </Box>
  );
}
