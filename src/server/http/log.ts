import { type DestinationStream, type Logger, pino } from "pino";

export const logLevels = ["silent", "debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

/** Fields whose value never reaches the log. Pino's own `redact` costs more than the rest of a request. */
const secrets = ["authorization", "api_key", "key", "secret", "token", "password"];

/** One JSON object a line. */
export function createLogger(level: LogLevel, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
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

/** What is worth knowing of an error; its other properties could hold a request with its headers. */
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
