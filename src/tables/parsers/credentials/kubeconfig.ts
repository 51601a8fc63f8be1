import { createHash, X509Certificate } from "node:crypto";
import { hostAndPort, type LoginTarget, loginTarget } from "./login-target.ts";

/** A user of a cluster, and what its client certificate says of it. */
export interface ClusterLogin extends LoginTarget {
  /** SHA-256 of the certificate of the cluster's authority; null if the file only names a file. */
  authority_fingerprint?: string | null;
  /** The groups in the user's client certificate, comma-separated; null without one in the file. */
  principals?: string | null;
  valid_before?: number | null;
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;
const textOf = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;

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
export async function parseKubeconfig(text: string): Promise<ClusterLogin[]> {
  // loaded on first use: few hosts have such a file
  const { parse } = await import("yaml");
  const config: unknown = parse(text);
  if (!isObject(config)) return [];
  const clusters = byName(config.clusters, "cluster");
  const users = byName(config.users, "user");
  const contexts = [...byName(config.contexts, "context").values()];
  const holders = [...users].filter(([, user]) => secrets.some((name) => user[name]));
  return holders.flatMap(([name, user]) => {
    const targets = contexts
      .filter((context) => String(context.user) === name)
      .flatMap((context) => {
        const cluster = clusters.get(String(context.cluster));
        const server = textOf(cluster?.server);
        return cluster && server ? [{ ...hostAndPort(server), ...authorityOf(cluster) }] : [];
      });
    const rights = rightsOf(user);
    return (targets.length > 0 ? targets : [{}]).map((target) => ({
      ...loginTarget({ ...target, target_user: name }),
      ...rights,
    }));
  });
}

/** Of several authorities in a bundle, the first names the cluster. */
function authorityOf(cluster: Json): Partial<ClusterLogin> {
  const authority = certificateIn(cluster["certificate-authority-data"]);
  return authority
    ? { authority_fingerprint: createHash("sha256").update(authority.raw).digest("hex") }
    : {};
}

/** Kubernetes takes the groups of a user from the organizations in its certificate. */
function rightsOf(user: Json): Partial<ClusterLogin> {
  const certificate = certificateIn(user["client-certificate-data"]);
  if (!certificate) return {};
  const groups = [...certificate.subject.matchAll(/(?:^|\n| \+ )O=(.*?)(?=\n| \+ |$)/g)];
  return {
    principals: groups.map(([, group]) => group).join(","),
    valid_before: Math.floor(Date.parse(certificate.validTo) / 1000),
  };
}

function certificateIn(data: unknown): X509Certificate | null {
  const text = textOf(data);
  if (!text) return null;
  try {
    return new X509Certificate(Buffer.from(text, "base64"));
  } catch {
    return null;
  }
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
