import { Readable } from "node:stream";
import { expect, test } from "vitest";
import type { Terminal } from "../../../../src/cli/terminal/terminal.ts";
import { givenSecret, rotation, rotationNotes } from "../../../../src/cli/webhooks/secret.ts";
import { subscription } from "../../../helpers/subscription.ts";

const terminal = (input: string) => ({
  stdin: Readable.from([input]) as unknown as Terminal["stdin"],
});

test("a secret comes from the flag, or from stdin without its newline, or is made by the service", async () => {
  expect(await givenSecret(undefined, terminal("whsec_b\n"))).toEqual({});
  expect(await givenSecret("whsec_a", terminal("whsec_b\n"))).toEqual({ secret: "whsec_a" });
  expect(await givenSecret("-", terminal("whsec_b\n"))).toEqual({ secret: "whsec_b" });
  expect(rotation({})).toEqual({ rotate_secret: true });
  expect(rotation({ secret: "whsec_a" })).toEqual({ secret: "whsec_a" });
});

test("a rotation says until when the secret before signs along, or that it doesn't", () => {
  const until = "2026-11-02T00:00:00.000Z";
  expect(rotationNotes({ ...subscription(), previous_secret_until: until }).at(-1)).toContain(
    until,
  );
  expect(rotationNotes(subscription()).at(-1)).toMatch(/^The old secret is no longer valid/);
});
