import { expect, test } from "vitest";
import { checkKey } from "../../../../src/cli/profiles/check-key.ts";
import { clientOver, json } from "../../client/client-over.ts";

const url = "https://service.test";
const check = (answer: () => Response) => checkKey(clientOver([answer]).client, url);

test("a key that the listing takes is valid, and so is one that only lacks its scope", async () => {
  expect(await check(json(200, { investigations: [], next_cursor: null }))).toBeUndefined();
  const lacking = { error: "insufficient_scope", missing_scope: "investigations:read" };
  expect(await check(json(403, lacking))).toBe("investigations:read");
});

test("a refused key ends it with exit code 5", async () => {
  await expect(check(json(401, { error: "invalid_api_key" }))).rejects.toMatchObject({
    code: "invalid_api_key",
    kind: "not_authorised",
    message: `${url} rejected the key. Nothing was saved.`,
  });
});

test("a proxy's 403 is no proof of a key", async () => {
  await expect(check(() => new Response("<html>", { status: 403 }))).rejects.toMatchObject({
    kind: "not_authorised",
  });
});

test.each([
  ["a page of HTML", () => new Response("<html>")],
  ["JSON that is something else", json(200, { hello: "world" })],
  ["JSON that is null", json(200, null)],
  ["404", () => new Response("", { status: 404 })],
])("an address that answers with %s is not the service", async (_, answer) => {
  await expect(check(answer)).rejects.toMatchObject({ code: "not_the_service", kind: "failed" });
});
