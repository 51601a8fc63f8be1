import { AppError } from "../../core/errors.ts";
import { exitCodes } from "./exit-codes.ts";

/** What a command ends with when it is interrupted. */
export function interrupted(): AppError {
  return new AppError("interrupted", "Interrupted.", { kind: "interrupted" });
}

/** What a command ends with when a person answers its question with no. */
export function declined(): AppError {
  return new AppError("declined", "Nothing was changed.", { kind: "interrupted" });
}

/** The reader of our output went away, as `| head` does: no error, but nothing more to do. */
function outputClosed(): AppError {
  return new AppError("output_closed", "The output was closed.", { kind: "done" });
}

export interface Interrupt {
  /** Aborted with an AppError when the command is to end early. */
  signal: AbortSignal;
  dispose(): void;
}

/** Turns Ctrl-C, SIGTERM and a closed output into an aborted signal; a second Ctrl-C ends the process at once. */
export function watchInterrupts(process: NodeJS.Process): Interrupt {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort(interrupted());
  };
  const onError = (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") controller.abort(outputClosed());
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  process.stdout.on("error", onError);
  return {
    signal: controller.signal,
    dispose: () => {
      process.off("SIGINT", onSignal);
      process.off("SIGTERM", onSignal);
      process.stdout.off("error", onError);
    },
  };
}
