import { Box, render } from "ink";
import type { ReactNode } from "react";
import { ColourContext } from "./Line.tsx";

export interface MountOptions {
  stream: NodeJS.WriteStream;
  /** Absent for a view without keys. */
  stdin?: NodeJS.ReadStream;
  colour: boolean;
  /** Draws on the terminal's other screen, which leaves the person's scrollback untouched. */
  fullScreen?: boolean;
}

const alternateScreen = { enter: "\u001b[?1049h\u001b[H", leave: "\u001b[?1049l" };

/** Draws a view on `stream`, in place, and returns what removes it and restores the terminal. */
export function mountView(view: ReactNode, options: MountOptions): { unmount(): void } {
  const { stream, stdin, colour, fullScreen = false } = options;
  if (fullScreen) stream.write(alternateScreen.enter);
  // Ink draws a resized frame before the view knows the new size: clipped, no line of it wraps.
  const clipped = (
    <Box width="100%" flexDirection="column" overflowX="hidden">
      <ColourContext value={colour}>{view}</ColourContext>
    </Box>
  );
  // Ctrl-C and the console belong to the command, not to Ink.
  const ink = render(clipped, {
    stdout: stream,
    ...(stdin && { stdin }),
    exitOnCtrlC: false,
    patchConsole: false,
  });
  return {
    unmount() {
      // Unmounting draws the last frame once more: an empty one wipes the view.
      ink.rerender(null);
      ink.unmount();
      if (fullScreen) stream.write(alternateScreen.leave);
    },
  };
}
