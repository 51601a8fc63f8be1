import { AppError } from "../../core/errors.ts";
import { exitCodes } from "../../core/exit-codes.ts";

/** A wrong setup: the agent reports it and exits before it sends anything. */
export function configError(message: string, hint: string, cause?: unknown): AppError {
  return new AppError("usage", message, { exit: exitCodes.usage, hint, cause });
}
