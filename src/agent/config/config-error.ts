import { AppError } from "../../core/errors.ts";

/** A wrong setup: the agent reports it and exits before it sends anything. */
export function configError(message: string, hint: string, cause?: unknown): AppError {
  return new AppError("usage", message, { kind: "usage", hint, cause });
}
