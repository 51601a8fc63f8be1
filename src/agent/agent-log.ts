/** Where an agent tells what it does: a pino logger, or something that keeps silent. */
export interface AgentLog {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
