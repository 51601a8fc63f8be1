import { stripVTControlCharacters } from "node:util";
import type { ErrorBody } from "../../contract/error-body.ts";
import { AppError } from "../../core/errors.ts";
import { escapeControl } from "../../core/escape-control.ts";
import { jsonText } from "../../core/json-text.ts";
import { suggest } from "../../core/suggest.ts";
import { wrapText } from "../../ui/text/text-width.ts";
import { exitCodeOf } from "../errors/exit-codes.ts";
import { withCommandHint } from "../errors/hints.ts";
import { usageError } from "../errors/usage-error.ts";
import type { Terminal } from "./terminal.ts";

/** oclif's parse errors, recognised by their class names: they have nothing else in common. */
interface ParseError extends Error {
  flags?: string[];
  args?: { name: string }[] | string[];
  oclif?: { exit?: number };
}

/** Our own usage error for one of oclif's parse errors; undefined for other errors. */
function usageOf(error: ParseError, flagNames: string[]): AppError | undefined {
  if (!("parse" in error) && !error.oclif) return undefined;
  if (error.constructor.name === "NonExistentFlagsError" && error.flags?.[0]) {
    return unknownFlag(error.flags[0], flagNames);
  }
  const first = plainMessage(error.message);
  const names = error.args?.map((arg) => (typeof arg === "string" ? arg : arg.name.toUpperCase()));
  if (error.constructor.name === "RequiredArgsError" && names?.length) {
    return usageError(
      `${names.join(" and ")} ${names.length > 1 ? "are" : "is"} missing.`,
      helpHint,
    );
  }
  if (error.constructor.name === "UnexpectedArgsError" && names?.length) {
    return usageError(`Too many arguments: ${names.join(" ")}.`, helpHint);
  }
  return usageError(`${first.replace(/[.:]$/, "")}.`, nearestOption(first) ?? helpHint);
}

/** A suggestion for a value that is not one of the options. */
function nearestOption(message: string): string | undefined {
  const [, typed = "", options] =
    /^Expected (?:--\S+=)?(.*) to be one of: (.*)$/.exec(message) ?? [];
  const meant = options && suggest(typed, options.split(", "));
  return meant ? `Did you mean ${meant}?` : undefined;
}

const helpHint = "See --help.";

/** oclif adds lines of its own around the messages of flag parsers and of exclusive flags. */
function plainMessage(message: string): string {
  const [, flag, said] = /^Parsing (--\S+) \n\t([^\n]*)/.exec(message) ?? [];
  if (said !== undefined) return `${flag}: ${said}`;
  const [first = "", second] = stripVTControlCharacters(message).split("\n");
  return second && /^The following errors? occurred:$/.test(first) ? second.trim() : first;
}

function plainUsage(error: AppError): AppError {
  const message = plainMessage(error.message);
  return message === error.message || error.code !== "usage"
    ? error
    : usageError(message, error.hint);
}

/** The error for a flag that the command doesn't have. */
export function unknownFlag(flag: string, flagNames: string[]): AppError {
  const meant = suggest(flag.replace(/^--/, ""), flagNames);
  return usageError(`There is no flag ${flag}.`, meant ? `Did you mean --${meant}?` : helpHint);
}

/** Any thrown value as an AppError; anything unexpected is a bug, reported without its stack. */
export function toAppError(error: unknown, flagNames: string[] = []): AppError {
  if (error instanceof AppError) return withCommandHint(plainUsage(error));
  if (error instanceof Error) {
    const usage = usageOf(error, flagNames);
    if (usage) return usage;
  }
  const message = error instanceof Error ? error.message : String(error);
  return new AppError("internal_error", `Something went wrong in inquest: ${message}`, {
    hint: "Run it again with DEBUG=inquest for details.",
    cause: error,
  });
}

/** The error for output that can't be written, for example to a full disk. */
export function outputFailed(error: NodeJS.ErrnoException): AppError {
  return new AppError("output_failed", `The output can't be written (${error.code}).`, {
    hint: "Free some space, or redirect the output.",
    kind: "failed",
    cause: error,
  });
}

/** What `--json` prints for an error: the contract's error body, its code in `error`. */
export function errorJson(error: AppError): ErrorBody {
  return {
    error: error.code,
    message: error.message,
    hint: error.hint,
    issues: error.issues,
    missing_scope: error.missingScope,
    request_id: error.requestId,
  };
}

/** Prints an error and the next step, and returns the exit code. */
export function reportError(error: AppError, terminal: Terminal, json: boolean): number {
  const exitCode = exitCodeOf(error);
  if (error.kind === "done") return exitCode;
  if (json) {
    terminal.stdout.write(`${jsonText(errorJson(error), 2)}\n`);
  } else {
    const width = (terminal.stderr.isTTY && terminal.stderr.columns) || Number.POSITIVE_INFINITY;
    const parts = [error.message, ...(error.hint ? [error.hint] : [])];
    const lines = parts.flatMap((part) => wrapText(escapeControl(part), width));
    terminal.stderr.write(lines.map((line) => `${line}\n`).join(""));
  }
  if (terminal.env.DEBUG?.split(",").includes("inquest")) {
    terminal.stderr.write(`${(error.cause as Error | undefined)?.stack ?? error.stack}\n`);
  }
  return exitCode;
}
