import { expect, test } from "vitest";
import { checkUrl } from "../../../../src/cli/webhooks/check-url.ts";
import { notOffered } from "../../../../src/client/optional-operations.ts";
import type { Client } from "../../../../src/client/types.ts";
import type { UrlCheckResult } from "../../../../src/contract/webhook.ts";
import { AppError } from "../../../../src/core/errors.ts";

const url = "https://10.0.0.5/";

/** The notes of a check that the server answers like this. */
async function notesOf(
  answer: UrlCheckResult | AppError,
  kind: "remote" | "embedded" = "remote",
): Promise<string[]> {
  const notes: string[] = [];
  const client = {
    checkWebhookUrl: async () => {
      if (answer instanceof AppError) throw answer;
      return answer;
    },
  } as unknown as Client;
  await checkUrl({ client, kind }, url, (text) => notes.push(text));
  return notes;
}

const refused = { reason: "10.0.0.5 is a private address", permanent: true };

test("a URL that is refused for good is an error, and one that fails now a warning", async () => {
  await expect(notesOf(refused)).rejects.toMatchObject({
    code: "subscription_url_unreachable",
    message: "The server can't deliver to https://10.0.0.5/: 10.0.0.5 is a private address.",
  });
  expect(await notesOf({ reason: "x.test has no address", permanent: false })).toEqual([
    "Warning: deliveries to https://10.0.0.5/ will fail for now: x.test has no address.",
  ]);
  expect(await notesOf({ reason: null, permanent: false })).toEqual([]);
});

test("without a server, what it will allow is unknown: a warning", async () => {
  expect(await notesOf(refused, "embedded")).toHaveLength(1);
});

test("a server without the check is not asked again, and other errors are reported", async () => {
  expect(await notesOf(notOffered("checking URLs"))).toEqual([]);
  await expect(notesOf(new AppError("insufficient_scope", "No."))).rejects.toThrow("No.");
});
