import { isLoopback } from "../../core/is-loopback.ts";
import { configError } from "./config-error.ts";
import { type LogLevel, logLevels } from "./types.ts";

/** A setting with its origin for error messages, such as `brain_url in agent.json`. */
export interface SettingValue {
  value: string;
  origin: string;
}

/**
 * The brain's URL. The contract defines it without a trailing slash; one is dropped here, since it
 * changes nothing.
 */
export function checkBrainUrl({ value, origin }: SettingValue): string {
  const hint = "Write it like https://inquest.example.com.";
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !["http:", "https:"].includes(url.protocol))
    throw configError(`${origin} is not an https URL.`, hint);
  if (url.username !== "" || url.password !== "")
    throw configError(`${origin} contains a user name or password.`, hint);
  if (url.search !== "" || url.hash !== "" || /[?#]/.test(value))
    throw configError(`${origin} has a query or a fragment.`, hint);
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw configError(
      `${origin} uses http: the API key would cross the network unencrypted.`,
      "Use https; http is only allowed for a server on this machine.",
    );
  }
  return url.href.replace(/\/+$/, "");
}

/** Accepts any text that fits in an HTTP header. */
export function checkApiKey({ value, origin }: SettingValue): string {
  if (/^[\x21-\x7e]{1,512}$/.test(value)) return value;
  throw configError(
    `${origin} is not an API key: it has a space, a line break or a non-ASCII character, or is too long.`,
    "Copy the key exactly as the server printed it.",
  );
}

/** The id appears in API paths and in listings. */
export function checkAgentId({ value, origin }: SettingValue): string {
  const fits = /^[^\s\p{C}/\\?#%]+$/u.test(value) && [...value].length <= 255;
  if (fits && value !== "." && value !== "..") return value;
  throw configError(
    `${origin} is not a valid agent id.`,
    "Use 1 to 255 letters, digits, hyphens, dots or underscores.",
  );
}

export function checkLogLevel({ value, origin }: SettingValue): LogLevel {
  const level = logLevels.find((one) => one === value);
  if (level) return level;
  throw configError(
    `${origin} is ${JSON.stringify(value.slice(0, 40))}, which is not a log level.`,
    `Levels are ${logLevels.join(", ")}.`,
  );
}
