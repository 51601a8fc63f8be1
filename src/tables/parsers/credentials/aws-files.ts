import { isObject, objectOf, parseJson, textOf } from "../json-values.ts";
import { isSecretValue } from "../secrets/find-settings.ts";
import { type LoginTarget, loginTarget } from "./login-target.ts";
import { sectionsWith } from "./option-files.ts";

/** Profiles with a secret key: each opens an account of the provider, not of a host. */
export const parseAws = sectionsWith(/^aws_secret_access_key$/);

/** The file of keys that the console offers for download: CSV with a header, or two assignments. */
export function parseAwsKeyFile(text: string): LoginTarget[] {
  const [header = "", line = ""] = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const column = header.split(",").findIndex((name) => /^\s*Secret access key\s*$/i.test(name));
  const assigned = /^AWSSecretKey\s*=\s*(\S+)/m.exec(text)?.[1];
  const secret = column < 0 ? assigned : line.split(",")[column]?.trim();
  return isSecretValue(secret ?? "") ? [loginTarget({})] : [];
}

/**
 * Answers of AWS, as its command line keeps them in ~/.aws/sso/cache and ~/.aws/cli/cache, or
 * somebody kept them in a file. What has expired opens nothing.
 */
export function parseAwsAnswer(text: string, now: number): LoginTarget[] {
  if (!/"(?:SecretAccessKey|accessToken|refreshToken)"/.test(text)) return [];
  const answer = objectOf(parseJson(text));
  const keys = isObject(answer.Credentials) ? answer.Credentials : answer.AccessKey;
  if (isObject(keys) && textOf(keys.SecretAccessKey) && isValid(keys.Expiration, now))
    return [loginTarget({ target_user: textOf(keys.UserName) })];
  const login = textOf(answer.accessToken) && isValid(answer.expiresAt, now);
  return textOf(answer.startUrl) && (login || textOf(answer.refreshToken)) ? [loginTarget({})] : [];
}

/** Keys of an account have no end. */
const isValid = (until: unknown, now: number) =>
  until === undefined || !(Date.parse(String(until)) <= now);
