import { isObject, parseJson, textOf } from "../json-values.ts";
import { findSecretSettings, isSecretSetting, isSecretValue } from "../secrets/find-settings.ts";
import { type LoginTarget, loginTarget } from "./login-target.ts";
import { sectionsWith } from "./option-files.ts";

/** Secrets of Google Storage's tools, which keep keys of AWS too. */
export const parseBoto = sectionsWith(
  /^(?:aws_secret_access_key|gs_secret_access_key|gs_oauth2_refresh_token)$/,
);

export const parseS3cfg = sectionsWith(/^secret_key$/);

/** Remotes with a secret; of settings that are encrypted nothing but a text can be seen. */
export const parseRclone = sectionsWith(
  /^(?:secret_access_key|key|pass|password|token|sas_url|service_account_credentials)$/,
);

/** Access key and secret key, with the bucket before them if they are for one. */
export const parseS3fs = (text: string): LoginTarget[] =>
  text
    .split(/\r?\n/)
    .filter((line) => /^[^#:]+:/.test(line) && isSecretValue(line.split(":").at(-1)?.trim() ?? ""))
    .map(() => loginTarget({}));

/** A file that is nothing but a token. */
export const parseToken = (text: string): LoginTarget[] =>
  isSecretValue(text.trim()) ? [loginTarget({})] : [];

/** Settings of YAML, TOML or HCL: one row if any is a secret. */
export const parseSettings = (text: string): LoginTarget[] =>
  findSecretSettings(text, "").some(({ kind }) => kind !== "address") ? [loginTarget({})] : [];

/** JSON of a tool whose secrets have names that say so: one row if there is any. */
export const parseSecretJson = (text: string): LoginTarget[] =>
  hasSecret(JSON.parse(text.replace(/^\uFEFF/, "")), maxDepth) ? [loginTarget({})] : [];

const maxDepth = 8;

function hasSecret(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null || depth === 0) return false;
  return Object.entries(value).some(([name, inner]) =>
    typeof inner === "string" ? isSecretSetting(name, inner) : hasSecret(inner, depth - 1),
  );
}

/** A service principal of Azure under a name of its own: a tenant, and a secret that opens it. */
export function parseAzureJson(text: string): LoginTarget[] {
  if (!/"(?:tenant|tenantId|tenant_id)"/.test(text)) return [];
  const login = parseJson(text);
  if (!isObject(login)) return [];
  const secret = login.clientSecret ?? login.client_secret ?? login.password;
  const user = login.clientId ?? login.client_id ?? login.appId;
  return user && isSecretValue(textOf(secret) ?? "")
    ? [loginTarget({ target_user: textOf(user) })]
    : [];
}
