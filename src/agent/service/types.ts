/** The values of a service definition. */
export interface ServiceSpec {
  /** The command that starts the agent, without `--config`: an absolute path, then arguments. */
  program: readonly [string, ...string[]];
  /** Absolute. */
  configPath: string;
  /** From the config, absolute; null if unset: then the platform's folder for services. */
  cacheDir: string | null;
  /** Null for root; on Windows for SYSTEM. */
  user: string | null;
}

/** A tool and its arguments, run without a shell. */
export interface ServiceCommand {
  tool: string;
  args: string[];
  /** Failure is ignored, for example when the service to stop is not running. */
  mayFail?: boolean;
}

export interface ServiceDefinition {
  /** The file from which the platform reads the definition. */
  path: string;
  /** The file's content; on Windows it is written as UTF-16. */
  text: string;
  encoding: "utf8" | "utf16le";
  /** Run after the file is written. */
  start: ServiceCommand[];
  /** Run before the file is removed. */
  stop: ServiceCommand[];
  /** Run after the file is removed. */
  afterRemoval: ServiceCommand[];
  /** Commands that show the service's status. */
  status: string;
  /** Notes for the operator, one sentence each. */
  notes: string[];
}
