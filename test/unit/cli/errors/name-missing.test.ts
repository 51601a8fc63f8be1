import { expect, test } from "vitest";
import { nameMissing } from "../../../../src/cli/errors/name-missing.ts";
import type { Client } from "../../../../src/client/types.ts";
import { AppError } from "../../../../src/core/errors.ts";

const absent = new AppError("not_found", "There is no such resource in this account.", {
  hint: "Check the id.",
  status: 404,
  kind: "not_found",
});

const clientWith = (...ids: string[]) =>
  ({
    async *agents() {
      yield ids.map((agent_id) => ({ agent_id, hostname: agent_id, status: "Connected" }));
    },
  }) as unknown as Client;

const named = (id: string, args: Record<string, unknown>, argv: unknown[], client: Client) =>
  nameMissing(absent, { id, args, argv }, client);

test("the thing that is missing is named, with the nearest one", async () => {
  const error = await named("agents:show", { id: "web-9" }, ["web-9"], clientWith("db-1", "web-1"));
  expect(error).toMatchObject({
    code: "not_found",
    status: 404,
    kind: "not_found",
    message: 'No agent "web-9".',
    hint: "Did you mean web-1?",
  });
});

test("without a near one, or a listing, the hint stays", async () => {
  const far = await named("agents:show", { id: "web-9" }, ["web-9"], clientWith("mail"));
  expect(far.hint).toBe("Check the id.");
  const failing = {} as Client;
  expect((await named("agents:show", { id: "web-9" }, ["web-9"], failing)).hint).toBe(
    "Check the id.",
  );
});

test("arguments that are no ids don't count, but of several ids none is blamed", async () => {
  const client = clientWith("web-1");
  const tag = await named("agents:tag", { id: "web-9", tag: "a=b" }, ["web-9", "a=b"], client);
  expect(tag.message).toBe('No agent "web-9".');
  expect(await named("agents:remove", { id: "a" }, ["a", "b"], client)).toBe(absent);
  const verdict = { id: "inv_1", finding: "fnd_1", verdict: "true" };
  expect(await named("investigate:verdict", verdict, Object.values(verdict), client)).toBe(absent);
  expect(await named("server:status", {}, [], client)).toBe(absent);
});
