import { expect, test } from "vitest";
import { type LlmOptions, readLlmSettings } from "../../../../src/compose/llm/llm-settings.ts";

const given = { url: "http://127.0.0.1:11434/v1/", model: "llama3.1", shareResults: false };
const read = (over: Partial<LlmOptions>, env = {}) => readLlmSettings({ ...given, ...over }, env);

test("without flags there is no model, whatever the environment has", () => {
  const none = { url: undefined, model: undefined };
  expect(read(none, { INQUEST_LLM_KEY: "sk-1" })).toBeUndefined();
});

test("the key is the environment's, without the line break of a file", () => {
  expect(read({}, { INQUEST_LLM_KEY: "sk-1\n" })).toEqual({
    ...{ url: "http://127.0.0.1:11434/v1", model: "llama3.1" },
    ...{ shareResults: false, key: "sk-1" },
  });
  expect(read({}, { INQUEST_LLM_KEY: "" })).not.toHaveProperty("key");
});

test.each<[string, Partial<LlmOptions>]>([
  ["--llm-url needs --llm-model.", { model: undefined }],
  ["--llm-model needs --llm-url.", { url: undefined }],
  [
    "--llm-share-results needs --llm-url.",
    { url: undefined, model: undefined, shareResults: true },
  ],
  ["--llm-url is not an http or https address.", { url: "localhost:11434" }],
  ["--llm-url is not an http or https address.", { url: "file:///etc/passwd" }],
  ["--llm-url can't have a user name.", { url: "http://me:sk-1@127.0.0.1/v1" }],
  ["--llm-url can't have a query or fragment.", { url: "http://127.0.0.1/v1?key=sk-1" }],
  ["--llm-model is empty, too long, or has a space or a non-ASCII character.", { model: "a b" }],
])("a usage error says %s", (message, over) => {
  expect(() => read(over)).toThrowError(
    expect.objectContaining({ kind: "usage", message, hint: expect.stringMatching(/\.$/) }),
  );
});

test("an error about the key does not show it", () => {
  expect(() => read({}, { INQUEST_LLM_KEY: "sk 1" })).toThrowError(/^INQUEST_LLM_KEY has a space/);
});
