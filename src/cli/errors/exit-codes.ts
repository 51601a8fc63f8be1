import type { AppError, ErrorKind } from "../../core/errors.ts";

/** Exit codes of every command, as in the command-line reference. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  failOnMet: 3,
  notFound: 4,
  notAuthorised: 5,
  unreachable: 6,
  timedOut: 124,
  interrupted: 130,
} as const;

const codes: Record<ErrorKind, number> = {
  done: exitCodes.done,
  failed: exitCodes.failed,
  usage: exitCodes.usage,
  not_found: exitCodes.notFound,
  not_authorised: exitCodes.notAuthorised,
  unreachable: exitCodes.unreachable,
  timed_out: exitCodes.timedOut,
  interrupted: exitCodes.interrupted,
};

/** The exit code of a command that ends with this error. */
export function exitCodeOf({ kind }: Pick<AppError, "kind">): number {
  return codes[kind];
}
