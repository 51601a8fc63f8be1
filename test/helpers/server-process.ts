import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { parseSse, type ServerSentEvent } from "../../src/client/parse-sse.ts";
import { cliIn, root } from "../e2e/run-cli.ts";
import { newDatabase } from "./postgres.ts";

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what a test expects of a body is what it tests
  body: any;
  headers: Headers;
}

/** A running `inquest server` and its API. */
export interface ServerProcess {
  url: string;
  pid: number;
  key: string;
  /** Everything on stderr so far: the log. */
  log(): string;
  /** Resolves when the log contains `text`; output arrives only when the pipe is read. */
  logged(text: string): Promise<void>;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Triggers an investigation; its id. */
  ask(query: string, over?: Record<string, unknown>): Promise<string>;
  /** The investigation once it has ended. */
  outcome(id: string): Promise<Answer["body"]>;
  stream(id: string, lastEventId?: string): AsyncGenerator<ServerSentEvent>;
  /** Its exit code, or the signal that ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
}

export interface CallOptions {
  body?: unknown;
  key?: string;
  headers?: Record<string, string>;
}

/**
 * A data folder below `home`, and servers started over it one after the other; all gone with
 * the test, or with the whole file when `whenDone` is `afterAll`.
 */
export function serverFolder(
  home = mkdtempSync(join(tmpdir(), "inquest-e2e-")),
  whenDone: (cleanUp: () => Promise<void>) => void = onTestFinished,
  /** Keeps the records in this database. */
  givenDatabase?: string,
) {
  const dataDir = join(home, "data");
  const started: ChildProcess[] = [];
  let database = givenDatabase;
  let key = "";
  whenDone(async () => {
    for (const child of started) await ended(child, "SIGKILL");
    rmSync(home, { recursive: true, force: true });
  });
  const launch = (...args: string[]) => launchOver(dataDir, args);
  const launchOver = (folder: string, args: string[]) => {
    const port = args.includes("--port") ? [] : ["--port", "0"];
    const child = spawn(process.execPath, ["bin/run.js", "server", ...port, ...args], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        HOME: home,
        INQUEST_DATA_DIR: folder,
        ...(database !== undefined && { INQUEST_DATABASE_URL: database }),
      },
    });
    started.push(child);
    return child;
  };
  /** A second server over the same database, which has the agents of `args` reached through the first. */
  async function startPeer(args: string[]): Promise<string> {
    const peerDir = join(home, "data-of-peer");
    mkdirSync(peerDir, { recursive: true, mode: 0o700 });
    for (const file of ["secret.key", "plan.key"])
      copyFileSync(join(dataDir, file), join(peerDir, file));
    const child = launchOver(peerDir, ["--json", "--no-local-agent", ...withoutOwnHosts(args)]);
    let log = "";
    child.stderr!.on("data", (chunk) => {
      log += chunk;
    });
    return JSON.parse(await firstLine(child, () => log)).url;
  }
  return {
    dataDir,
    launch,
    /** A command of this machine over the same data folder. */
    inquest: cliIn(home).command,
    /** Resolves when the server listens. */
    async start(...args: string[]): Promise<ServerProcess> {
      if (process.env.INQUEST_TEST_STORE === "postgres") database ??= await newDatabase();
      const child = launch("--json", ...args);
      let log = "";
      child.stderr!.on("data", (chunk) => {
        log += chunk;
      });
      const ready = JSON.parse(await firstLine(child, () => log));
      key = ready.api_key ?? key;
      const logged = async (text: string) => {
        while (!log.includes(text)) await once(child.stderr!, "data");
      };
      const hasPeer = database !== givenDatabase;
      const urls = [ready.url, ...(hasPeer ? [await startPeer(args)] : [])];
      return serverAt(urls, { child, key, log: () => log, logged });
    },
  };
}

/** Flags without those that only one server may have. */
function withoutOwnHosts(args: string[]): string[] {
  const withValue = ["--port", "--estate"];
  const alone = ["--demo", "--local-agent", "--no-local-agent"];
  return args.filter(
    (arg, at) => ![...withValue, ...alone].includes(arg) && !withValue.includes(args[at - 1] ?? ""),
  );
}

/** `urls` of servers over one database get the requests in turn. */
function serverAt(
  urls: string[],
  { child, ...known }: { child: ChildProcess } & Pick<ServerProcess, "key" | "log" | "logged">,
): ServerProcess {
  const { key } = known;
  let turn = 0;
  const nextUrl = () => urls[turn++ % urls.length] as string;
  const call = async (method: string, path: string, options: CallOptions = {}) => {
    const { body, headers } = options;
    const response = await fetch(nextUrl() + path, {
      method,
      headers: {
        authorization: `Bearer ${options.key ?? key}`,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text === "" ? null : JSON.parse(text),
      headers: response.headers,
    };
  };
  async function* stream(id: string, lastEventId?: string) {
    const response = await fetch(`${nextUrl()}/v1/investigations/${id}/stream`, {
      headers: {
        authorization: `Bearer ${key}`,
        ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
      },
    });
    if (response.status === 204) return;
    yield* parseSse(response.body as unknown as AsyncIterable<Uint8Array>);
  }
  return {
    get url() {
      return nextUrl();
    },
    pid: child.pid!,
    ...known,
    call,
    stream,
    async ask(query, over = {}) {
      const { status, body } = await call("POST", "/v1/investigations", {
        body: { query, ...over },
      });
      if (status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`);
      return body.investigation_id;
    },
    async outcome(id) {
      for await (const _ of stream(id)) {
        // The stream closes after the last event.
      }
      return (await call("GET", `/v1/investigations/${id}`)).body;
    },
    stop: (signal = "SIGTERM") => ended(child, signal),
  };
}

/** Tables that walk the whole file system or run slow tools: ten seconds of processor time together. */
export const costlyTables = [
  ...["apt_sources", "certificates", "file_capabilities", "package_updates", "path_permissions"],
  ...["suid_bin", "system_controls", "systemd_timers", "systemd_units"],
];

/** Has agents leave them out of their snapshots: for tests that ask for none of them. */
export async function spareThisMachine({ call }: ServerProcess): Promise<void> {
  const { status } = await call("POST", "/v1/tag-policies", {
    body: { name: "sparing", match: {}, deny_tables: costlyTables },
  });
  if (status !== 201) throw new Error(`no policy: ${status}`);
}

/** The status in a stream event, if it is a status event. */
export const statusOf = ({ event, data }: ServerSentEvent): string | undefined =>
  event === "status" ? JSON.parse(data).status : undefined;

/** The events of a stream up to the first for which `isLast` returns true, or to its end. */
export async function eventsUntil(
  events: AsyncGenerator<ServerSentEvent>,
  isLast: (event: ServerSentEvent) => boolean = () => false,
): Promise<ServerSentEvent[]> {
  const seen: ServerSentEvent[] = [];
  for await (const event of events) {
    seen.push(event);
    if (isLast(event)) break;
  }
  return seen;
}

async function ended(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode === null && child.signalCode === null) {
    // "close", not "exit": by then everything it wrote has been read.
    const closed = once(child, "close");
    child.kill(signal);
    await closed;
  }
  return child.exitCode ?? child.signalCode;
}

function firstLine(child: ChildProcess, log: () => string): Promise<string> {
  let text = "";
  return new Promise((resolve, reject) => {
    child.stdout!.on("data", (chunk) => {
      text += chunk;
      if (text.includes("\n")) resolve(text.split("\n", 1)[0]!);
    });
    child.on("close", () => reject(new Error(`the server ended: ${text}${log()}`)));
  });
}
