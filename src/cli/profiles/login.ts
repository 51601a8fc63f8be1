import type { Client, Fetch } from "../../client/types.ts";
import type { LoggedIn } from "../../ui/views/profiles.ts";
import { usageError } from "../errors/usage-error.ts";
import type { GlobalFlags } from "../flags/common-flags.ts";
import { parseApiKey, parseServerUrl } from "../flags/parse-values.ts";
import { defaultProfile } from "../flags/profile-name.ts";
import { askFor, askSecret } from "../terminal/prompt.ts";
import { readAll } from "../terminal/read-stdin.ts";
import { canPrompt, type Terminal } from "../terminal/terminal.ts";
import { checkKey } from "./check-key.ts";
import { fetchTrusting } from "./fetch-trusting.ts";
import { profileFolder, saveProfile } from "./profile-store.ts";
import { readAuthority } from "./read-authority.ts";

export interface LoginOptions {
  flags: Pick<GlobalFlags, "server" | "api-key" | "profile"> & { "ca-cert"?: string };
  terminal: Terminal;
  clientOf(place: { url: string; apiKey: string }, fetch?: Fetch): Pick<Client, "list">;
  nowMs: number;
}

/** Saves a server and its key as a profile, after the server has accepted the key. */
export async function login({ flags, terminal, clientOf, nowMs }: LoginOptions): Promise<LoggedIn> {
  const { profile: name = defaultProfile } = flags;
  const path = flags["ca-cert"];
  const authority = path === undefined ? undefined : readAuthority(path);
  const { server, apiKey } = await gatherAnswers(flags, terminal);
  const client = clientOf({ url: server, apiKey }, await fetchTrusting(authority));
  const missing_scope = await checkKey(client, server);
  const savedAt = new Date(nowMs).toISOString();
  saveProfile(profileFolder(terminal.env), { name, server, apiKey, savedAt, authority });
  return { profile: name, server, default: name === defaultProfile, missing_scope };
}

async function gatherAnswers(flags: LoginOptions["flags"], terminal: Terminal) {
  const { server, "api-key": key } = flags;
  if ((server === undefined || key === undefined) && !canPrompt(terminal)) {
    throw usageError(
      "Login needs a server address and an API key.",
      "Pass --server and --api-key (- reads the key from stdin).",
    );
  }
  const address = async () =>
    parseServerUrl(await askFor("Server address (https://…):", terminal, validity(parseServerUrl)));
  return { server: server ?? (await address()), apiKey: await apiKeyOf(key, terminal) };
}

async function apiKeyOf(given: string | undefined, terminal: Terminal): Promise<string> {
  if (given === "-") return parseApiKey(await readAll(terminal.stdin));
  return given ?? parseApiKey(await askSecret("API key:", terminal, validity(parseApiKey)));
}

/** A prompt's validation by the error of `parse`. */
function validity(parse: (text: string) => string) {
  const validate = (answer: string): string | true => {
    try {
      parse(answer.trim());
      return true;
    } catch (error) {
      return (error as Error).message;
    }
  };
  return { validate };
}

/** Notes about environment variables that override the profile just saved. */
export function loginNotes({ default: isDefault }: LoggedIn, env: NodeJS.ProcessEnv): string[] {
  const before = ["INQUEST_SERVER", "INQUEST_PROFILE", "INQUEST_DATA_DIR"].find(
    (name) => env[name],
  );
  if (!isDefault || before === undefined) return [];
  return [
    `${before} is set and overrides this profile; use --profile ${defaultProfile} to select it.`,
  ];
}
