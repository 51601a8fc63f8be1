import { isObject, type JsonObject, textOf } from "../json-values.ts";
import { readSqliteTable } from "../sqlite/read-table.ts";
import { type LoginTarget, loginTarget } from "./login-target.ts";

/**
 * A service account's key or a user's refresh token: opens an account of the provider, not of a
 * host.
 */
export function parseGcloud(text: string): LoginTarget[] {
  // Any JSON in a home may be one, whole or broken.
  if (!/"(?:private_key|refresh_token)"/.test(text)) return [];
  const config: unknown = JSON.parse(text);
  const secret = isObject(config) ? holderOf(config) : undefined;
  if (!secret) return [];
  return [loginTarget({ target_user: textOf(secret.client_email) ?? textOf(secret.account) })];
}

const types = /"type"\s*:\s*"(?:service_account|authorized_user|impersonated_service_account)"/;

/** The same under a name that doesn't say what it is. */
export const parseGoogleJson = (text: string): LoginTarget[] =>
  types.test(text) ? parseGcloud(text) : [];

/** A login that impersonates a service account holds that of its user. */
function holderOf(config: JsonObject): JsonObject | undefined {
  if (textOf(config.private_key) || textOf(config.refresh_token)) return config;
  return isObject(config.source_credentials) ? holderOf(config.source_credentials) : undefined;
}

/** The logins of `gcloud auth login`, a row of JSON for each account. */
export function parseGcloudDatabase(bytes: Buffer): LoginTarget[] {
  const { rows } = readSqliteTable(bytes, "credentials");
  return rows.flatMap(({ account_id, value }) =>
    parseGcloud(String(value)).map((target) => ({ ...target, target_user: String(account_id) })),
  );
}
