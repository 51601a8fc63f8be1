import { AppError } from "../../core/errors.ts";

/** The flags of the language model. */
export interface LlmOptions {
  /** The base address of the API; `/chat/completions` is appended. */
  url?: string;
  model?: string;
  /** Whether the model may see rows. */
  shareResults: boolean;
}

/** A language model that is configured completely. */
export interface LlmSettings extends LlmOptions {
  url: string;
  model: string;
  /** Sent as a bearer token. */
  key?: string;
  /** Reports why the model was not used, for a command that has no log. */
  note?: (text: string) => void;
}

/** Validates the flags and reads the key; undefined without a model. */
export function readLlmSettings(
  { url, model, shareResults }: LlmOptions,
  env: NodeJS.ProcessEnv,
): LlmSettings | undefined {
  if (url === undefined) {
    if (model === undefined && !shareResults) return undefined;
    const flag = model === undefined ? "--llm-share-results" : "--llm-model";
    throw usage(`${flag} needs --llm-url.`, "Pass the address of the model's API as well.");
  }
  if (model === undefined) {
    throw usage("--llm-url needs --llm-model.", "Pass the model's name, such as llama3.1.");
  }
  const key = env.INQUEST_LLM_KEY?.trim();
  if (key && !/^[\x21-\x7e]{1,2048}$/.test(key)) {
    throw usage(
      "INQUEST_LLM_KEY has a space or a non-ASCII character.",
      "Copy the key exactly as the model's provider showed it.",
    );
  }
  return { url: checkUrl(url), model: checkModel(model), shareResults, ...(key && { key }) };
}

/** The base address without its trailing slash. */
function checkUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const example = "Write it like http://127.0.0.1:11434/v1.";
  if (!url || !["http:", "https:"].includes(url.protocol)) {
    throw usage("--llm-url is not an http or https address.", example);
  }
  if (url.username || url.password) {
    throw usage("--llm-url can't have a user name.", "Set INQUEST_LLM_KEY instead.");
  }
  if (/[?#]/.test(text)) throw usage("--llm-url can't have a query or fragment.", example);
  return text.replace(/\/+$/, "");
}

function checkModel(model: string): string {
  // It is shown with each answer.
  if (/^[\x21-\x7e]{1,200}$/.test(model)) return model;
  throw usage(
    "--llm-model is empty, too long, or has a space or a non-ASCII character.",
    "Pass the name that the model's server lists.",
  );
}

function usage(message: string, hint: string): AppError {
  return new AppError("usage", message, { hint, kind: "usage" });
}
