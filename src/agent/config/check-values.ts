import { isLoopback } from "../../core/is-loopback.ts";
import { configError } from "./config-error.ts";
import { type LogLevel, logLevels } from "./types.ts";

/** A setting and where it was given, as an error names it: `brain_url in agent.json`. */
export interface SettingValue {
  value: string;
  origin: string;
}

/**
 * The brain's address. The contract has it without a slash at its end; one that is there all the
 * same is dropped, since it can mean nothing else.
 */
export function checkBrainUrl({ value, origin }: SettingValue): string {
  const hint = "Write it like https://inquest.example.com.";
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !["http:", "https:"].includes(url.protocol))
    throw configError(`${origin} is no https address.`, hint);
  if (url.username !== "" || url.password !== "")
    throw configError(`${origin} holds a user name or password.`, hint);
  if (url.search !== "" || url.hash !== "" || /[?#]/.test(value))
    throw configError(`${origin} has a query or a fragment.`, hint);
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw configError(
      `${origin} is http: the API key would go over the network unencrypted.`,
      "Use https; http is for a brain on this machine alone.",
    );
  }
  return url.href.replace(/\/+$/, "");
}

/** An API key can be told from a mistake only by what a header can carry. */
export function checkApiKey({ value, origin }: SettingValue): string {
  if (/^[\x21-\x7e]{1,512}$/.test(value)) return value;
  throw configError(
    `${origin} is no API key: it has a space, a line break or a character beyond ASCII, or is too long.`,
    "Copy it as the server showed it.",
  );
}

/** The id stands in paths of the API, and in every listing. */
export function checkAgentId({ value, origin }: SettingValue): string {
  const fits = /^[^\s\p{C}/\\?#%]+$/u.test(value) && [...value].length <= 255;
  if (fits && value !== "." && value !== "..") return value;
  throw configError(
    `${origin} can't be an agent's id.`,
    "Use 1 to 255 letters, digits, hyphens, dots, underscores.",
  );
}

export function checkLogLevel({ value, origin }: SettingValue): LogLevel {
  const level = logLevels.find((one) => one === value);
  if (level) return level;
  throw configError(
    `${origin} is ${JSON.stringify(value.slice(0, 40))}, which is no log level.`,
    `Levels are ${logLevels.join(", ")}.`,
  );
}
