import { AppError } from "../../core/errors.ts";
import { exitCodes } from "../../core/exit-codes.ts";

/** An agent that is set up wrong: it says so and ends before it sends anything. */
export function configError(message: string, hint: string, cause?: unknown): AppError {
  return new AppError("usage", message, { exit: exitCodes.usage, hint, cause });
}
