// What the manual says beside the commands and flags of oclif's manifest.
import { exitCodes } from "../../src/cli/errors/exit-codes.ts";

export const exits: readonly (readonly [code: number, meaning: string])[] = [
  [exitCodes.done, "The command succeeded."],
  [exitCodes.failed, "It failed: the investigation failed, or the server had an error."],
  [exitCodes.usage, "The command line or the configuration is wrong."],
  [exitCodes.failOnMet, "A finding is at least as severe as --fail-on."],
  [exitCodes.notFound, "The requested object does not exist."],
  [exitCodes.notAuthorised, "The API key is missing, invalid, or lacks a scope."],
  [exitCodes.unreachable, "The server is unreachable."],
  [exitCodes.timedOut, "The time of --timeout has passed."],
  [exitCodes.interrupted, "The command was interrupted."],
];

/** Environment variables that no flag names. */
export const environment: readonly (readonly [name: string, meaning: string])[] = [
  ["DEBUG", "With the value inquest, errors are printed with their stack."],
  ["INQUEST_LLM_KEY", "API key for --llm-url."],
  ["INQUEST_WEBHOOK_SECRET", "Signing secrets for webhooks verify, separated by spaces."],
  ["NO_COLOR", "If not empty, no colour, live view or cursor movement is used."],
  ["SERVICE_*", "Override the keys of an agent's config: SERVICE_BRAIN_URL, SERVICE_API_KEY, …"],
  ["TERM", "With the value dumb, the same as NO_COLOR."],
  ["XDG_CONFIG_HOME", "Parent of the folder of the profiles, instead of ~/.config."],
  ["XDG_DATA_HOME", "Parent of the data folder, instead of ~/.local/share."],
];

export const files: readonly (readonly [path: string, meaning: string])[] = [
  ["~/.local/share/inquest", "The data folder: questions, answers, deliveries, keys."],
  ["~/.config/inquest", "Saved profiles with their API keys, readable by their owner only."],
  ["~/.inquest-agent", "An agent's key and undelivered results, unless cache_dir is set."],
  ["/etc/inquest/agent.json", "The usual place of an agent's config."],
];
