import { hostAndPort, type LoginTarget, loginTarget } from "./login-target.ts";

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;
const textOf = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;

/** Registries whose login is stored in the file, not in a helper. */
export function parseDockerConfig(text: string): LoginTarget[] {
  const config: unknown = JSON.parse(text);
  const registries = isObject(config) && isObject(config.auths) ? Object.entries(config.auths) : [];
  return registries.flatMap(([registry, login]) => {
    if (!isObject(login)) return [];
    const pair = textOf(login.auth);
    if (!pair && !textOf(login.identitytoken) && !textOf(login.password)) return [];
    const [user] = Buffer.from(pair ?? "", "base64")
      .toString("utf8")
      .split(":");
    return [
      loginTarget({
        ...hostAndPort(registry),
        target_user: textOf(login.username) ?? textOf(user),
      }),
    ];
  });
}

const secrets = [
  "token",
  "tokenFile",
  "password",
  "client-key",
  "client-key-data",
  "auth-provider",
];

/**
 * Contexts of a kubeconfig whose user has a secret, with the cluster's server; users with one that
 * no context names.
 */
export async function parseKubeconfig(text: string): Promise<LoginTarget[]> {
  // loaded on first use: few hosts have such a file
  const { parse } = await import("yaml");
  const config: unknown = parse(text);
  if (!isObject(config)) return [];
  const clusters = byName(config.clusters, "cluster");
  const users = byName(config.users, "user");
  const contexts = [...byName(config.contexts, "context").values()];
  const holders = [...users].filter(([, user]) => secrets.some((name) => user[name]));
  return holders.flatMap(([name]) => {
    const servers = contexts
      .filter((context) => String(context.user) === name)
      .flatMap((context) => textOf(clusters.get(String(context.cluster))?.server) ?? []);
    const targets = servers.map((server) => ({ ...hostAndPort(server), target_user: name }));
    return (targets.length > 0 ? targets : [{ target_user: name }]).map(loginTarget);
  });
}

/** Lists of `{name, <kind>: {…}}`. */
function byName(list: unknown, kind: string): Map<string, Json> {
  const entries = Array.isArray(list) ? list.filter(isObject) : [];
  return new Map(
    entries.flatMap((entry) => {
      const value = entry[kind];
      return isObject(value) ? [[String(entry.name), value] as const] : [];
    }),
  );
}
