import {
  type Completion,
  type LanguageModel,
  modelFailure,
} from "../../brain/llm/language-model.ts";
import type { LlmSettings } from "./llm-settings.ts";

/** Many times the longest reading; more is not an answer. */
const maxResponseBytes = 256 * 1024;

/**
 * A model behind the OpenAI-compatible chat completions API, as Ollama and llama.cpp serve it.
 * A redirect is not followed: the question and the key go to the configured server only.
 */
export function createChatModel(
  { url, model, key }: Pick<LlmSettings, "url" | "model" | "key">,
  fetch: typeof globalThis.fetch,
): LanguageModel {
  return {
    name: model,
    async complete(messages, { signal }) {
      const request = {
        model,
        messages,
        temperature: 0,
        stream: false,
        // Keeps small models from wrapping their JSON in Markdown.
        response_format: { type: "json_object" },
      };
      try {
        const response = await fetch(`${url}/chat/completions`, {
          method: "POST",
          redirect: "manual",
          signal,
          headers: {
            "content-type": "application/json",
            accept: "application/json",
            ...(key !== undefined && { authorization: `Bearer ${key}` }),
          },
          body: JSON.stringify(request),
        });
        return await readCompletion(response);
      } catch (error) {
        if (signal.aborted) return modelFailure("it did not answer in time");
        return modelFailure("it can't be reached", causeOf(error));
      }
    },
  };
}

/** Of `fetch` errors, the cause says what happened: "connect ECONNREFUSED 127.0.0.1:11434". */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}

async function readCompletion(response: Response): Promise<Completion> {
  const type = response.headers.get("content-type") ?? "";
  const isJson = /^application\/json\b/i.test(type);
  if (response.status !== 200 || !isJson) {
    await response.body?.cancel();
    return response.status === 200
      ? modelFailure("its response is not JSON", `content type ${type}`)
      : modelFailure(`it answered with HTTP status ${response.status}`);
  }
  const text = await readBounded(response);
  return text === null ? modelFailure("its response is too large") : contentOf(text);
}

/** The body as text; null if it is too large. */
async function readBounded({ body }: Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the body, which closes the connection.
    if (size > maxResponseBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

interface ChatResponse {
  choices?: { message?: { content?: unknown; tool_calls?: unknown[] | null } }[];
}

/** The text of the first choice. The API's other fields differ between servers. */
function contentOf(body: string): Completion {
  let response: ChatResponse | null;
  try {
    response = JSON.parse(body) as ChatResponse | null;
  } catch {
    return modelFailure("its response is not JSON");
  }
  const message = Array.isArray(response?.choices) ? response.choices[0]?.message : undefined;
  if (typeof message?.content !== "string" || message.content === "")
    return modelFailure("its response has no message");
  if (Array.isArray(message.tool_calls) && message.tool_calls.length > 0)
    return modelFailure("it called a tool instead of answering");
  return { ok: true, text: message.content };
}
