import { AppError } from "../../core/errors.ts";

/** A command that was typed in a way that can't be carried out; `hint` is what to type instead. */
export function usageError(message: string, hint?: string): AppError {
  return new AppError("usage", message, { kind: "usage", hint });
}
