import { type DestinationStream, type Logger, pino } from "pino";

export const logLevels = ["silent", "debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

/** Fields whose values are redacted. Pino's own `redact` costs more than the rest of a request. */
const secrets = ["authorization", "api_key", "key", "secret", "token", "password"];

/** Logs one JSON object per line. */
export function createLogger(level: LogLevel, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      hooks: {
        // The store reports once that the database is gone; each request and job would repeat it.
        logMethod(args, method) {
          const [{ err }] = args as unknown as [{ err?: unknown }];
          if ((err as { code?: unknown } | undefined)?.code !== "database_unavailable")
            method.apply(this, args);
        },
      },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: {
        err: describeError,
        ...Object.fromEntries(secrets.map((name) => [name, () => "[redacted]"])),
      },
    },
    destination,
  );
}

/** Logs only these properties of an error; others could hold a request with its headers. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = "code" in error ? String(error.code) : undefined;
  return {
    name,
    message,
    code,
    stack,
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}
