/** What a service definition is made of. */
export interface ServiceSpec {
  /** What starts the agent, up to `--config`: an absolute path, then arguments. */
  program: readonly [string, ...string[]];
  /** Absolute. */
  configPath: string;
  /** What the config says, absolute; null where it says nothing: then the platform's folder for services. */
  cacheDir: string | null;
  /** Null for root, on Windows SYSTEM. */
  user: string | null;
}

/** A tool with a fixed list of arguments; no shell sees them. */
export interface ServiceCommand {
  tool: string;
  args: string[];
  /** It may fail: what it ends isn't there, for example. */
  mayFail?: boolean;
}

export interface ServiceDefinition {
  /** File that the platform reads the definition from. */
  path: string;
  /** The file's content as people read it; Windows wants it in UTF-16. */
  text: string;
  encoding: "utf8" | "utf16le";
  /** Run once the file is written. */
  start: ServiceCommand[];
  /** Run before the file is removed. */
  stop: ServiceCommand[];
  /** Run once the file is gone. */
  afterRemoval: ServiceCommand[];
  /** How a person looks at the service. */
  status: string;
  /** What the operator should know of it, a sentence each. */
  notes: string[];
}
