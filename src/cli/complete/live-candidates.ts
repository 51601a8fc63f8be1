import { tablesHere } from "../agents/this-machine.ts";
import type { Candidate, ValueKind } from "../command-line/command-spec.ts";
import { connectToServer } from "../connection/connect.ts";
import { findDataDir } from "../connection/data-dir.ts";
import type { GlobalFlags } from "../flags/common-flags.ts";
import { profileFolder, profileNames } from "../profiles/profile-store.ts";
import { serverValues } from "./server-values.ts";

/** The person is waiting for the completion. */
const patienceMs = 300;

interface Line {
  words: string[];
  env: NodeJS.ProcessEnv;
}

/** The current values of a kind; none if they don't arrive in time. */
export async function liveCandidates(kind: ValueKind, line: Line): Promise<Candidate[]> {
  const signal = AbortSignal.timeout(patienceMs);
  const late = new Promise<Candidate[]>((resolve) => {
    signal.addEventListener("abort", () => resolve([]), { once: true });
  });
  const asked = ask(kind, line, signal).catch(() => []);
  return Promise.race([asked, late]);
}

async function ask(
  kind: ValueKind,
  { words, env }: Line,
  signal: AbortSignal,
): Promise<Candidate[]> {
  if (kind === "profiles") return profileNames(profileFolder(env)).map((value) => ({ value }));
  if (kind === "tables") return (await tablesHere()).map(({ name: value }) => ({ value }));
  const flags = placeFlags(words, env);
  const silent = { note: () => {}, onWait: () => {} };
  const place = { flags, env, dataDir: await findDataDir(flags, env) };
  const connection = await connectToServer({ ...place, ...silent });
  return connection ? serverValues(kind, connection.client, { signal, words }) : [];
}

/** The server of the command line, from its flags or the environment. */
function placeFlags(words: string[], env: NodeJS.ProcessEnv): GlobalFlags {
  const given = (name: string, variable: string) => {
    const at = words.indexOf(`--${name}`);
    const joined = words.find((word) => word.startsWith(`--${name}=`));
    const value = joined?.slice(name.length + 3) ?? (at < 0 ? undefined : words[at + 1]);
    return value || env[variable] || undefined;
  };
  return {
    server: given("server", "INQUEST_SERVER"),
    "api-key": given("api-key", "INQUEST_API_KEY"),
    profile: given("profile", "INQUEST_PROFILE"),
    "data-dir": given("data-dir", "INQUEST_DATA_DIR"),
    json: false,
    "no-color": true,
    "no-truncate": true,
  };
}
