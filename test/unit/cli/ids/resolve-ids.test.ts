import { expect, test } from "vitest";
import { resolveId, resolveIds } from "../../../../src/cli/ids/resolve-ids.ts";
import type { Client } from "../../../../src/client/types.ts";
import { investigation } from "../../ui/investigation-fixture.ts";

const older = "inv_01jc3x6m8v2k4q7r9t5w1y3z0b";
const newer = "inv_01jc3y6m8v2k4q7r9t5w1y3z0b";

/** A server with two investigations, that counts the pages it returns. */
function serverWith(...ids: string[]) {
  const served = { pages: 0 };
  const client: Partial<Client> = {
    async *list() {
      for (const investigation_id of ids) {
        served.pages += 1;
        yield { investigations: [{ ...investigation, investigation_id }], next_cursor: "c" };
      }
    },
  };
  return { served, context: { client: client as Client, kind: "investigations" as const } };
}

test("the beginning of an id stands for it, with or without its type", async () => {
  const { context } = serverWith(newer, older);
  expect(await resolveIds(["inv_01jc3x", "01jc3y"], context)).toEqual([older, newer]);
});

test("the ids are listed once for all words, and not at all for whole ids", async () => {
  const { context, served } = serverWith(newer, older);
  expect(await resolveIds([newer, older], context)).toEqual([newer, older]);
  expect(served.pages).toBe(0);
  await resolveIds(["01jc3x", "01jc3y"], context);
  expect(served.pages).toBe(2);
});

test("a beginning of several ids is an error that names them", async () => {
  const { context } = serverWith(newer, older);
  await expect(resolveId("01jc", context)).rejects.toMatchObject({
    kind: "usage",
    message: "2 ids begin with 01jc.",
    hint: `Pass more characters of one of these: ${newer}, ${older}.`,
  });
});

test("a word that is an id and begins another is that id", async () => {
  const { context } = serverWith("inv_10", "inv_1");
  expect(await resolveId("inv_1", context)).toBe("inv_1");
});

test("a word that stands for nothing is left to the server", async () => {
  const { context } = serverWith(newer, older);
  expect(await resolveId("last", context)).toBe("last");
});

test("only the newest of many are searched", async () => {
  const { context, served } = serverWith(...Array.from({ length: 50 }, (_, at) => `inv_${at}`));
  expect(await resolveId("inv_49", context)).toBe("inv_49");
  expect(served.pages).toBe(10);
});

test("@last is the question asked last in this terminal, or else the newest", async () => {
  const { context, served } = serverWith(newer, older);
  expect(await resolveId("@last", { ...context, lastAsked: () => older })).toBe(older);
  expect(served.pages).toBe(0);
  expect(await resolveId("@last", { ...context, lastAsked: () => null })).toBe(newer);
  expect(served.pages).toBe(1);
  await expect(resolveId("@last", serverWith().context)).rejects.toMatchObject({
    kind: "not_found",
    message: "There are no investigations.",
  });
});

test("the newest of records that are listed in another order has the highest id", async () => {
  const subscription = (id: string) => ({ id, url: "https://hooks.test/" });
  const client = {
    async *subscriptions() {
      yield {
        subscriptions: [subscription("sub_1"), subscription("sub_3"), subscription("sub_2")],
      };
    },
  };
  const context = { client: client as unknown as Client, kind: "subscriptions" as const };
  expect(await resolveId("@last", context)).toBe("sub_3");
});
