import { randomUUID } from "node:crypto";
import { createClient } from "../../client/create-client.ts";
import type { Client, Fetch, Wait } from "../../client/types.ts";
import type { LlmOptions, LlmSettings } from "../../compose/llm/llm-settings.ts";
import type { OwnFolders } from "../../compose/own/load-own-definitions.ts";
import { AppError } from "../../core/errors.ts";
import type { GlobalFlags } from "../flags/common-flags.ts";
import { ownFoldersFromEnv } from "../flags/own-flags.ts";
import { chooseServer, ignoredProfileNote } from "../profiles/choose-server.ts";
import { fetchTrusting } from "../profiles/fetch-trusting.ts";
import { profileFolder } from "../profiles/profile-store.ts";
import { settlingFetch } from "./settling-fetch.ts";
import { sleep } from "./sleep.ts";

/** A server connection for the duration of a command. */
export interface Connection {
  client: Client;
  /** `embedded` runs inside this command and ends with it. */
  kind: "remote" | "local" | "embedded";
  url: string;
  /** Process id of a server on this machine. */
  pid: number | null;
  close(): Promise<void>;
}

export interface ConnectOptions {
  flags: GlobalFlags;
  env: NodeJS.ProcessEnv;
  dataDir: string;
  /** Prints a note about the choice of server. */
  note: (text: string) => void;
  onWait: (wait: Wait) => void;
}

/** The chosen server, or the one running on this machine, or undefined. */
export async function connectToServer(options: ConnectOptions): Promise<Connection | undefined> {
  const { flags, env, dataDir } = options;
  const aside = ignoredProfileNote(flags, env);
  if (aside !== undefined) options.note(aside);
  const named = chooseServer(flags, profileFolder(env));
  if (named?.apiKey !== undefined) {
    const { url, apiKey, authority } = named;
    const fetch = await fetchTrusting(authority);
    return connection("remote", { url, apiKey, pid: null }, options, fetch);
  }
  const { discoverServer } = await import("../../compose/discovery/discover-server.ts");
  const found = await discoverServer(dataDir);
  if (found && (named === undefined || named.url === found.url)) {
    const apiKey = flags["api-key"] ?? found.apiKey;
    return connection("local", { ...found, apiKey }, options, found.fetch);
  }
  if (named === undefined) return undefined;
  throw new AppError("api_key_missing", `There is no API key for ${named.url}.`, {
    hint: "Pass --api-key, set INQUEST_API_KEY, or log in once: inquest login.",
    kind: "not_authorised",
  });
}

/** What flags say about a backend that a command may start inside itself. */
export interface EmbeddedFlags {
  llm?: LlmOptions;
  own?: OwnFolders;
  /** Folder of an operator's advisories. */
  advisories?: string | undefined;
}

/** Like `connectToServer`, but without a server starts a backend inside this process. */
export async function connect(
  options: ConnectOptions,
  embedded: EmbeddedFlags = {},
): Promise<Connection> {
  const { llm, advisories, own = ownFoldersFromEnv(options.env) } = embedded;
  const settings = llm && (await llmSettings(llm, options.env));
  const server = await connectToServer(options);
  if (!server) return connectEmbedded(options, { own, advisories, llm: settings });
  for (const flag of unusedFlags(embedded, options.env)) {
    options.note(
      `${flag} is not used, because ${server.url} answers the question; pass it to that server.`,
    );
  }
  return server;
}

/** Flags that a server on its own doesn't see; the environment may be meant for it as well. */
function unusedFlags({ llm, own, advisories }: EmbeddedFlags, env: NodeJS.ProcessEnv): string[] {
  const fromEnv = ownFoldersFromEnv(env);
  const isGiven = (value: string | undefined, other: string | undefined) =>
    value !== undefined && value !== other;
  return [
    ...(isGiven(llm?.url, env.INQUEST_LLM_URL) ? ["--llm-url"] : []),
    ...(isGiven(own?.detections, fromEnv.detections) ? ["--detections"] : []),
    ...(isGiven(own?.edges, fromEnv.edges) ? ["--edges"] : []),
    ...(isGiven(advisories, env.INQUEST_ADVISORIES) ? ["--advisories"] : []),
  ];
}

async function llmSettings(llm: LlmOptions, env: NodeJS.ProcessEnv) {
  const { readLlmSettings } = await import("../../compose/llm/llm-settings.ts");
  return readLlmSettings(llm, env);
}

async function connectEmbedded(
  options: ConnectOptions,
  {
    own,
    advisories,
    llm,
  }: { own: OwnFolders; advisories: string | undefined; llm: LlmSettings | undefined },
): Promise<Connection> {
  const { startBackend } = await import("../../compose/backend/start-backend.ts");
  const { dataDir, note } = options;
  const backend = await startBackend({
    dataDir,
    localAgent: true,
    logLevel: "silent",
    own,
    advisories,
    ...(llm && { llm: { ...llm, note } }),
  });
  const place = { url: backend.baseUrl, apiKey: backend.apiKey, pid: null };
  const embedded = connection("embedded", place, options, backend.fetch);
  return { ...embedded, close: () => backend.close() };
}

function connection(
  kind: Connection["kind"],
  place: { url: string; apiKey: string; pid: number | null },
  { onWait }: Pick<ConnectOptions, "onWait">,
  fetch: Fetch = globalThis.fetch,
): Connection {
  const client = clientOf(place, onWait, fetch);
  return { client, kind, url: place.url, pid: place.pid, close: async () => {} };
}

/** A client for the server at an address; nothing is sent yet. */
export function clientOf(
  { url, apiKey }: { url: string; apiKey: string },
  onWait: (wait: Wait) => void,
  fetch: Fetch = globalThis.fetch,
): Client {
  return createClient({
    baseUrl: url,
    apiKey,
    fetch: settlingFetch(fetch),
    sleep,
    random: Math.random,
    newKey: randomUUID,
    onWait,
  });
}
