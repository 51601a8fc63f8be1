import { expect, test } from "vitest";
import type { LanguageModel } from "../../../../src/brain/llm/language-model.ts";
import { createChatModel } from "../../../../src/compose/llm/chat-model.ts";
import {
  closedUrl,
  completion,
  endless,
  type ModelServer,
  misbehaviours,
  respond,
  startModelServer,
} from "../../../helpers/language-model.ts";

const messages = [{ role: "user" as const, content: "which users exist?" }];
const modelAt = ({ url }: Pick<ModelServer, "url">, key?: string): LanguageModel =>
  createChatModel({ url, model: "llama3.1", ...(key !== undefined && { key }) }, fetch);
const never = new AbortController().signal;

test("the text of the first choice is the completion", async () => {
  const server = await startModelServer();
  server.behave(
    respond(completion("hello"), {
      headers: { "content-type": "Application/JSON; charset=utf-8" },
    }),
  );
  expect(await modelAt(server).complete(messages, { signal: never })).toEqual({
    ok: true,
    text: "hello",
  });
});

test("the model and the messages are posted, with the key as a bearer token", async () => {
  const server = await startModelServer();
  await modelAt(server, "sk-1").complete(messages, { signal: never });
  const [{ body, ...request }] = server.received as [(typeof server.received)[0]];
  expect(request).toEqual({ path: "/v1/chat/completions", authorization: "Bearer sk-1" });
  expect(JSON.parse(body)).toMatchObject({ model: "llama3.1", messages, stream: false });
});

test("without a key no authorization is sent", async () => {
  const server = await startModelServer();
  await modelAt(server).complete(messages, { signal: never });
  expect(server.received).toMatchObject([{ authorization: undefined }]);
});

test.each(Object.entries(misbehaviours))(
  "a server that %s gives a failure with a reason, after one request",
  async (_, behaviour) => {
    const server = await startModelServer();
    server.behave(behaviour);
    expect(await modelAt(server, "sk-1").complete(messages, { signal: never })).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^it/),
    });
    expect(server.received.length).toBe(1);
  },
);

test.each(Object.entries(endless))(
  "a request to a server that %s ends when it is aborted",
  async (_, behaviour) => {
    const server = await startModelServer();
    const abort = new AbortController();
    server.behave((response, request) => {
      behaviour(response, request);
      setImmediate(() => abort.abort());
    });
    expect(await modelAt(server).complete(messages, { signal: abort.signal })).toEqual({
      ok: false,
      reason: "it did not answer in time",
    });
  },
);

test("a server that is not there gives a failure that says so", async () => {
  const failure = await modelAt({ url: await closedUrl() }).complete(messages, { signal: never });
  expect(failure).toMatchObject({
    reason: "it can't be reached",
    detail: expect.stringContaining("ECONNREFUSED"),
  });
});
