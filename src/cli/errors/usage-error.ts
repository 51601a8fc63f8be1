import { AppError } from "../../core/errors.ts";

/** The error for a command line that is invalid; `hint` says what to type instead. */
export function usageError(message: string, hint?: string): AppError {
  return new AppError("usage", message, { kind: "usage", hint });
}
