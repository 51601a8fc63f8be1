/** A problem with a field of a request; `path` is dotted, with numbers for array indexes. */
export interface Issue {
  path: string;
  message: string;
}

/** Kinds of failures that callers distinguish. */
export type ErrorKind =
  | "failed"
  | "usage"
  | "not_found"
  | "not_authorised"
  | "unreachable"
  | "timed_out"
  | "interrupted"
  /** Ended early without a failure. */
  | "done";

export interface AppErrorOptions {
  /** What to do next, in one sentence. */
  hint?: string;
  /** What the error is about if its code alone does not say it: "account", "key". */
  subject?: string;
  /** HTTP status this error answers with; 500 by default. */
  status?: number;
  /** What kind of failure this is; "failed" by default. */
  kind?: ErrorKind;
  issues?: Issue[];
  missingScope?: string;
  retryAfterSeconds?: number;
  requestId?: string;
  cause?: unknown;
}

/**
 * An error with an expected cause: a stable code, one clear sentence, the next step.
 * Anything that is thrown and is not an AppError is a bug of ours.
 */
export class AppError extends Error {
  readonly code: string;
  readonly hint: string | undefined;
  readonly subject: string | undefined;
  readonly status: number;
  readonly kind: ErrorKind;
  readonly issues: Issue[] | undefined;
  readonly missingScope: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string | undefined;

  constructor(code: string, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.hint = options.hint;
    this.subject = options.subject;
    this.status = options.status ?? 500;
    this.kind = options.kind ?? "failed";
    this.issues = options.issues;
    this.missingScope = options.missingScope;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.requestId = options.requestId;
  }
}
