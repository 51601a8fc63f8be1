import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of many resources, of which the faults read a field each
  body: any;
}

/** One of the servers over the database; it keeps its folder and its port when it is started again. */
export interface Server {
  /** Starts it, unless it runs, and resolves when it listens; rejects with its log if it ends before. */
  start(): Promise<void>;
  /** Starts it without waiting. */
  launch(): ChildProcess;
  stop(signal?: NodeJS.Signals): Promise<void>;
  call(method: string, path: string, body?: unknown, timeoutMs?: number): Promise<Answer>;
  isReady(): Promise<boolean>;
  /** Has the next start run another build of the program. */
  switchTo(folder: string): void;
}

export interface ServerOptions {
  /** Folder with the built program. */
  program: string;
  dataDir: string;
  database: string;
  flags: string[];
  env?: Record<string, string>;
  /** The API key that all servers share. */
  key: { value: string };
}

const startTimeoutMs = 90_000;

export function createServer(options: ServerOptions): Server {
  let { program } = options;
  let child: ChildProcess | undefined;
  let url = "";
  let log = "";

  function launch(): ChildProcess {
    const port = url === "" ? "0" : new URL(url).port;
    const args = ["bin/run.js", "server", "--json", "--port", port, ...options.flags];
    log = "";
    child = spawn(process.execPath, args, {
      cwd: program,
      env: {
        PATH: process.env.PATH,
        HOME: options.dataDir,
        INQUEST_DATA_DIR: options.dataDir,
        INQUEST_DATABASE_URL: options.database,
        ...options.env,
      },
    });
    child.stderr!.on("data", (chunk) => {
      log += chunk;
    });
    return child;
  }

  return {
    launch,
    async start() {
      if (child && isRunning(child)) return;
      const started = launch();
      const timer = setTimeout(() => started.kill("SIGKILL"), startTimeoutMs);
      const lines = createInterface({ input: started.stdout! });
      const [line] = await Promise.race([once(lines, "line"), once(started, "close")]);
      clearTimeout(timer);
      if (typeof line !== "string") throw new Error(`a server did not start: ${log}`);
      const ready = JSON.parse(line) as { url: string; api_key?: string };
      url = ready.url;
      if (ready.api_key) options.key.value = ready.api_key;
    },
    async stop(signal = "SIGTERM") {
      if (!child || !isRunning(child)) return;
      const ended = once(child, "exit");
      child.kill(signal);
      await ended;
    },
    async call(method, path, body, timeoutMs = 10_000) {
      const response = await fetch(url + path, {
        method,
        headers: {
          authorization: `Bearer ${options.key.value}`,
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      return { status: response.status, body: text === "" ? null : JSON.parse(text) };
    },
    async isReady() {
      const signal = AbortSignal.timeout(2_000);
      const response = await fetch(`${url}/readyz`, { signal }).catch(() => null);
      return response?.status === 200;
    },
    switchTo(folder) {
      program = folder;
    },
  };
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode === null && signalCode === null;
