import { AppError } from "../../core/errors.ts";
import { exitCodes } from "./exit-codes.ts";

/** The error of a command that is interrupted. */
export function interrupted(): AppError {
  return new AppError("interrupted", "Interrupted.", { kind: "interrupted" });
}

/** The error of a command that a person did not confirm. */
export function declined(): AppError {
  return new AppError("declined", "Nothing was changed.", { kind: "interrupted" });
}

/** Ends a command whose output was closed, as by `| head`; not a failure. */
function outputClosed(): AppError {
  return new AppError("output_closed", "The output was closed.", { kind: "done" });
}

export interface Interrupt {
  /** Aborts with an AppError when the command should end early. */
  signal: AbortSignal;
  dispose(): void;
}

/** Aborts a signal on Ctrl-C, SIGTERM or closed output; a second Ctrl-C exits immediately. */
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
